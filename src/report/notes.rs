//! What a reader of the figures must know: one sentence a caveat, and only those that apply.

use super::disturbance::{self, are_counts};
use super::summary::SummaryRow;
use super::units::{count, time};
use crate::record::{Manifest, counted};
use crate::solver::Grain;

/// The caveats of a run, gravest first.
pub(super) fn notes(rows: &[SummaryRow], manifest: &Manifest) -> Vec<String> {
    let mut notes = answers(rows);
    notes.extend(run(rows, manifest));
    notes.extend(figures(rows));
    notes.extend(datasets(manifest));
    notes.extend(disturbance::notes(rows, manifest));
    notes.extend(governor(manifest));
    notes
}

/// Wrong, disputed and unconfirmed answers. Every row counts, those that no table shows too.
fn answers(rows: &[SummaryRow]) -> Vec<String> {
    let mut notes = Vec::new();
    for row in rows {
        let pass = row.setting.pass.name();
        let counted = [
            (row.wrong, "answered wrongly"),
            (row.disputed, "contradicted by another solver, undecided"),
            (row.unconfirmed, "claimed by it, and confirmed by no recount or proof"),
            (row.only_counted, "counted by it, without a grid: only the count could be checked"),
            (row.crashed, "crashed it"),
        ];
        for (n, what) in counted.into_iter().filter(|(n, _)| *n > 0) {
            let (solver, dataset) = (&row.solver, &row.setting.dataset);
            let puzzles = if n == 1 { "puzzle" } else { "puzzles" };
            let n = count(n);
            notes.push(format!("{solver}, {dataset}, {pass}: {n} {puzzles} {what}"));
        }
    }
    notes
}

fn run(rows: &[SummaryRow], manifest: &Manifest) -> Vec<String> {
    let mut notes = Vec::new();
    if manifest.interrupted {
        notes.push("interrupted: the figures cover what was measured until then".to_owned());
    }
    if let Some(last) = manifest.resumed.last() {
        let times = counted(manifest.resumed.len() as u64, "time");
        notes.push(format!(
            "interrupted and resumed {times}, last at {}: not one uninterrupted run",
            last.at
        ));
    }
    if manifest.program.profile != "release" && !are_counts(rows) {
        notes.push("this is not a release build: its figures are meaningless".to_owned());
    }
    notes
}

/// How to read what stands, or does not stand, in the columns.
fn figures(rows: &[SummaryRow]) -> Vec<String> {
    let mut notes = Vec::new();
    if rows.iter().any(|row| row.puzzles < row.of) {
        notes.push("some solvers measured only a seeded sample of the puzzles".to_owned());
    }
    let isomorphs = rows.iter().map(|row| row.isomorphs).max().unwrap_or(1);
    if isomorphs > 1 {
        notes.push(format!(
            "few puzzles: a turn holds each of them and up to {} isomorphs of it, since branch \
            predictors learn a small set; --as-given solves them as they are",
            isomorphs - 1
        ));
    }
    let latency: Vec<_> =
        rows.iter().filter(|row| row.setting.pass.times_single_puzzles()).collect();
    if !latency.is_empty() {
        notes.push(
            "latency is over puzzles, each weighted once: the shorter of its two turns in a round; \
             max is the shortest time of the slowest puzzle; all solves, machine included, are in \
             the histograms"
                .to_owned(),
        );
    }
    if latency.iter().any(|row| row.p999_ns.is_none() || row.p50_ns.is_none()) {
        let why = "fewer than 10 puzzles lay beyond it, or it is below 3 clock overheads";
        notes.push(format!("a percentile is empty where {why}"));
    }
    if let Some(overhead_ns) = latency.iter().map(|row| row.clock_overhead_ns).max() {
        let overhead = time(overhead_ns as f64);
        notes.push(format!(
            "two clock reads cost {overhead}, included; ~ marks times below 10 of them"
        ));
    }
    for (grain, of) in [(Grain::Block, "blocks"), (Grain::Whole, "the whole sample")] {
        let mut solvers: Vec<&str> =
            latency.iter().filter(|row| row.grain == Some(grain)).map(|row| &*row.solver).collect();
        solvers.dedup();
        if !solvers.is_empty() {
            let solvers = solvers.join(", ");
            notes.push(format!("{solvers}: times {of}; its latency is for a block of one puzzle"));
        }
    }
    if rows.iter().any(|row| row.par2_ns.is_some()) {
        notes.push(
            "PAR-2: mean time of a solve with each that timed out counted as twice the limit"
                .to_owned(),
        );
    }
    notes
}

fn datasets(manifest: &Manifest) -> Vec<String> {
    let bad = manifest.datasets.iter().filter(|dataset| dataset.malformed > 0);
    bad.map(|dataset| {
        let (malformed, lines) = (count(dataset.malformed), count(dataset.lines));
        format!("{}: {malformed} malformed of {lines} lines, left out", dataset.name)
    })
    .collect()
}

fn governor(manifest: &Manifest) -> Option<String> {
    let governor = manifest.machine.governor.as_ref().filter(|name| *name != "performance")?;
    Some(format!("the frequency governor is {governor}; performance gives steadier figures"))
}

#[cfg(test)]
mod tests {
    use super::super::summary::tests::{latency, sample};
    use super::*;
    use crate::record::manifest_sample;

    /// A run with nothing to say about it.
    fn quiet() -> Manifest {
        let mut manifest = manifest_sample();
        manifest.datasets.iter_mut().for_each(|dataset| dataset.malformed = 0);
        manifest
    }

    #[test]
    fn a_clean_run_has_no_caveat() {
        assert_eq!(notes(&[sample()], &quiet()), Vec::<String>::new());
        assert_eq!(notes(&[], &quiet()), Vec::<String>::new());
    }

    #[test]
    fn wrong_answers_come_first_even_from_rows_that_no_table_shows() {
        let row = SummaryRow { wrong: 1, unique: 49_150, ..sample() };
        let notes = notes(&[row], &manifest_sample());
        assert_eq!(notes[0], "mrv, royle17.txt, throughput: 1 puzzle answered wrongly");
        assert_eq!(notes[1], "royle17.txt: 1 malformed of 49,152 lines, left out");
    }

    #[test]
    fn what_was_out_of_order_is_told() {
        let mut manifest = quiet();
        manifest.interrupted = true;
        manifest.program.profile = "debug".to_owned();
        manifest.machine.governor = Some("powersave".to_owned());
        manifest.strain.as_mut().unwrap().steal_share = 0.031;
        let few = SummaryRow { isomorphs: 340, ..sample() };
        let text = notes(&[few], &manifest).join("\n");
        for part in ["interrupted", "release", "powersave", "3.10 %", "up to 339 isomorphs"] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }

    #[test]
    fn what_a_latency_means_is_told_where_it_is_not_plain() {
        let block =
            SummaryRow { grain: Some(Grain::Block), p999_ns: None, puzzles: 9, ..latency() };
        let text = notes(&[block], &quiet()).join("\n");
        for part in [
            "mrv: times blocks",
            "fewer than 10 puzzles",
            "cost 40.0 ns",
            "a seeded sample",
            "machine included",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }
}
