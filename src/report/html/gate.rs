//! The page of a gate: its verdict, what each look and each launch said, and on which puzzles the two
//! solvers differ.

use maud::{Markup, html};

use super::chart::marks::Style;
use super::intervals::{Group, Line, drawn};
use super::{
    Section, datasets, document, grid, incidents, lines, method, notes, outcomes, rounds, shown,
    table,
};
use crate::compare::launches::{LaunchRatio, by_launch};
use crate::compare::pairing::{series, shared};
use crate::puzzle::Order;
use crate::record::counted;
use crate::report::run_files::RunFiles;
use crate::report::units::{count, time};
use crate::report::verdict::changes::change;
use crate::report::verdict::detail::{Detail, SlowedPuzzle};
use crate::report::verdict::json::{Account, AccountRow};
use crate::report::verdict::ratio::Ratio;

/// Launches shown of each dataset; the records have all.
const SHOWN: usize = 40;

/// The page.
pub(super) fn page(run: &RunFiles, account: &Account) -> String {
    let heading = match account.rows.first() {
        Some(AccountRow { baseline, candidate, .. }) => {
            format!("Gate: {candidate} against {baseline}")
        }
        None => "Gate".to_owned(),
    };
    let all = [
        Section::new("found", "Verdict", Some(found(account))),
        Section::new("change", "Change, dataset by dataset", change_of(account)),
        Section::new("looks", "Look by look", looks(account)),
        Section::new("launches", "Launch by launch", launches(run, account)),
        Section::new("puzzles", "Where they differ", details(account)),
        Section::new("rounds", "Rounds over time", rounds::section(run)),
        Section::new("outcomes", "Outcomes", outcomes::section(run)),
        Section::new("incidents", "Puzzles that went wrong", incidents::section(run)),
        Section::new("datasets", "Datasets", datasets::section(run)),
        Section::new("method", "Machine and method", Some(method::of_gate(run))),
    ];
    document(&heading, &lines(run), &all.into_iter().flatten().collect::<Vec<_>>())
}

fn found(account: &Account) -> Markup {
    let is_failed = account.outcome == "failed";
    html! {
        ul.found {
            li { @if is_failed { span.bad { (shown(&account.reason)) } } @else { (shown(&account.reason)) } }
            @for fault in &account.faults { li { span.bad { (shown(fault)) } } }
        }
        @for puzzle in &account.puzzles { p.note { (shown(puzzle)) } }
        (notes(&account.notes))
    }
}

/// The measure in words.
fn measure(account: &Account) -> &'static str {
    if account.measure == "instructions" { "Instructions" } else { "Time" }
}

fn place(row: &AccountRow) -> String {
    let AccountRow { dataset, order, goal, .. } = row;
    format!("{dataset}, {order}, {goal}")
}

fn change_of(account: &Account) -> Option<Markup> {
    let of_row = |row: &AccountRow| Group {
        heading: html! { (shown(&place(row))) span.note { "; threshold " (row.threshold) (before(row)) } },
        lines: vec![line(row.candidate.clone(), row.ratio(), &row.verdict_in_words)],
    };
    let means = account.means.iter().map(|mean| Group {
        heading: html! { "Geometric mean over " (mean.datasets) " datasets (" (shown(&mean.over)) ")" },
        lines: vec![line(mean.candidate.clone(), Some(mean.ratio), &mean.verdict)],
    });
    let groups: Vec<Group> = account.rows.iter().map(of_row).chain(means).collect();
    let picture = drawn("candidate", &groups)?;
    Some(html! {
        p {
            (measure(account)) " of a puzzle as a ratio of the candidate's to the baseline's, with its interval:              all looks and datasets together miss the truth with a chance of 5 %. Above 1 the candidate is slower."
        }
        (picture)
    })
}

