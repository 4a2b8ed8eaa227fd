//! What a reader of the figures must know: one sentence a caveat, and only those that apply.

use super::summary::SummaryRow;
use super::units::{count, share, time};
use crate::record::{Manifest, Pass};
use crate::solver::Grain;

/// Share of stolen time from which it is worth a sentence.
const STEAL: f64 = 0.01;

/// The caveats of a run, gravest first.
pub fn notes(rows: &[SummaryRow], manifest: &Manifest) -> Vec<String> {
    let mut notes = answers(rows);
    notes.extend(run(manifest));
    notes.extend(figures(rows));
    notes.extend(datasets(manifest));
    notes.extend(machine(manifest));
    notes
}

/// Wrong, disputed and unconfirmed answers. Every row counts, those that no table shows too.
fn answers(rows: &[SummaryRow]) -> Vec<String> {
    let mut notes = Vec::new();
    for row in rows {
        let pass = row.pass.name();
        let told = [
            (row.wrong, "answered wrongly"),
            (row.disputed, "contradicted by another solver, undecided"),
            (row.unconfirmed, "claimed by it alone, not confirmed"),
            (row.crashed, "crashed it"),
        ];
        for (n, what) in told.into_iter().filter(|(n, _)| *n > 0) {
            let (solver, dataset) = (&row.solver, &row.dataset);
            let puzzles = if n == 1 { "puzzle" } else { "puzzles" };
            let n = count(n);
            notes.push(format!("{solver}, {dataset}, {pass}: {n} {puzzles} {what}"));
        }
    }
    notes
}

fn run(manifest: &Manifest) -> Vec<String> {
    let mut notes = Vec::new();
    if manifest.interrupted {
        notes.push("interrupted: only what was measured until then counts".to_owned());
    }
    if manifest.program.profile != "release" {
        notes.push(
            "built without optimisation for release: no figure here is worth keeping".to_owned(),
        );
    }
    notes
}

/// How to read what stands, or does not stand, in the columns.
fn figures(rows: &[SummaryRow]) -> Vec<String> {
    let mut notes = Vec::new();
    if rows.iter().any(|row| row.puzzles < row.of) {
        notes.push("fewer puzzles than there are: a sample, drawn by the seed".to_owned());
    }
    let latency: Vec<_> = rows.iter().filter(|row| row.pass == Pass::Latency).collect();
    if latency.iter().any(|row| row.p999_ns.is_none() || row.p50_ns.is_none()) {
        let why = "fewer than 10 samples lay beyond it, or it is below 3 clock overheads";
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
            notes.push(format!(
                "{solvers}: times {of}; its latency is of one that holds one puzzle"
            ));
        }
    }
    if rows.iter().any(|row| row.par2_ns.is_some()) {
        notes.push("PAR-2: mean time with each timeout counted as twice the limit".to_owned());
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

fn machine(manifest: &Manifest) -> Vec<String> {
    let mut notes = Vec::new();
    let machine = &manifest.machine;
    if let Some(strain) = manifest.strain {
        if strain.steal_share >= STEAL {
            let steal = share(strain.steal_share);
            notes.push(format!("the hypervisor gave {steal} of the time to others"));
        }
        // Half a core's worth of other work is enough to be seen in a rate.
        if strain.load_before >= 0.5 {
            let (load, cores) = (strain.load_before, machine.cores);
            notes.push(format!("the machine was busy before: load {load:.2} on {cores} cores"));
        }
    }
    if let Some(governor) = machine.governor.as_ref().filter(|name| *name != "performance") {
        notes.push(format!("the frequency governor is {governor}; performance measures steadier"));
    }
    notes
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
    fn every_strain_on_the_machine_is_told() {
        let mut manifest = quiet();
        manifest.interrupted = true;
        manifest.program.profile = "debug".to_owned();
        manifest.machine.governor = Some("powersave".to_owned());
        let strain = manifest.strain.as_mut().unwrap();
        (strain.steal_share, strain.load_before) = (0.031, 1.5);
        let text = notes(&[], &manifest).join("\n");
        for part in ["interrupted", "release", "powersave", "3.10 %", "load 1.50 on 4 cores"] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }

    #[test]
    fn what_a_latency_means_is_told_where_it_is_not_plain() {
        let block =
            SummaryRow { grain: Some(Grain::Block), p999_ns: None, puzzles: 9, ..latency() };
        let text = notes(&[block], &quiet()).join("\n");
        for part in ["mrv: times blocks", "fewer than 10 samples", "cost 40.0 ns", "a sample"] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }
}
