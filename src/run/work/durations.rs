//! How often each duration came in a round, at three significant digits: what a worker hands over
//! between rounds, and what a journal holds of them.

use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::packed::{get, put};

/// Longest latency that is distinguished, an hour, which is beyond every timeout; longer ones count
/// as it.
pub(crate) const LONGEST_NS: u64 = 3_600_000_000_000;

/// Bits of a duration that count: 11 are 2048 steps, three significant digits, as in an
/// HdrHistogram of that precision.
const BITS: u32 = 11;
/// Steps of each power of two above these.
const STEPS: u64 = 1 << (BITS - 1);

/// What one worker has timed of one backend in a round, puzzle by puzzle.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct BackendTimes {
    /// Index of the backend.
    pub backend: usize,
    /// Every solve.
    pub solves: Durations,
    /// The shorter turn of each puzzle.
    pub shorter: Durations,
}

/// Durations in nanoseconds, each with how often it came, in no order.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Durations(Vec<(u16, u32)>);

/// Counts the durations of a round. What it costs grows with the number of different ones.
#[derive(Default)]
pub(crate) struct Counted {
    /// By bucket; empty until the first is counted.
    counts: Vec<u32>,
    /// Buckets that are not zero.
    met: Vec<u16>,
}

fn bucket(ns: u64) -> u16 {
    let ns = ns.clamp(1, LONGEST_NS);
    let shift = (u64::BITS - ns.leading_zeros()).saturating_sub(BITS);
    (u64::from(shift) * STEPS + (ns >> shift)) as u16
}

/// The shortest duration of a bucket.
fn duration(bucket: u16) -> u64 {
    let bucket = u64::from(bucket);
    if bucket < 2 * STEPS {
        return bucket;
    }
    let shift = bucket / STEPS - 1;
    (bucket - shift * STEPS) << shift
}

impl Counted {
    /// Takes in one duration.
    #[inline]
    pub(crate) fn add(&mut self, ns: u64) {
        if self.counts.is_empty() {
            self.counts.resize(usize::from(bucket(LONGEST_NS)) + 1, 0);
        }
        let bucket = bucket(ns);
        let count = &mut self.counts[usize::from(bucket)];
        if *count == 0 {
            self.met.push(bucket);
        }
        *count = count.saturating_add(1);
    }

    /// What was counted; nothing is from then on.
    pub(crate) fn take(&mut self) -> Durations {
        let counts = &mut self.counts;
        let taken = |bucket| (bucket, std::mem::take(&mut counts[usize::from(bucket)]));
        Durations(self.met.drain(..).map(taken).collect())
    }
}

impl Durations {
    /// Each duration with how often it came.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u64, u64)> {
        self.0.iter().map(|&(bucket, count)| (duration(bucket), u64::from(count)))
    }
}

impl Serialize for Durations {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut bytes = Vec::with_capacity(3 * self.0.len());
        for &(bucket, count) in &self.0 {
            put(&mut bytes, u64::from(bucket));
            put(&mut bytes, u64::from(count));
        }
        serializer.serialize_str(&STANDARD_NO_PAD.encode(bytes))
    }
}

impl<'de> Deserialize<'de> for Durations {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        let bytes = STANDARD_NO_PAD.decode(text.as_bytes()).map_err(D::Error::custom)?;
        let (mut bytes, mut all) = (&bytes[..], Vec::new());
        while !bytes.is_empty() {
            let pair = get(&mut bytes).zip(get(&mut bytes));
            let pair =
                pair.and_then(|(b, n)| Some((u16::try_from(b).ok()?, u32::try_from(n).ok()?)));
            let pair = pair.filter(|&(at, _)| at <= bucket(LONGEST_NS));
            all.push(pair.ok_or_else(|| D::Error::custom("no pairs of durations and counts"))?);
        }
        Ok(Self(all))
    }
}

#[cfg(test)]
mod tests {
    use hdrhistogram::Histogram;
    use proptest::prelude::*;

    use super::*;
    use crate::run::work::times::Times;

    proptest! {
        #[test]
        fn counts_lead_to_the_histogram_that_the_durations_lead_to(
            all in prop::collection::vec(prop_oneof![0u64..5000, 0u64..10_000_000, any::<u64>()], 0..300),
        ) {
            let mut direct = Histogram::<u64>::new_with_bounds(1, LONGEST_NS, 3).unwrap();
            let mut counted = Counted::default();
            for &ns in &all {
                direct.saturating_record(ns.clamp(1, LONGEST_NS));
                counted.add(ns);
            }
            let round = BackendTimes { solves: counted.take(), ..BackendTimes::default() };
            let text = serde_json::to_string(&round).unwrap();
            let read: BackendTimes = serde_json::from_str(&text).unwrap();
            prop_assert_eq!(&read, &round);
            let mut times = Times::new();
            times.add(&read);
            prop_assert!(times.solves == direct);
            prop_assert_eq!(counted.take(), Durations::default());
        }
    }
}