/// Both means, where there are any.
fn before(row: &AccountRow) -> Markup {
    let times = row.baseline_ns.zip(row.candidate_ns).map(|(a, b)| (time(a), time(b)));
    let counts = row.baseline_instructions.zip(row.candidate_instructions);
    let counts = counts.map(|(a, b)| {
        let [a, b] = [a, b].map(|each| count(each.round() as u64));
        (format!("{a} instructions"), format!("{b} instructions"))
    });
    html! {
        @if let Some((before, after)) = times.or(counts) {
            "; before " (before) ", after " (after) " a puzzle"
        }
    }
}

fn line(label: String, ratio: Option<Ratio>, verdict: &str) -> Line {
    let ratio = ratio.filter(|ratio| ratio.middle.is_some()).map(Ratio::interval);
    Line { label, ratio, verdict: verdict.to_owned(), style: Style::of(1) }
}

fn looks(account: &Account) -> Option<Markup> {
    let of_row = |row: &AccountRow| Group {
        heading: html! { (shown(&place(row))) },
        lines: row
            .looks
            .iter()
            .map(|look| {
                let groups = counted(look.groups, "group");
                let label = format!("after launch {}, {groups}", look.launches);
                line(label, Some(look.ratio), &look.verdict)
            })
            .collect(),
    };
    let groups: Vec<Group> =
        account.rows.iter().filter(|row| !row.looks.is_empty()).map(of_row).collect();
    let picture = drawn("look", &groups)?;
    Some(html! {
        p {
            "The gate looks at its measurements when all puzzles were met once, twice, four times and so on,              and at the end of the budget. Each look has a part of the chance of error, so early intervals are              wider than that of one look at the same times would be; the first clear one ends the gate."
        }
        (picture)
    })
}

fn launches(run: &RunFiles, account: &Account) -> Option<Markup> {
    let of_row = |row: &AccountRow| {
        let all = launches_of(run, row);
        let more = all.len().saturating_sub(SHOWN) as u64;
        (all.len() > 1).then(|| Group {
            heading: html! {
                (shown(&place(row)))
                @if more > 0 { span.note { "; " (count(more)) " more in records.csv" } }
            },
            lines: all.iter().take(SHOWN).map(launch).collect(),
        })
    };
    let groups: Vec<Group> = account.rows.iter().filter_map(of_row).collect();
    let picture = drawn("launch", &groups)?;
    Some(html! {
        p {
            "Each launch is a fresh process that holds both solvers. Launches meet different puzzles, so their              ratios may differ; intervals are those of their turns alone. One that stands apart from all others              shows a disturbed machine, or a solver that depends on where it lies in memory."
        }
        (picture)
    })
}

fn launches_of(run: &RunFiles, row: &AccountRow) -> Vec<LaunchRatio> {
    let AccountRow { baseline, candidate, .. } = row;
    let is_here = |place: (&str, Order)| place == (&*row.dataset, row.order);
    let mut all = series(&run.records).into_iter();
    let like = all.find(|one| is_here((&one.setting.dataset, one.setting.order)));
    let series = like.and_then(|like| shared(&run.records, &like, baseline, candidate));
    let ratios = series.map(|series| by_launch(&run.records, &series, [baseline, candidate]));
    ratios.and_then(Result::ok).unwrap_or_default()
}

fn launch(one: &LaunchRatio) -> Line {
    let LaunchRatio { launch, rounds, groups, interval } = *one;
    Line {
        label: format!("launch {launch}"),
        ratio: Some(interval),
        verdict: format!("{}, {}", counted(rounds, "round"), counted(groups, "group")),
        style: Style::of(1),
    }
}

fn details(account: &Account) -> Option<Markup> {
    (!account.details.is_empty()).then(|| {
        html! {
            p { "Puzzles one at a time, each with its shortest time." }
            @for detail in &account.details {
                h3 { (shown(&detail.place())) }
                @let strata = detail.strata_table();
                (table::plain(&strata, "where they differ"))
                (notes(&strata.notes))
                (slowed(detail))
            }
        }
    })
}

