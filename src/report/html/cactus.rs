//! Puzzles solved within a time: a curve that ends low has a solver that left puzzles unsolved.

use maud::{Markup, html};

use super::chart::frame::{Axis, chart, path};
use super::chart::marks::{Style, legend};
use super::chart::scale::Scale;
use super::shown;
use crate::record::Setting;
use crate::report::run_files::RunFiles;
use crate::report::solved_within::{SolvedWithin, solved_within};
use crate::report::units::{count, time};

pub(super) fn section(run: &RunFiles) -> Option<Markup> {
    let all = solved_within(&run.puzzles);
    let mut settings: Vec<&Setting> = Vec::new();
    for one in &all {
        if !settings.contains(&one.setting) {
            settings.push(one.setting);
        }
    }
    (!settings.is_empty()).then(|| html! {
        p {
            "The share of the sampled puzzles that were solved rightly within a time, one puzzle at a time. A \
             curve that stays below 100 % left puzzles unsolved or answered them wrongly."
        }
        @for setting in settings {
            (figure(run, setting, all.iter().filter(|one| one.setting == setting).collect()))
        }
    })
}

fn figure(run: &RunFiles, setting: &Setting, curves: Vec<&SolvedWithin<'_>>) -> Markup {
    let times = curves.iter().flat_map(|one| one.points.iter().map(|point| point.0));
    let Some(x) = Scale::log(times) else { return html! {} };
    let shares = [0.0, 0.25, 0.5, 0.75, 1.0];
    let x_axis = Axis { title: "time of a puzzle".to_owned(), ticks: x.times() };
    let y_axis = Axis {
        title: "puzzles solved within the time".to_owned(),
        ticks: shares.iter().map(|share| (*share, format!("{} %", share * 100.0))).collect(),
    };
    let style = |one: &SolvedWithin<'_>| Style::of(run.number_of(one.solver));
    let lines = html! { @for one in &curves {
        path class=(style(one).curve()) d=(path(one.points.iter().map(|(ns, y)| (x.at(*ns), *y)))) {}
    } };
    let marks = html! { @for one in &curves { @if let Some((ns, share)) = one.points.last() {
        (style(one).mark(x.at(*ns), 1.0 - share))
    } } };
    let label = format!("Puzzles solved within a time on {}; figures below", setting.dataset);
    html! {
        figure {
            h3 { (shown(&setting.dataset)) ", " (setting.order) }
            (legend(curves.iter().map(|one| (one.solver, style(one)))))
            (chart(&shown(&label), &x_axis, &y_axis, &lines, &marks))
            details {
                summary { "These figures as a table" }
                div.scroll tabindex="0" role="group" aria-label="puzzles solved" { table.sortable {
                    thead { tr {
                        th scope="col" { "solver" } th.right scope="col" { "sampled puzzles" }
                        th.right scope="col" { "solved" } th.right scope="col" { "slowest of these" }
                    } }
                    tbody { @for one in &curves { tr {
                        th scope="row" { (shown(one.solver)) }
                        td.right { (count(one.met as u64)) }
                        td.right { (count(one.answered as u64)) }
                        td.right { @if let Some((ns, _)) = one.points.last() { (time(*ns)) } }
                    } } }
                } }
            }
        }
    }
}
