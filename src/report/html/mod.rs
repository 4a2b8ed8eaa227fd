//! `report.html`: runs as one page that opens offline, for people to look at and to hand on. A file a
//! section, in the order of the page; `chart/` has what their pictures are made of.
//!
//! Sections give figures a form and compute none: these are those of [`crate::record`],
//! [`crate::compare`] and the rest of `report`. Whatever a user has named is escaped by the template
//! crate, and its control characters are shown, by [`shown`].

mod answer;
mod cactus;
mod chart;
mod datasets;
mod gate;
mod grid;
mod history;
mod incidents;
mod intervals;
mod latency;
mod method;
mod outcomes;
mod pairs;
mod ratios;
mod rounds;
mod slowest;
mod table;
mod workers;

pub(crate) use history::page_of_runs;

use std::borrow::Cow;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::findings::baseline;
use super::overview;
use super::run_files::RunFiles;
use crate::compare::comparison::Comparison;
use crate::compare::pairing::PairingError;
use crate::compare::within::{Names, within};
use crate::record::{Manifest, counted, distinct};
use crate::text;

/// Colours, sizes and what changes on paper and in the dark.
const STYLE: &str = include_str!("style.css");
/// Sorts tables; the page is whole without it.
const SCRIPT: &str = include_str!("script.js");
/// A change of time smaller than this is called the same in sentences.
const THRESHOLD: &str = "1%";

/// A run with the comparison of its solvers.
struct Compared<'a> {
    run: &'a RunFiles,
    /// Whom the others are compared with.
    baseline: Option<String>,
    /// Every other solver against the baseline, or why there is no comparison.
    comparison: Result<Comparison, PairingError>,
}

/// The page of one run, or of one gate; `names` choose whom the others are compared with in a run.
pub(crate) fn page(run: &RunFiles, names: &Names) -> String {
    if let Some(account) = &run.verdict {
        return gate::page(run, account);
    }
    let threshold = THRESHOLD.parse().expect("a percentage");
    let baseline = || baseline(&run.manifest, &run.rows);
    let names = Names { baseline: names.baseline.clone().or_else(baseline), ..names.clone() };
    let comparison = within(&run.records, Some(&run.manifest), &names, threshold);
    let first = || run.manifest.backends.first().map(|backend| backend.id.clone());
    let compared = Compared { run, baseline: names.baseline.or_else(first), comparison };
    document(&heading(run), &lines(run), &sections(&compared))
}

/// What was compared: `7 solvers on 4 datasets`.
fn heading(run: &RunFiles) -> String {
    let Manifest { backends, datasets, .. } = &run.manifest;
    let on = match &datasets[..] {
        [one] => one.name.clone(),
        all => counted(all.len() as u64, "dataset"),
    };
    format!("{} on {on}", counted(backends.len() as u64, "solver"))
}

/// When, where and with which program, below the heading.
fn lines(run: &RunFiles) -> Vec<String> {
    let Manifest { started, machine, program, .. } = &run.manifest;
    let cpu = machine.cpu.as_deref().unwrap_or("unknown processor");
    let revision = program.revision.as_deref().map(|revision| format!(", revision {revision}"));
    vec![
        format!("{started}, {}, {cpu}", machine.host),
        format!("sudoku-bench {}{}", program.version, revision.unwrap_or_default()),
    ]
}

/// A heading with what stands below it, and the name that links lead to.
struct Section {
    id: &'static str,
    heading: &'static str,
    content: Markup,
}

impl Section {
    /// A section, unless there is nothing to show in it.
    fn new(id: &'static str, heading: &'static str, content: Option<Markup>) -> Option<Self> {
        content.map(|content| Self { id, heading, content })
    }
}

fn sections(compared: &Compared<'_>) -> Vec<Section> {
    let run = compared.run;
    let summary = table::table(&overview(&run.rows, &run.manifest), "summary of the run");
    let baseline = compared.baseline.as_deref();
    let pairs = baseline.and_then(|baseline| pairs::section(run, baseline));
    let all = [
        Section::new("found", "What was found", Some(answer::section(compared))),
        Section::new("ratios", "Compared with the baseline", ratios::section(compared)),
        Section::new("summary", "Summary", Some(summary)),
        Section::new("latency", "Latency by percentile", latency::section(run)),
        Section::new("solved", "Puzzles solved within a time", cactus::section(run)),
        Section::new("pairs", "Puzzle by puzzle", pairs),
        Section::new("workers", "Throughput by workers", workers::section(run)),
        Section::new("rounds", "Rounds over time", rounds::section(run)),
        Section::new("outcomes", "Outcomes", outcomes::section(run)),
        Section::new("slowest", "Slowest puzzles", slowest::section(run)),
        Section::new("incidents", "Puzzles that went wrong", incidents::section(run)),
        Section::new("datasets", "Datasets", datasets::section(run)),
        Section::new("method", "Machine and method", Some(method::section(run))),
    ];
    all.into_iter().flatten().collect()
}

fn document(heading: &str, lines: &[String], sections: &[Section]) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                // Nothing on the page asks for anything; with this it could not either.
                meta http-equiv="Content-Security-Policy"
                    content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";
                title { "sudoku-bench: " (shown(heading)) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                a.skip href="#main" { "Skip to the content" }
                (chart::marks::definitions())
                header {
                    h1 { (shown(heading)) }
                    @for line in lines { p.program { (shown(line)) } }
                    nav aria-label="Sections" {
                        ul { @for section in sections {
                            li { a href={"#" (section.id)} { (section.heading) } }
                        } }
                    }
                }
                main id="main" {
                    @for section in sections {
                        section id=(section.id) aria-labelledby={(section.id) "-heading"} {
                            h2 id={(section.id) "-heading"} { (section.heading) }
                            (section.content)
                        }
                    }
                }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    page.into_string()
}

