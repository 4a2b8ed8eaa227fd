//! Answers that fail a comparison, however fast they came.

use std::collections::HashMap;

use super::exact::SolverFault;
use super::pairing::Series;
use crate::record::Record;

/// A fault and where it was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failed {
    /// The backend at fault.
    pub solver: String,
    /// Where.
    pub series: Series,
    /// What.
    pub fault: SolverFault,
}

/// Wrong, disputed and unconfirmed answers and crashes of some backends, in every row they have,
/// paired or not. A puzzle met in several rounds counts once.
pub(crate) fn wrong_answers(records: &[Record], solvers: &[&str]) -> Vec<Failed> {
    let mut places: Vec<(&str, Series)> = Vec::new();
    let mut groups: HashMap<(&str, Series, u64), Sums> = HashMap::new();
    for record in records.iter().filter(|record| solvers.contains(&record.solver.as_str())) {
        let sums = Sums::of(record);
        let (solver, series) = (record.solver.as_str(), Series::of(record));
        if sums != Sums::default() && !places.contains(&(solver, series.clone())) {
            places.push((solver, series.clone()));
        }
        let known = groups.entry((solver, series, record.group)).or_insert(sums);
        *known = known.of_same_puzzles(sums);
    }
    let mut failed = Vec::new();
    for (solver, series) in places {
        let own = groups.iter().filter(|((of, at, _), _)| *of == solver && *at == series);
        let sums = own.fold(Sums::default(), |sum, (_, group)| sum.plus(*group));
        for fault in sums.faults() {
            failed.push(Failed { solver: solver.to_owned(), series: series.clone(), fault });
        }
    }
    failed
}

/// What went wrong, by kind.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Sums {
    wrong: u64,
    crashed: u64,
    disputed: u64,
    unconfirmed: u64,
}

impl Sums {
    fn of(record: &Record) -> Self {
        Self {
            wrong: record.outcomes.wrong,
            crashed: record.outcomes.crashed,
            disputed: record.disputed,
            unconfirmed: record.unconfirmed,
        }
    }

    /// Two rounds over the same puzzles: the worse counts, but what was confirmed once stays it.
    fn of_same_puzzles(self, other: Self) -> Self {
        Self {
            wrong: self.wrong.max(other.wrong),
            crashed: self.crashed.max(other.crashed),
            disputed: self.disputed.max(other.disputed),
            unconfirmed: self.unconfirmed.min(other.unconfirmed),
        }
    }

    fn plus(self, other: Self) -> Self {
        Self {
            wrong: self.wrong + other.wrong,
            crashed: self.crashed + other.crashed,
            disputed: self.disputed + other.disputed,
            unconfirmed: self.unconfirmed + other.unconfirmed,
        }
    }

    /// The gravest first.
    fn faults(self) -> impl Iterator<Item = SolverFault> {
        let all = [
            (self.wrong, SolverFault::Wrong(self.wrong)),
            (self.crashed, SolverFault::Crashed(self.crashed)),
            (self.disputed, SolverFault::Disputed(self.disputed)),
            (self.unconfirmed, SolverFault::Unconfirmed(self.unconfirmed)),
        ];
        all.into_iter().filter(|(number, _)| *number > 0).map(|(_, fault)| fault)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::simulate::record;
    use crate::record::Outcomes;

    #[test]
    fn a_wrong_answer_met_in_two_rounds_counts_once_and_any_row_counts() {
        let wrong = |round, group, wrong| Record {
            group,
            turns: 1,
            outcomes: Outcomes { unique: 1000 - wrong, wrong, ..Outcomes::default() },
            ..record("b", round, 1)
        };
        let records = [wrong(0, 0, 2), wrong(1, 0, 2), wrong(2, 1, 1), record("a", 0, 1)];
        let failed = wrong_answers(&records, &["a", "b"]);
        assert_eq!(failed.len(), 1);
        assert_eq!((failed[0].solver.as_str(), failed[0].fault), ("b", SolverFault::Wrong(3)));
        assert_eq!(wrong_answers(&records, &["a"]), []);
    }

    #[test]
    fn crashes_and_what_nobody_confirmed_fail_too() {
        let crashed = Outcomes { unique: 998, crashed: 2, ..Outcomes::default() };
        let bad =
            |round, unconfirmed| Record { outcomes: crashed, unconfirmed, ..record("b", round, 1) };
        let faults = |records: &[Record]| -> Vec<SolverFault> {
            wrong_answers(records, &["b"]).into_iter().map(|failed| failed.fault).collect()
        };
        let twice = [bad(0, 5), bad(1, 3)];
        assert_eq!(faults(&twice), [SolverFault::Crashed(2), SolverFault::Unconfirmed(3)]);
        assert_eq!(faults(&[bad(0, 5), bad(1, 0)]), [SolverFault::Crashed(2)]);
    }
}