fn slowed(detail: &Detail) -> Markup {
    let row = |one: &SlowedPuzzle| {
        let (before, after) = one.times();
        html! { tr {
            th scope="row" { (grid::peek(&format!("line {}", one.line), detail.order, &one.puzzle)) }
            td.right { (count(one.guesses)) }
            td.right { (time(before)) } td.right { (time(after)) } td.right { (change((after / before).ln())) }
        } }
    };
    html! {
        @if !detail.slowed.is_empty() {
            h4 { "Puzzles that got slowest" }
            div.scroll tabindex="0" role="group" aria-label="puzzles that got slowest" {
                table.sortable {
                    thead { tr {
                        th scope="col" { "puzzle" } th.right scope="col" { "guesses" }
                        th.right scope="col" { "before" } th.right scope="col" { "after" }
                        th.right scope="col" { "change" }
                    } }
                    tbody { @for one in &detail.slowed { (row(one)) } }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::comparison::Means;
    use crate::compare::gate::{Besides, Gate, GateQuestion, Progress};
    use crate::compare::judge::Extent;
    use crate::compare::simulate::{QUIET, run};
    use crate::record::{manifest_sample, setting_sample};
    use crate::report::sums::summarize;

    const HOSTILE: &str = "</td><script>alert(1)</script>\u{1b}[31m";

    /// A gate of a solver that takes `factor` times as long, over eight launches with a look in the middle.
    fn gate(factor: f64) -> RunFiles {
        let records = run(QUIET, &[("mrv", 1.0), (HOSTILE, factor)], 200, 1);
        let threshold = "1%".parse().unwrap();
        let mut judging = Gate::new(GateQuestion {
            baseline: "mrv".to_owned(),
            candidate: HOSTILE.to_owned(),
            threshold,
            phases: 1,
            means: Means::Paired,
            counts_guesses: true,
            remembering: crate::compare::gate::Remembering::Passes,
            timeouts_ns: [None; 2],
        });
        judging.phase(Extent::Measured, threshold);
        let (first, rest) = records.split_at(200);
        let early = Progress { coverages: 1, spent: 0.3, has_enough_launches: true };
        judging.launch(first.to_vec(), early);
        judging.launch(rest.to_vec(), Progress { coverages: 1, spent: 1.0, ..early });
        let (comparison, records) = judging.finish(Besides::default()).unwrap();
        let times = crate::compare::puzzles::PuzzleTimes {
            offset: 0,
            givens: 17,
            guesses: 3,
            label: None,
            baseline_ns: 1000,
            candidate_ns: 2000,
            control_ns: 1000,
        };
        let slowed = vec![SlowedPuzzle::new(7, times, "<".repeat(81))];
        let detail =
            Detail { slowed, ..Detail::of(&setting_sample(), ["mrv", HOSTILE], &[times; 20]) };
        RunFiles {
            rows: summarize(&records, &[], &manifest_sample()),
            manifest: manifest_sample(),
            records,
            histograms: Vec::new(),
            slowest: Vec::new(),
            incidents: Vec::new(),
            puzzles: Vec::new(),
            difficulties: Vec::new(),
            verdict: Some(Account::of(&comparison, &[detail])),
        }
    }

    #[test]
    fn a_gate_shows_its_verdict_its_looks_its_launches_and_where_they_differ() {
        let run = gate(1.01);
        let account = run.verdict.as_ref().unwrap();
        assert!(account.rows[0].looks.len() == 2, "{:?}", account.rows[0].looks);
        let page = page(&run, account);
        for part in [
            "after launch 4, 25 groups",
            "after launch 8",
            "launch 1<",
            "launch 8<",
            "line 7",
            "1-10 guesses",
        ] {
            assert!(page.contains(part), "{part}");
        }
    }

    #[test]
    fn a_slower_candidate_is_marked_and_hostile_names_are_text() {
        let run = gate(1.5);
        let page = page(&run, run.verdict.as_ref().unwrap());
        assert!(page.contains("class=\"bad\">FAILED: "));
        assert!(
            !page.contains("<script>alert") && !page.contains('\u{1b}') && !page.contains("NaN")
        );
    }
}
