//! Answers that fail a comparison, however fast they came.

use std::collections::HashMap;

use super::exact::Fault;
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
    pub fault: Fault,
}

/// Wrong and disputed answers of some backends, in every row they have, paired or not. A puzzle met
/// in several rounds counts once.
pub fn wrong_answers(records: &[Record], solvers: &[&str]) -> Vec<Failed> {
    let mut groups: HashMap<(&str, Series, u64), (u64, u64)> = HashMap::new();
    let suspect = |r: &&Record| r.outcomes.wrong > 0 || r.disputed > 0;
    let named = |r: &&Record| solvers.contains(&r.solver.as_str());
    let mut order: Vec<(&str, Series)> = Vec::new();
    for record in records.iter().filter(named).filter(suspect) {
        let (solver, series) = (record.solver.as_str(), Series::of(record));
        if !order.iter().any(|known| known.0 == solver && known.1 == series) {
            order.push((solver, series.clone()));
        }
        let worst = groups.entry((solver, series, record.group)).or_default();
        *worst = (worst.0.max(record.outcomes.wrong), worst.1.max(record.disputed));
    }
    let mut failed = Vec::new();
    for (solver, series) in order {
        let sums = groups
            .iter()
            .filter(|((of, at, _), _)| *of == solver && *at == series)
            .fold((0, 0), |sum, (_, worst)| (sum.0 + worst.0, sum.1 + worst.1));
        let faults = [(sums.0, Fault::Wrong(sums.0)), (sums.1, Fault::Disputed(sums.1))];
        for (_, fault) in faults.into_iter().filter(|(number, _)| *number > 0) {
            failed.push(Failed { solver: solver.to_owned(), series: series.clone(), fault });
        }
    }
    failed
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
        assert_eq!((failed[0].solver.as_str(), failed[0].fault), ("b", Fault::Wrong(3)));
        assert_eq!(wrong_answers(&records, &["a"]), []);
    }
}
