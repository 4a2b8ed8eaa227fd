//! `wrong.csv` and `crashes.csv`, and the same for a person: the puzzles that something went wrong
//! on.

use std::io::{self, Read, Write};

use super::folder::{Folder, FolderError};
use crate::puzzle::Order;
use crate::record::incident::IncidentKind;
use crate::record::{Identity, Pass, Setting};
use crate::solver::Goal;

/// Something that went wrong on a puzzle, with all that a reader needs to find it.
#[derive(Clone, Debug)]
pub(crate) struct IncidentRow {
    /// Backend.
    pub solver: String,
    /// What was measured, and how.
    pub setting: Setting,
    /// What happened.
    pub kind: IncidentKind,
    /// Line of the dataset, from 1, and the byte at which it begins; none where it is not known
    /// which puzzle it was.
    pub place: Option<(u64, u64)>,
    /// What exactly, in words.
    pub what: String,
    /// The puzzle as it was solved; empty where it is not known.
    pub puzzle: String,
    /// The grid that was answered; empty where there is none.
    pub answer: String,
}

/// The columns; they are only ever added to, at the end.
const HEADER: [&str; 13] = [
    "solver", "dataset", "order", "pass", "kind", "line", "offset", "what", "puzzle", "answer",
    "run", "host", "machine",
];

/// Columns that are an incident's own.
const READ: usize = 10;

/// Wrong and disputed answers and faults of the datasets, then deaths and hangs.
pub(crate) const FILES: [&str; 2] = ["wrong.csv", "crashes.csv"];

/// Most incidents that are printed one by one.
const SHOWN: usize = 5;

/// Writes `wrong.csv` (wrong and disputed answers, faults of the datasets) and `crashes.csv`, each
/// only where there is something in it. Returns why for each that cannot be written.
pub(crate) fn write(
    folder: &Folder,
    incidents: &[IncidentRow],
    identity: &Identity,
) -> Vec<FolderError> {
    let (crashes, wrong): (Vec<_>, Vec<_>) =
        incidents.iter().partition(|incident| incident.kind.is_without_answer());
    let files = [(FILES[0], wrong), (FILES[1], crashes)];
    let written = files.into_iter().filter(|(_, incidents)| !incidents.is_empty());
    written
        .filter_map(|(name, rows)| folder.write(name, |out| write_csv(out, &rows, identity)).err())
        .collect()
}

fn write_csv(out: impl Write, incidents: &[&IncidentRow], identity: &Identity) -> io::Result<()> {
    let mut csv = csv::Writer::from_writer(out);
    csv.write_record(HEADER)?;
    let [run, host, machine] = identity.fields();
    for incident in incidents {
        let [line, offset] = match incident.place {
            Some((line, offset)) => [line, offset].map(|number| number.to_string()),
            None => [String::new(), String::new()],
        };
        csv.write_record([
            &incident.solver,
            &incident.setting.dataset,
            &incident.setting.order.n().to_string(),
            incident.setting.pass.name(),
            incident.kind.name(),
            &line,
            &offset,
            &incident.what,
            &incident.puzzle,
            &incident.answer,
            run,
            host,
            machine,
        ])?;
    }
    csv.flush()
}

/// Reads what [`write()`] wrote to one of its files, of a run with this goal. The number of workers is
/// not in it and reads as 1.
///
/// # Errors
/// When a column is missing or a field is not what it should be.
pub(crate) fn read_csv(input: impl Read, goal: Goal) -> io::Result<Vec<IncidentRow>> {
    let mut csv = csv::Reader::from_reader(input);
    let header = csv.headers()?.clone();
    let place = |name: &str| header.iter().position(|found| found == name);
    let places: Option<Vec<usize>> = HEADER[..READ].iter().map(|name| place(name)).collect();
    let places = places.ok_or_else(|| unreadable("a column is missing"))?;
    let rows = csv.records().map(|row| {
        let row = row?;
        let field = |i: usize| row.get(places[i]).unwrap_or_default();
        incident(field, goal).ok_or_else(|| {
            let line = row.position().map_or(0, csv::Position::line);
            unreadable(&format!("line {line} holds no incident"))
        })
    });
    rows.collect()
}

fn unreadable(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why)
}

/// An incident from its fields, by their places in [`HEADER`].
fn incident<'a>(field: impl Fn(usize) -> &'a str, goal: Goal) -> Option<IncidentRow> {
    let place = match (field(5), field(6)) {
        ("", "") => None,
        (line, offset) => Some((line.parse().ok()?, offset.parse().ok()?)),
    };
    Some(IncidentRow {
        solver: field(0).to_owned(),
        setting: Setting {
            dataset: field(1).to_owned(),
            order: Order::new(field(2).parse().ok()?)?,
            goal,
            pass: Pass::from_name(field(3))?,
            threads: 1,
        },
        kind: IncidentKind::from_name(field(4))?,
        place,
        what: field(7).to_owned(),
        puzzle: field(8).to_owned(),
        answer: field(9).to_owned(),
    })
}

