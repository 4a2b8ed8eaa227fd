//! The JSON of hyperfine's `--export-json`, which its plotting scripts and Bencher read: a command is a
//! solver on a dataset, a time that of a puzzle, in seconds.

use std::io::{self, Write};

use serde_json::{Value, json};

use crate::compare::comparison::Comparison;
use crate::compare::pairing::{self, Series};
use crate::record::Record;

/// Writes the rounds behind a comparison; where instructions were counted there is no time to write.
///
/// # Errors
/// When `out` cannot be written.
pub fn write(comparison: &Comparison, records: &[Record], mut out: impl Write) -> io::Result<()> {
    let mut seen: Vec<(&Series, &str)> = Vec::new();
    let mut results = Vec::new();
    for row in comparison.rows.iter().filter(|row| !row.timing.is_counted()) {
        for solver in [&*row.baseline, &*row.candidate] {
            if seen.contains(&(&row.series, solver)) {
                continue;
            }
            seen.push((&row.series, solver));
            let clock = row.timing.deciding.clock();
            // A baseline of another run has no rounds here.
            let Ok(pairs) = pairing::alone(records, &row.series, clock, solver) else { continue };
            let times = pairs.iter().map(|(solves, ns)| *ns as f64 / *solves as f64 / 1e9);
            results.extend(result(records, &row.series, solver, times.collect()));
        }
    }
    serde_json::to_writer_pretty(&mut out, &json!({ "results": results }))?;
    out.write_all(b"\n")
}

/// One element of `results`; nothing without times.
fn result(records: &[Record], series: &Series, solver: &str, times: Vec<f64>) -> Option<Value> {
    let mut sorted = times.clone();
    sorted.sort_by(f64::total_cmp);
    let (min, max) = (*sorted.first()?, *sorted.last()?);
    let count = times.len() as f64;
    let mean = times.iter().sum::<f64>() / count;
    let squares: f64 = times.iter().map(|time| (time - mean).powi(2)).sum();
    let stddev = (times.len() > 1).then(|| (squares / (count - 1.0)).sqrt());
    let middle = sorted.len() / 2;
    let median = if sorted.len() % 2 == 1 {
        sorted[middle]
    } else {
        (sorted[middle - 1] + sorted[middle]) / 2.0
    };
    let own = || records.iter().filter(|record| record.solver == solver && series.holds(record));
    let cpu_ns: Option<u64> = own().map(|record| record.cpu_ns).sum();
    let solves: u64 = own().map(Record::solves).sum();
    let setting = &series.setting;
    Some(json!({
        "command": format!("{solver}, {}", setting.dataset),
        "mean": mean,
        "stddev": stddev,
        "median": median,
        // A puzzle's time is not divided into that of the solver and that of the system.
        "user": cpu_ns.map_or(mean, |ns| ns as f64 / solves.max(1) as f64 / 1e9),
        "system": 0.0,
        "min": min,
        "max": max,
        "times": times,
        "memory_usage_byte": Vec::<u64>::new(),
        "exit_codes": vec![0; sorted.len()],
        "parameters": {
            "solver": solver,
            "dataset": setting.dataset,
            "order": setting.order.n().to_string(),
            "goal": setting.goal.to_string(),
            "pass": setting.pass.name(),
            "threads": setting.threads.to_string(),
        },
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::simulate::{QUIET, run};
    use crate::compare::within::{Names, within};

    /// What hyperfine's scripts look up: `results`, and in each `command` or `parameters` for the
    /// label, `mean`, `stddev`, `median`, `min`, `max`, and one exit code for each of `times`.
    #[test]
    fn hyperfine_s_plotting_scripts_find_what_they_look_up() {
        let records = run(QUIET, &[("mrv", 1.0), ("lockstep", 2.0)], 32, 3);
        let comparison = within(&records, None, &Names::default(), "1%".parse().unwrap()).unwrap();
        let mut bytes = Vec::new();
        write(&comparison, &records, &mut bytes).unwrap();
        let read: Value = serde_json::from_slice(&bytes).unwrap();
        let results = read["results"].as_array().unwrap();
        assert_eq!(results.len(), 2);
        let figure = |one: &Value, key: &str| one[key].as_f64().unwrap();
        for one in results {
            let times: Vec<f64> = one["times"]
                .as_array()
                .unwrap()
                .iter()
                .map(|time| time.as_f64().unwrap())
                .collect();
            assert_eq!(one["exit_codes"].as_array().unwrap().len(), times.len());
            // 16 pairs of rounds of each solver; a simulated puzzle takes microseconds.
            assert_eq!(times.len(), 16);
            let (low, high) = (figure(one, "min"), figure(one, "max"));
            assert!(1e-6 < low && low <= figure(one, "median") && high < 1e-4, "{one}");
            assert!(
                (low..=high).contains(&figure(one, "mean")) && figure(one, "stddev") < high - low
            );
            assert!(figure(one, "user") > 0.0 && one["parameters"]["solver"].is_string());
        }
        let ratio = figure(&results[1], "mean") / figure(&results[0], "mean");
        assert!((ratio - 2.0).abs() < 0.1, "{ratio}");
        assert!(results[1]["command"].as_str().unwrap().starts_with("lockstep, "));
    }
}
