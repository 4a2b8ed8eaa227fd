//! What `run` prints, and its exit code.

use super::Args;
use crate::cli::interrupt::INTERRUPTED_BY_USER;
use crate::cli::report::PAGE;
use crate::cli::streams::remark;
use crate::cli::{FAILED, habits};
use crate::record::{Manifest, Pass};
use crate::report::incidents::IncidentRow;
use crate::report::{self, Folder, SummaryRow};
use crate::run::drive::findings::Findings;
use crate::run::work::spent::Spent;

/// What goes to standard output.
pub(super) fn shown(
    args: &Args,
    rows: &[SummaryRow],
    manifest: &Manifest,
) -> anyhow::Result<String> {
    if args.json {
        let mut json = Vec::new();
        report::summary::write_json(rows, &mut json)?;
        return Ok(String::from_utf8(json)?);
    }
    let table = report::overview(rows, manifest);
    let width = report::terminal::width();
    let fitted = report::fit::fit(&table, width, &args.columns).or_else(|why| {
        // What was measured is not lost by a slip.
        remark(why);
        report::fit::fit(&table, width, &[])
    });
    let text = fitted.map(|table| report::terminal::render(&table, Some(width)));
    Ok(format!("{}\n", text.unwrap_or_default().trim_end()))
}

/// What goes to standard error.
pub(super) fn remarks(findings: &Findings, incidents: &[IncidentRow], folder: &Folder) {
    findings.notes.iter().for_each(remark);
    habit_lines(findings).iter().for_each(remark);
    report::incidents::lines(incidents).iter().for_each(remark);
    time_lines(findings).iter().for_each(remark);
    remark(format_args!("report: {}", folder.path().display()));
    let page = folder.path().join(PAGE);
    if page.exists() {
        remark(format_args!("to look at in a browser: {}", page.display()));
    }
}

/// What each solver remembers, where that is remarkable.
fn habit_lines(findings: &Findings) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for phase in &findings.phases {
        for (name, memory) in phase.backends.iter().zip(&phase.memories) {
            for line in habits::memory(name, memory) {
                // Figures differ from dataset to dataset; the first will do.
                if !lines.iter().any(|known| known.starts_with(name.as_str())) {
                    lines.push(line);
                }
            }
        }
    }
    lines
}

/// Where the workers' time went, a line a pass.
fn time_lines(findings: &Findings) -> Vec<String> {
    let line = |pass: Pass| {
        let phases = findings.phases.iter().filter(|phase| phase.setting.pass == pass);
        let spent = phases.fold(Spent::default(), |sum, phase| sum.merge(phase.spent));
        let shares = spent.shares().into_iter();
        let parts: Vec<String> =
            shares.map(|(part, share)| format!("{:.1} % {part}", 100.0 * share)).collect();
        (!parts.is_empty()).then(|| format!("workers' time, {}: {}", pass.name(), parts.join(", ")))
    };
    [Pass::Throughput, Pass::Latency].into_iter().filter_map(line).collect()
}

pub(super) fn exit_code(rows: &[SummaryRow], interrupted: bool) -> u8 {
    if rows.iter().any(|row| row.wrong > 0 || row.disputed > 0 || row.crashed > 0) {
        FAILED
    } else if interrupted {
        INTERRUPTED_BY_USER
    } else {
        0
    }
}
