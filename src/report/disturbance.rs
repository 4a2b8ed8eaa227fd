//! What else went on while a run measured, and what that does to its figures: a sentence each.

use super::summary::SummaryRow;
use super::units::{rate, share};
use crate::record::{Manifest, counted};

/// Share of stolen or throttled time from which it is reported: 1 %, the gate's usual threshold.
const STOLEN: f64 = 0.01;

/// Share of time in which tasks waited for a processor, from which it is reported.
const PRESSURE: f64 = 0.1;

/// Share of the workers' time spent inside the clock below which it is reported.
const CLOCKED: f64 = 0.8;

/// Most rows that a sentence names; the others are counted.
const NAMED: usize = 6;

/// All of it, about the run first; a sentence for all rows that it is true of.
pub(super) fn notes(rows: &[SummaryRow], manifest: &Manifest) -> Vec<String> {
    if are_counts(rows) {
        return Vec::new(); // nothing of it changes a count
    }
    let rows: Vec<&SummaryRow> = rows.iter().filter(|row| row.setting.pass.has_rate()).collect();
    let of_rows = [waited(&rows), clocked(&rows), oversubscribed(&rows, manifest)];
    machine(manifest).into_iter().chain(of_rows.into_iter().flatten()).collect()
}

/// A sentence and the rows that it is about; none where it is about none.
fn about(sentence: &str, rows: Vec<String>) -> Option<String> {
    let more = rows.len().saturating_sub(NAMED) as u64;
    let named: Vec<String> = rows.into_iter().take(NAMED).collect();
    let more =
        if more > 0 { format!("; and {}", counted(more, "more row")) } else { String::new() };
    (!named.is_empty()).then(|| format!("{sentence}: {}{more}", named.join("; ")))
}

/// Returns true if instructions were counted, and nothing timed.
pub(super) fn are_counts(rows: &[SummaryRow]) -> bool {
    !rows.is_empty() && rows.iter().all(|row| row.setting.pass.counts_instructions())
}

/// More workers than processors are reported in another sentence.
fn waited(rows: &[&SummaryRow]) -> Option<String> {
    let waiting = |row: &&&SummaryRow| row.has_waited() && row.puzzles_per_s.is_some();
    let of = |row: &&SummaryRow| {
        let ratio = row.wall_per_cpu()?;
        let switches = row.involuntary.map_or_else(String::new, |switches| {
            format!(", interrupted {}", counted(switches, "time"))
        });
        let by_cpu = row
            .puzzles_per_s_by_cpu
            .map_or_else(String::new, |by_cpu| format!(", by CPU time {}", rate(by_cpu)));
        Some(format!("{}, {ratio:.2} times{switches}{by_cpu}", place(row)))
    };
    about(
        "the turns took longer than their CPU time, because other processes had the processor or \
        the solver sleeps; rates are lower by as much",
        rows.iter().filter(waiting).filter_map(of).collect(),
    )
}

fn clocked(rows: &[&SummaryRow]) -> Option<String> {
    let of = |row: &&SummaryRow| {
        let clocked = row.clocked_share.filter(|&clocked| clocked < CLOCKED)?;
        row.puzzles_per_s?;
        Some(format!("{}, {}", place(row), share(clocked)))
    };
    about(
        "of the workers' time, less than 80 % lay inside the clock; judging is taken out of rates, \
         waiting for the slower worker is not",
        rows.iter().filter_map(of).collect(),
    )
}

fn oversubscribed(rows: &[&SummaryRow], manifest: &Manifest) -> Option<String> {
    let usable = manifest.machine.usable_processors.unwrap_or(manifest.machine.cores.into());
    let of = |row: &&SummaryRow| row.oversubscribed_per_s.map(|_| place(row));
    let usable = match usable {
        1.0 => "1 processor".to_owned(),
        usable => format!("{usable} processors"),
    };
    about(
        &format!("more workers than the {usable} took turns, so their rates are not throughput"),
        rows.iter().filter_map(of).collect(),
    )
}

fn place(row: &SummaryRow) -> String {
    let workers = counted(row.setting.threads, "worker");
    format!("{}, {}, {workers}", row.solver, row.setting.dataset)
}

