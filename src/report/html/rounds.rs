//! Rounds over time: a machine that was disturbed shows as a bump in all curves.

use maud::{Markup, html};

use super::chart::frame::{Axis, chart, path};
use super::chart::marks::{Style, legend};
use super::chart::scale::Scale;
use super::shown;
use crate::record::Setting;
use crate::report::rounds::{OverRounds, over_rounds};
use crate::report::run_files::RunFiles;
use crate::report::units::{count, digits};

pub(super) fn section(run: &RunFiles) -> Option<Markup> {
    let all = over_rounds(&run.records);
    let mut settings: Vec<&Setting> = Vec::new();
    for one in &all {
        if !settings.contains(&one.setting) {
            settings.push(one.setting);
        }
    }
    (!settings.is_empty()).then(|| html! {
        p {
            "Time of neighbouring rounds as a ratio to what is usual for the same puzzles, from the first round \
             to the last. A quiet machine gives flat lines at 1; a bump in all of them is the machine, one in a \
             single curve is the solver."
        }
        @for (i, setting) in settings.iter().enumerate() {
            @let curves: Vec<&OverRounds<'_>> = all.iter().filter(|one| one.setting == *setting).collect();
            @if i == 0 { (figure(run, setting, &curves)) } @else {
                details { summary { (shown(&setting.to_string())) } (figure(run, setting, &curves)) }
            }
        }
    })
}

fn figure(run: &RunFiles, setting: &Setting, curves: &[&OverRounds<'_>]) -> Markup {
    let ratios = curves.iter().flat_map(|one| one.parts.iter().map(|part| part.middle));
    let Some(y) = Scale::log(ratios.chain([0.5, 2.0])) else { return html! {} };
    let y_axis = Axis {
        title: "time of a round, 1 is usual".to_owned(),
        ticks: y.labels(|ratio| ratio.to_string()),
    };
    let x_axis = Axis {
        title: "rounds of each solver, first to last".to_owned(),
        ticks: [0.0, 0.5, 1.0].map(|at| (at, format!("{} %", at * 100.0))).to_vec(),
    };
    let style = |one: &OverRounds<'_>| Style::of(run.number_of(one.solver));
    let lines = html! { @for one in curves {
        path class=(style(one).curve()) d=(path(one.parts.iter().map(|part| (part.at, y.at(part.middle))))) {}
    } };
    let marks = html! { @for one in curves { @if let Some(last) = one.parts.last() {
        (style(one).mark(last.at, 1.0 - y.at(last.middle)))
    } } };
    let label = format!("Rounds over time, {setting}; figures below");
    html! {
        figure {
            h3 { (shown(&setting.to_string())) }
            (legend(curves.iter().map(|one| (one.solver, style(one)))))
            (chart(&shown(&label), &x_axis, &y_axis, &lines, &marks))
            details {
                summary { "These figures as a table" }
                div.scroll tabindex="0" role="group" aria-label="rounds over time" { table.sortable {
                    thead { tr {
                        th scope="col" { "solver" } th.right scope="col" { "rounds" }
                        th.right scope="col" { "slowest stretch, median" } th.right scope="col" { "slowest round" }
                    } }
                    tbody { @for one in curves { tr {
                        th scope="row" { (shown(one.solver)) }
                        td.right { (count(one.rounds as u64)) }
                        td.right { (most(one, |part| part.middle)) }
                        td.right { (most(one, |part| part.high)) }
                    } } }
                } }
            }
        }
    }
}

fn most(one: &OverRounds<'_>, of: fn(&crate::report::rounds::Part) -> f64) -> String {
    format!("{} times the usual", digits(one.parts.iter().map(of).fold(0.0, f64::max)))
}