/// Text of others, on one line and with its control characters visible.
fn shown(text: &str) -> Cow<'_, str> {
    text::line(text)
}

/// What must be known of the figures above: the first few at once, the others on demand.
fn notes(notes: &[String]) -> Markup {
    const AT_ONCE: usize = 3;
    let notes = distinct(notes);
    let (first, others) = notes.split_at(notes.len().min(AT_ONCE));
    html! {
        @if !first.is_empty() { ul.notes { @for note in first { li { (shown(note)) } } } }
        @if !others.is_empty() {
            details.notes {
                summary { (counted(others.len() as u64, "more note")) }
                ul.notes { @for note in others { li { (shown(note)) } } }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::simulate::{self, QUIET};
    use crate::record::incident::IncidentKind;
    use crate::record::{BackendFacts, Pass, Setting, manifest_sample};
    use crate::report::incidents::IncidentRow;
    use crate::report::puzzle_sample::SampledPuzzle;
    use crate::report::slowest::Slow;
    use crate::report::sums::summarize;

    /// Names that would end tags, attributes and comments, begin lines or move a cursor.
    const HOSTILE: [&str; 2] =
        ["<script>alert(1)</script>", "\"' onload=x <!-- ]]> &amp; \u{1b}[31m\n\u{202e}</style>"];

    fn hostile() -> RunFiles {
        let [solver, dataset] = HOSTILE.map(str::to_owned);
        let mut manifest = manifest_sample();
        manifest.machine.host = dataset.clone();
        manifest.machine.cpu = Some(solver.clone());
        manifest.arguments = vec!["run".to_owned(), dataset.clone()];
        manifest.datasets[0].name = dataset.clone();
        manifest.datasets[0].path = dataset.clone();
        let other = BackendFacts { id: solver.clone(), ..manifest.backends[0].clone() };
        manifest.backends.push(other);
        let mut records = simulate::run(QUIET, &[("mrv", 1.0), (&solver, 0.5)], 40, 1);
        records.iter_mut().for_each(|record| record.setting.dataset = dataset.clone());
        let setting = Setting { pass: Pass::Latency, ..records[0].setting.clone() };
        let slow = Slow {
            solver: solver.clone(),
            setting: setting.clone(),
            line: 1,
            offset: 0,
            first_ns: 5,
            again_ns: Some(4),
            guesses: None,
            puzzle: "</pre>".repeat(13) + "123",
        };
        let incident = IncidentRow {
            solver: solver.clone(),
            setting,
            kind: IncidentKind::Wrong,
            place: Some((1, 0)),
            what: dataset.clone(),
            puzzle: "1".repeat(81),
            answer: "<".repeat(81),
        };
        let met = |solver: &str| SampledPuzzle {
            setting: slow.setting.clone(),
            line: 1,
            offset: 0,
            givens: 25,
            puzzle: slow.puzzle.clone(),
            solver: solver.to_owned(),
            outcome: "unique".to_owned(),
            guesses: Some(3),
            min_ns: 500,
            again_ns: 600,
        };
        RunFiles {
            puzzles: vec![met("mrv"), met(&solver)],
            difficulties: Vec::new(),
            verdict: None,
            rows: summarize(&records, &[], &manifest),
            manifest,
            records,
            histograms: Vec::new(),
            slowest: vec![slow],
            incidents: vec![incident],
        }
    }

    #[test]
    fn hostile_names_come_out_as_text() {
        let page = page(&hostile(), &Names::default());
        let own = STYLE.len() + SCRIPT.len();
        assert!(page.len() > own && page.contains("&lt;script&gt;alert(1)"), "they are shown");
        let rest = page.replacen(STYLE, "", 1).replacen(SCRIPT, "", 1);
        assert_eq!(rest.matches("<script").count(), 1, "our own");
        assert_eq!(rest.matches("</style>").count(), 1, "our own");
        assert_eq!((rest.matches("<!--").count(), rest.matches("onload=x <").count()), (0, 0));
        assert!(!rest.contains("</pre></pre>"));
        let is_hidden = |c: char| c.is_control() && c != '\n' || c == '\u{202e}';
        assert!(!page.contains(is_hidden));
        assert!(!rest.contains("[31m\n"), "a name begins no line");
    }

    #[test]
    fn a_page_asks_for_nothing() {
        let page = page(&hostile(), &Names::default());
        for word in ["http:", "https:", "src=", "url(", "@import", "fetch(", "NaN", "inf%"] {
            assert!(!page.contains(word), "{word}");
        }
    }

    #[test]
    fn nothing_measured_is_a_page_too() {
        let manifest = Manifest { datasets: Vec::new(), backends: Vec::new(), ..manifest_sample() };
        let run = RunFiles {
            manifest,
            records: Vec::new(),
            rows: Vec::new(),
            histograms: Vec::new(),
            slowest: Vec::new(),
            incidents: Vec::new(),
            puzzles: Vec::new(),
            difficulties: Vec::new(),
            verdict: None,
        };
        let page = page(&run, &Names::default());
        assert!(page.contains("0 solvers on 0 datasets") && page.contains("are not compared"));
    }
}