fn machine(manifest: &Manifest) -> Vec<String> {
    let mut notes = Vec::new();
    let machine = &manifest.machine;
    if let Some(quota) = &machine.cpu_quota {
        notes.push(format!(
            "the control group allows {quota} processors' worth of time: no rate can be higher"
        ));
    }
    let Some(strain) = manifest.strain else { return notes };
    if strain.steal_share >= STOLEN {
        let steal = share(strain.steal_share);
        notes.push(format!("the hypervisor gave {steal} of the time to others"));
    }
    if let Some(throttled) = strain.throttled_share.filter(|&throttled| throttled >= STOLEN) {
        let throttled = share(throttled);
        notes.push(format!("the control group's quota ran out in {throttled} of its periods"));
    }
    match strain.pressure_share {
        Some(pressure) if pressure >= PRESSURE => notes.push(format!(
            "tasks waited for a processor during {} of the run: times include their waiting",
            share(pressure)
        )),
        Some(_) => {}
        // Where the kernel does not report it, half a core's worth of other work before the run.
        None if strain.load_before >= 0.5 => {
            let (load, cores) = (strain.load_before, machine.cores);
            notes.push(format!("the machine was busy before: load {load:.2} on {cores} cores"));
        }
        None => {}
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::super::summary::tests::{latency, sample};
    use super::*;
    use crate::record::{Setting, manifest_sample as manifest};

    #[test]
    fn a_quiet_run_has_nothing_to_say() {
        assert_eq!(notes(&[sample(), latency()], &manifest()), Vec::<String>::new());
    }

    #[test]
    fn waiting_workers_are_told_of_with_the_rate_by_cpu_time() {
        let row = SummaryRow { wall_ns: 11_000, cpu_ns: Some(10_000), ..sample() };
        let text = notes(&[row], &manifest()).join("\n");
        for part in [
            "mrv, royle17.txt, 2 workers, 1.10 times",
            "interrupted 12 times",
            "by CPU time 101 k/s",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
        let close = SummaryRow { wall_ns: 10_150, cpu_ns: Some(10_000), ..sample() };
        assert_eq!(notes(&[close], &manifest()), Vec::<String>::new());
    }

    #[test]
    fn a_small_clocked_share_is_told() {
        let row = SummaryRow { clocked_share: Some(0.61), ..sample() };
        let text = notes(&[row], &manifest()).join("\n");
        assert!(text.contains("inside the clock") && text.contains("2 workers, 61.0 %"), "{text}");
    }

    #[test]
    fn what_is_true_of_many_rows_is_one_sentence() {
        let of = |solver: &str| SummaryRow {
            solver: solver.to_owned(),
            wall_ns: 11_000,
            cpu_ns: Some(10_000),
            involuntary: Some(1),
            setting: Setting { threads: 1, ..sample().setting },
            ..sample()
        };
        let rows =
            |count: usize| (0..count).map(|n| of(&format!("solver-{n}"))).collect::<Vec<_>>();
        let two = notes(&rows(2), &manifest());
        assert_eq!(two.len(), 1, "{two:?}");
        assert!(
            two[0].contains("solver-0, royle17.txt, 1 worker, 1.10 times, interrupted 1 time,")
        );
        assert!(two[0].contains("; solver-1, ") && !two[0].contains("more row"), "{two:?}");
        let many = notes(&rows(NAMED + 1), &manifest());
        assert!(many.len() == 1 && many[0].ends_with("; and 1 more row"), "{many:?}");
    }

    #[test]
    fn too_many_workers_and_a_quota_are_told() {
        let mut manifest = manifest();
        manifest.machine.cpu_quota = Some("1.50".to_owned());
        manifest.machine.usable_processors = Some(1.5);
        let row = SummaryRow {
            puzzles_per_s: None,
            oversubscribed_per_s: Some(9.0),
            wall_ns: 90_000,
            cpu_ns: Some(10_000),
            ..sample()
        };
        let found = notes(&[row], &manifest);
        assert!(found[0].contains("allows 1.50 processors' worth"), "{found:?}");
        assert!(found[1].contains("more workers than the 1.5 processors took turns"), "{found:?}");
        assert!(found[1].ends_with("mrv, royle17.txt, 2 workers"), "{found:?}");
        assert_eq!(found.len(), 2, "waiting is expected where too many wait: {found:?}");
    }

    #[test]
    fn what_the_system_reports_of_others_is_told() {
        let mut manifest = manifest();
        let strain = manifest.strain.as_mut().unwrap();
        strain.steal_share = 0.031;
        (strain.pressure_share, strain.throttled_share) = (Some(0.25), Some(0.5));
        strain.load_before = 1.5;
        let text = notes(&[], &manifest).join("\n");
        for part in ["3.10 % of the time to others", "50.0 % of its periods", "during 25.0 %"] {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert!(!text.contains("load"), "what was measured counts more than the load: {text}");
        manifest.strain.as_mut().unwrap().pressure_share = None;
        assert!(notes(&[], &manifest).join("\n").contains("load 1.50 on 4 cores"));
    }
}
