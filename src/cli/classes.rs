//! Which puzzles of a dataset equal an earlier one, as they stand or up to isomorphism.

use std::collections::BTreeMap;

use anyhow::Context;
use rayon::prelude::*;

use super::progress::Progress;
use crate::dataset::listing::{Listing, Naming};
use crate::dataset::repeats::{Search, Seen};
use crate::dataset::{Batch, Dataset};
use crate::puzzle::Order;
use crate::puzzle::canonical::{Canonizer, Form};

/// What to do about temporary files that cannot be written or read.
const KEEP: &str = "cannot keep what repeats are found by in temporary files; set TMPDIR to a folder \
                    with the space";
/// Stands before the cells of a puzzle without a canonical form, so that it equals no form.
const OWN: u8 = 0xff;

/// When two puzzles are the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Equality {
    /// When they have the same cells.
    Cells,
    /// When one is an isomorph of the other.
    Isomorphism,
}

/// What was found.
pub(super) struct Classes {
    /// Puzzles that equal an earlier one.
    pub repeats: Listing,
    /// Puzzles by their number of automorphisms; 0 where that is beyond 64 bits. Empty unless
    /// isomorphism was asked for.
    pub automorphisms: BTreeMap<u64, u64>,
    /// Puzzles without a canonical form, which were compared by their cells.
    pub without_form: u64,
}

/// Looks at every puzzle of one order, on all cores.
///
/// # Errors
/// When the file changes meanwhile, or temporary files cannot be written.
pub(super) fn classes(
    dataset: &Dataset,
    order: Order,
    equality: Equality,
    naming: Naming,
    bar: &Progress,
) -> anyhow::Result<Classes> {
    let search = Search::new(dataset.survey().puzzles(order), naming).context(KEEP)?;
    let counts = (0..dataset.chunks())
        .into_par_iter()
        .with_min_len(4)
        .map_init(
            || Worker::new(dataset, order, equality),
            |worker, chunk| -> anyhow::Result<Counts> {
                dataset.read(order, chunk, &mut worker.batch)?;
                let counts = worker.take();
                search.add(&mut worker.seen).context(KEEP)?;
                bar.add(worker.batch.len() as u64);
                Ok(counts)
            },
        )
        .try_reduce(Counts::default, |one, other| Ok(one.merge(other)))?;
    let Counts { automorphisms, without_form } = counts;
    Ok(Classes { repeats: search.finish().context(KEEP)?, automorphisms, without_form })
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
    batch: Batch,
    seen: Seen,
    own: Vec<u8>,
}

impl Worker {
    fn new(dataset: &Dataset, order: Order, equality: Equality) -> Self {
        let canonizer = match equality {
            Equality::Cells => None,
            Equality::Isomorphism => Canonizer::new(order).ok(),
        };
        let batch = Batch::new(order, dataset);
        Self { canonizer, equality, batch, seen: Seen::default(), own: Vec::new() }
    }

    /// Takes note of every puzzle of the batch.
    fn take(&mut self) -> Counts {
        let Self { canonizer, equality, batch, seen, own } = self;
        let mut counts = Counts::default();
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
        counts
    }
}

/// The numbers of automorphisms as a sentence: `49151 with 1, 4 with 2`.
pub(super) fn histogram(automorphisms: &BTreeMap<u64, u64>) -> String {
    let parts: Vec<String> = automorphisms
        .iter()
        .map(|(automorphisms, puzzles)| match automorphisms {
            0 => format!("{puzzles} with over 18 quintillion"),
            _ => format!("{puzzles} with {automorphisms}"),
        })
        .collect();
    parts.join(", ")
}