/// The first few as lines for a person, and how many more there are.
pub(crate) fn lines(incidents: &[IncidentRow]) -> Vec<String> {
    let mut lines: Vec<String> = incidents.iter().take(SHOWN).map(line).collect();
    if incidents.len() > SHOWN {
        lines.push(format!("{} more in wrong.csv and crashes.csv", incidents.len() - SHOWN));
    }
    lines
}

/// The same with their puzzles and answers, for a person who has to act on them.
pub(crate) fn lines_with_grids(incidents: &[IncidentRow]) -> Vec<String> {
    let mut lines = lines(incidents);
    for (line, incident) in lines.iter_mut().zip(incidents.iter().take(SHOWN)) {
        if !incident.puzzle.is_empty() {
            line.push_str(&format!("; puzzle {}", incident.puzzle));
        }
        if !incident.answer.is_empty() {
            line.push_str(&format!(", answer {}", incident.answer));
        }
    }
    lines
}

fn line(incident: &IncidentRow) -> String {
    let IncidentRow { solver, setting, kind, place, what, .. } = incident;
    let Setting { dataset, pass, .. } = setting;
    if *kind == IncidentKind::Clock {
        return format!("{solver}: {dataset}, {}: {what}", pass.name());
    }
    let who = match kind {
        IncidentKind::Dataset => "dataset",
        _ => solver,
    };
    let line = place.map_or_else(String::new, |(line, _)| format!(", line {line}"));
    format!("{who}: {dataset}{line}: {what}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::setting_sample;

    fn incident(kind: IncidentKind, place: Option<(u64, u64)>) -> IncidentRow {
        let known = |text: &str| place.map_or_else(String::new, |_| text.to_owned());
        IncidentRow {
            solver: "mrv".to_owned(),
            setting: Setting {
                dataset: "easy".to_owned(),
                order: Order::TWO,
                pass: Pass::Latency,
                threads: 1,
                ..setting_sample()
            },
            kind,
            place,
            what: "it went wrong".to_owned(),
            puzzle: known("1..............."),
            answer: String::new(),
        }
    }

    #[test]
    fn a_person_reads_who_where_and_what() {
        let rows = [
            incident(IncidentKind::Wrong, Some((7, 480))),
            incident(IncidentKind::Dataset, Some((8, 500))),
            incident(IncidentKind::Clock, Some((9, 520))),
            incident(IncidentKind::Crashed, None),
        ];
        let expected = [
            "mrv: easy, line 7: it went wrong",
            "dataset: easy, line 8: it went wrong",
            "mrv: easy, latency: it went wrong",
            "mrv: easy: it went wrong",
        ];
        assert_eq!(lines(&rows), expected);
        let with_grids = lines_with_grids(&rows);
        assert_eq!(with_grids[0], format!("{}; puzzle 1...............", expected[0]));
        assert_eq!(with_grids[3], expected[3]);
    }

    #[test]
    fn what_is_not_shown_is_counted() {
        let rows = vec![incident(IncidentKind::Wrong, Some((7, 480))); SHOWN + 3];
        assert_eq!(lines(&rows).len(), SHOWN + 1);
        assert_eq!(lines(&rows)[SHOWN], "3 more in wrong.csv and crashes.csv");
        assert_eq!(lines_with_grids(&rows)[SHOWN], lines(&rows)[SHOWN]);
    }

    #[test]
    fn incidents_survive_their_file() {
        let rows =
            [incident(IncidentKind::Wrong, Some((7, 480))), incident(IncidentKind::NoAnswer, None)];
        let mut bytes = Vec::new();
        write_csv(&mut bytes, &rows.iter().collect::<Vec<_>>(), &Identity::default()).unwrap();
        let read = read_csv(&bytes[..], setting_sample().goal).unwrap();
        assert_eq!(format!("{read:?}"), format!("{rows:?}"));
        let torn = String::from_utf8(bytes).unwrap().replace("no answer", "nothing");
        assert!(
            read_csv(torn.as_bytes(), setting_sample().goal)
                .unwrap_err()
                .to_string()
                .contains("line 3")
        );
    }

    #[test]
    fn an_unknown_place_is_left_empty_in_the_file() {
        let mut bytes = Vec::new();
        let row = incident(IncidentKind::Crashed, None);
        write_csv(&mut bytes, &[&row], &Identity::default()).unwrap();
        let text = String::from_utf8(bytes).unwrap();
        assert!(text.contains("mrv,easy,2,latency,crashed,,,it went wrong,,,"), "{text}");
    }
}
