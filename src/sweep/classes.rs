//! Which puzzles of a dataset equal an earlier one, as they stand or up to isomorphism.

use std::collections::BTreeMap;

use super::error::SweepError;
use super::every::every;
use crate::dataset::listing::{Listing, Naming};
use crate::dataset::repeats::{Search, Seen};
use crate::dataset::{Batch, Dataset};
use crate::puzzle::Order;
use crate::puzzle::canonical::{Canonizer, Form};

/// Stands before the cells of a puzzle without a canonical form, so that it equals no form.
const OWN: u8 = 0xff;

/// When two puzzles are the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Equality {
    /// When they have the same cells.
    Cells,
    /// When one is an isomorph of the other.
    Isomorphism,
}

/// What was found.
pub(crate) struct Classes {
    /// Puzzles that equal an earlier one.
    pub repeats: Listing,
    /// Puzzles by their number of automorphisms; 0 where that is beyond 64 bits. Empty unless
    /// isomorphism was asked for.
    pub automorphisms: BTreeMap<u64, u64>,
    /// Puzzles without a canonical form, which were compared by their cells.
    pub without_form: u64,
}

/// Looks at every puzzle of one order, on all cores. `advance` is called with the puzzles of each
/// block.
///
/// # Errors
/// When the file changes meanwhile, or temporary files cannot be written.
pub(crate) fn classes(
    dataset: &Dataset,
    order: Order,
    equality: Equality,
    naming: Naming,
    advance: &(dyn Fn(u64) + Sync),
) -> Result<Classes, SweepError> {
    let puzzles = dataset.survey().puzzles(order);
    let search = Search::new(puzzles, naming).map_err(SweepError::Keep)?;
    let visit = |worker: &mut Worker, batch: &Batch| {
        worker.take(batch);
        search.add(&mut worker.seen).map_err(SweepError::Keep)
    };
    let start = || Ok(Worker::new(order, equality));
    let counts = every(dataset, order, start, visit, |worker: Worker| worker.counts, advance)?;
    let counts = counts.into_iter().fold(Counts::default(), Counts::merge);
    let Counts { automorphisms, without_form } = counts;
    let repeats = search.finish().map_err(SweepError::Keep)?;
    Ok(Classes { repeats, automorphisms, without_form })
}

/// Merging is associative, with the default as zero.
#[derive(Default)]
struct Counts {
    automorphisms: BTreeMap<u64, u64>,
    without_form: u64,
}

impl Counts {
    fn merge(mut self, other: Self) -> Self {
        for (automorphisms, puzzles) in other.automorphisms {
            *self.automorphisms.entry(automorphisms).or_default() += puzzles;
        }
        self.without_form += other.without_form;
        self
    }
}

struct Worker {
    /// Unless cells are compared, or the order has no canonical forms.
    canonizer: Option<Canonizer>,
    equality: Equality,
    seen: Seen,
    own: Vec<u8>,
    counts: Counts,
}

impl Worker {
    fn new(order: Order, equality: Equality) -> Self {
        let canonizer = match equality {
            Equality::Cells => None,
            Equality::Isomorphism => Canonizer::new(order).ok(),
        };
        let (seen, own, counts) = (Seen::default(), Vec::new(), Counts::default());
        Self { canonizer, equality, seen, own, counts }
    }

    /// Takes note of every puzzle of the batch.
    fn take(&mut self, batch: &Batch) {
        let Self { canonizer, equality, seen, own, counts } = self;
        for (i, cells) in batch.block().iter().enumerate() {
            let offset = batch.offset(i);
            if *equality == Equality::Cells {
                seen.add(cells, offset);
                continue;
            }
            let Some(canonizer) = canonizer else {
                counts.without_form += 1;
                seen.add(cells, offset);
                continue;
            };
            match canonizer.form(cells, Form::Min) {
                Ok(form) => {
                    seen.add(form, offset);
                    let count = canonizer.automorphisms().and_then(|n| u64::try_from(n).ok());
                    *counts.automorphisms.entry(count.unwrap_or(0)).or_default() += 1;
                }
                Err(_) => {
                    counts.without_form += 1;
                    own.clear();
                    own.push(OWN);
                    own.extend_from_slice(cells);
                    seen.add(own, offset);
                }
            }
        }
    }
}

/// The numbers of automorphisms as a sentence: `49151 with 1, 4 with 2`.
pub(crate) fn histogram(automorphisms: &BTreeMap<u64, u64>) -> String {
    let parts: Vec<String> = automorphisms
        .iter()
        .map(|(automorphisms, puzzles)| match automorphisms {
            0 => format!("{puzzles} with over 18 quintillion"),
            _ => format!("{puzzles} with {automorphisms}"),
        })
        .collect();
    parts.join(", ")
}
