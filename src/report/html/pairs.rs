//! Two solvers puzzle by puzzle: a density, the hundred puzzles that differ most, and where they differ
//! by guesses, by givens and by difficulty.

use maud::{Markup, html};

use super::chart::frame::{Axis, chart, unit};
use super::chart::scale::Scale;
use super::{grid, shown, table};
use crate::compare::puzzles::{LEAST, Stratum};
use crate::report::pairs::{CELLS, Pair, pairs};
use crate::report::run_files::RunFiles;
use crate::report::table::{Align, Table};
use crate::report::units::{count, digits, time};
use crate::report::verdict::changes::ratio;

/// Puzzles that differ most, of one pair.
const MOST: usize = 100;
/// The same of all pairs of a page together: a page stays small however many solvers it has.
const MOST_OF_ALL: usize = 2400;
/// Shades of a density: from one puzzle in a cell, each four times as many as the one before.
const SHADES: usize = 4;

pub(super) fn section(run: &RunFiles, baseline: &str) -> Option<Markup> {
    let pairs = pairs(&run.puzzles, &run.difficulties, baseline);
    let most = MOST.min(MOST_OF_ALL / pairs.len().max(1));
    (!pairs.is_empty()).then(|| html! {
        p {
            "Single puzzles of the latency pass that both solvers answered, each with its shortest time: a \
             uniform sample of at most 1,000 puzzles of each solver and dataset, kept in puzzles.csv.gz. Below \
             the diagonal the other solver is faster than " strong { (shown(baseline)) } "."
        }
        @for (i, pair) in pairs.iter().enumerate() {
            @if i == 0 { (content(pair, most)) } @else {
                details { summary { (heading(pair)) } (content(pair, most)) }
            }
        }
    })
}

fn heading(pair: &Pair<'_>) -> String {
    let setting = pair.setting;
    let text = format!(
        "{} and {} on {}, {}: {} puzzles",
        pair.candidate,
        pair.baseline,
        setting.dataset,
        setting.order,
        count(pair.times.len() as u64)
    );
    shown(&text).into_owned()
}

fn content(pair: &Pair<'_>, most: usize) -> Markup {
    html! {
        h3 { (heading(pair)) }
        (density(pair))
        (different(pair, most))
        (strata(pair))
    }
}

fn density(pair: &Pair<'_>) -> Markup {
    let all = pair.times.iter().flat_map(|one| [one.baseline_ns, one.candidate_ns]);
    let Some(scale) = Scale::log(all.map(|ns| ns.max(1) as f64)) else { return html! {} };
    let (low, high) = scale.ends();
    let mut shades = vec![String::new(); SHADES];
    for (x, y, number) in pair.density(low, high) {
        let shade = (number.ilog2() as usize / 2).min(SHADES - 1);
        let (left, top) = (share(x), share(CELLS - 1 - y));
        shades[shade].push_str(&format!("M{left} {top}h{0}v{0}h-{0}z", share(1)));
    }
    let x =
        Axis { title: format!("{}, time of a puzzle", shown(pair.baseline)), ticks: scale.times() };
    let y = Axis {
        title: format!("{}, time of a puzzle", shown(pair.candidate)),
        ticks: scale.times(),
    };
    let cells = html! {
        @for (i, path) in shades.iter().enumerate() { path class={"shade h" (i)} d=(path) {} }
        path.diagonal d="M0 1000L1000 0" {}
    };
    let label = format!("Density of {}; the strata below have its figures", heading(pair));
    html! {
        figure.square {
            (chart(&label, &x, &y, &cells, &html! {}))
            figcaption { "Darker: more puzzles in a cell (1, 4, 16, 64 and more). On the dashed line both take \
                equally long." }
        }
    }
}

/// Cells in the units of a picture.
fn share(cells: usize) -> String {
    unit(cells as f64 / CELLS as f64)
}

fn different(pair: &Pair<'_>, most: usize) -> Markup {
    let all = pair.most_different(most);
    html! {
        details {
            summary { "The " (all.len()) " puzzles that differ most" }
            div.scroll tabindex="0" role="group" aria-label="puzzles that differ most" {
                table.sortable {
                    thead { tr {
                        th scope="col" { "puzzle" }
                        th.right scope="col" { (shown(pair.baseline)) }
                        th.right scope="col" { (shown(pair.candidate)) }
                        th.right scope="col" { "givens" } th.right scope="col" { "guesses" }
                    } }
                    tbody { @for (times, puzzle) in all { tr {
                        th scope="row" {
                            (grid::peek(&format!("line {}", puzzle.line), pair.setting.order, &puzzle.puzzle))
                        }
                        td.right { (time(times.baseline_ns as f64)) }
                        td.right { (time(times.candidate_ns as f64)) }
                        td.right { (times.givens) }
                        td.right { @if let Some(guesses) = puzzle.guesses { (count(guesses)) } }
                    } } }
                }
            }
        }
    }
}

fn strata(pair: &Pair<'_>) -> Markup {
    let columns = [
        ("puzzles with", Align::Left),
        ("puzzles", Align::Right),
        (pair.baseline, Align::Right),
        (pair.candidate, Align::Right),
        ("ratio of times, 95 % interval", Align::Right),
        ("clearly faster", Align::Right),
        ("clearly slower", Align::Right),
    ]
    .map(|(heading, align)| (heading.to_owned(), align));
    let line = |stratum: &Stratum| {
        vec![
            stratum.name.clone(),
            count(stratum.puzzles as u64),
            time(stratum.baseline_ns),
            time(stratum.candidate_ns),
            ratio_of(stratum),
            count(stratum.faster as u64),
            count(stratum.slower as u64),
        ]
    };
    let rows: Vec<Vec<String>> = pair.strata().iter().map(line).collect();
    html! {
        @if !rows.is_empty() {
            h4 { "Where they differ: by guesses of the baseline, by givens and by difficulty" }
            (table::plain(&Table::of(columns, rows), "where they differ"))
            @if let Some(remark) = remark(pair) { p.note { (remark) } }
        }
    }
}

/// The ratio alone where there are too few puzzles for an interval.
fn ratio_of(stratum: &Stratum) -> String {
    match stratum.puzzles {
        ..LEAST => digits(stratum.change.middle.exp()),
        _ => ratio(stratum.change),
    }
}

/// What is missing in the strata.
fn remark(pair: &Pair<'_>) -> Option<String> {
    let (all, labelled) = (pair.times.len() as u64, pair.labelled() as u64);
    let few = pair.strata().iter().any(|stratum| stratum.puzzles < LEAST);
    let parts = [
        few.then(|| format!("Fewer than {LEAST} puzzles have no interval.")),
        (labelled > 0 && labelled < all).then(|| {
            let (labelled, all) = (count(labelled), count(all));
            format!(
                "The difficulty of {labelled} of {all} puzzles is known: the others have not exactly one \
                 solution, or were not reached in time."
            )
        }),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(" "))
}
