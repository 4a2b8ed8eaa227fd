//! Latencies for the tools of HdrHistogram: one interval log with all of them, and a percentile
//! text for each.

use std::io::{self, Read, Write};
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hdrhistogram::Histogram;
use hdrhistogram::serialization::interval_log::{
    IntervalLogHistogram, IntervalLogIterator, IntervalLogWriterBuilder, LogEntry, Tag,
};
use hdrhistogram::serialization::{Deserializer, V2DeflateSerializer};

use crate::record::{Latencies, Setting, Utc};
use crate::text::{unword, word};

const LEGEND: &str = "\"StartTimestamp\",\"Interval_Length\",\"Interval_Max\",\
    \"Interval_Compressed_Histogram\"";

/// Nanoseconds in the unit of the log's column `Interval_Max`, milliseconds as in every other log.
const MAX_DIVISOR: f64 = 1e6;

/// Lines of a percentile text for each halving of the distance to 100 %, the usual number.
const TICKS: u32 = 5;

/// What a histogram is of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Of {
    /// The shorter turn of each puzzle, every puzzle equally often: the percentiles of reports.
    Puzzles,
    /// Every solve, and so what the machine did meanwhile.
    Solves,
}

impl Of {
    const fn name(self) -> &'static str {
        match self {
            Self::Puzzles => "puzzles",
            Self::Solves => "machine_included",
        }
    }

    fn histogram(self, latencies: &Latencies) -> &Histogram<u64> {
        match self {
            Self::Puzzles => &latencies.puzzles,
            Self::Solves => &latencies.solves,
        }
    }
}

/// What a histogram is called in the log: solver, dataset, order, goal, workers and what it is of,
/// joined by `|`; what a tag must not hold is written as [`word`] does, so that different names
/// stay different.
pub fn tag(latencies: &Latencies, of: Of) -> String {
    let Latencies { solver, setting, .. } = latencies;
    let Setting { dataset, order, goal, threads, .. } = setting;
    format!("{}|{}|{order}|{goal}|{threads}|{}", word(solver), word(dataset), of.name())
}

/// Writes `latency.hlog`: a log of format 1.3 with one compressed V2 histogram a line, two for each
/// solver and dataset, in nanoseconds, each over the whole run from `started` to `ended`.
///
/// # Errors
/// When `out` cannot be written.
pub fn write_log(
    all: &[Latencies],
    started: Utc,
    ended: Utc,
    mut out: impl Write,
) -> io::Result<()> {
    let start = started.seconds();
    writeln!(out, "#[Histogram log format version 1.3]")?;
    writeln!(out, "#[StartTime: {start}.000 (seconds since epoch), {started}]")?;
    writeln!(out, "#[BaseTime: {start}.000 (seconds since epoch)]")?;
    writeln!(out, "{LEGEND}")?;
    let length = Duration::from_secs(ended.seconds().saturating_sub(start));
    for latencies in all {
        for of in [Of::Puzzles, Of::Solves] {
            writeln!(out, "{}", row(latencies, of, length)?)?;
        }
    }
    out.flush()
}

/// The crate's own writer scales the maximum only under a header line that no other reader knows,
/// so the line is written without, and its third field replaced.
fn row(latencies: &Latencies, of: Of, length: Duration) -> io::Result<String> {
    let mut line = Vec::new();
    let tag = tag(latencies, of);
    let histogram = of.histogram(latencies);
    IntervalLogWriterBuilder::new()
        .begin_log_with(&mut line, &mut V2DeflateSerializer::new())?
        .write_histogram(histogram, Duration::ZERO, length, Tag::new(&tag))
        .map_err(|error| io::Error::other(error.to_string()))?;
    let line = String::from_utf8_lossy(&line);
    let mut fields: Vec<&str> = line.trim_end().split(',').collect();
    let max = format!("{:.3}", histogram.max() as f64 / MAX_DIVISOR);
    // Tag, start, length, maximum, histogram.
    if let [_, _, _, old, _] = &mut fields[..] {
        *old = &max;
    }
    Ok(fields.join(","))
}

/// A histogram as the log names it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct LoggedHistogram {
    /// Backend.
    pub solver: String,
    /// Dataset.
    pub dataset: String,
    /// Size, like `9x9`.
    pub size: String,
    /// What was asked of each puzzle.
    pub goal: String,
    /// Workers.
    pub threads: u32,
    /// What it is of.
    pub of: Of,
    /// The times, in nanoseconds.
    pub histogram: Histogram<u64>,
}

/// Reads what [`write_log`] wrote; lines with tags of another form are passed over.
///
/// # Errors
/// When it is not an interval log, or a histogram in it is damaged.
pub(crate) fn read_log(mut input: impl Read) -> io::Result<Vec<LoggedHistogram>> {
    let mut bytes = Vec::new();
    input.read_to_end(&mut bytes)?;
    let mut all = Vec::new();
    for entry in IntervalLogIterator::new(&bytes) {
        let entry = entry.map_err(|error| damaged(format!("{error:?}")))?;
        if let LogEntry::Interval(interval) = entry {
            all.extend(logged(&interval)?);
        }
    }
    Ok(all)
}

fn damaged(why: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why)
}

fn logged(interval: &IntervalLogHistogram<'_>) -> io::Result<Option<LoggedHistogram>> {
    let tag = interval.tag().map_or("", |tag| tag.as_str());
    let [solver, dataset, size, goal, threads, of] = tag.split('|').collect::<Vec<_>>()[..] else {
        return Ok(None);
    };
    let known = [Of::Puzzles, Of::Solves].into_iter().find(|one| one.name() == of);
    let (Some(of), Ok(threads)) = (known, threads.parse()) else { return Ok(None) };
    let bytes = STANDARD.decode(interval.encoded_histogram()).map_err(damaged)?;
    let histogram = Deserializer::new()
        .deserialize(&mut &bytes[..])
        .map_err(|error| damaged(format!("{tag}: {error}")))?;
    let [solver, dataset] = [solver, dataset].map(unword);
    let [size, goal] = [size, goal].map(str::to_owned);
    Ok(Some(LoggedHistogram { solver, dataset, size, goal, threads, of, histogram }))
}

/// Writes a `.hgrm` text: values in nanoseconds at percentiles that come closer to 100 by halves.
///
/// # Errors
/// When `out` cannot be written.
pub fn write_percentiles(histogram: &Histogram<u64>, mut out: impl Write) -> io::Result<()> {
    let heads = ["Value", "Percentile", "TotalCount", "1/(1-Percentile)"];
    writeln!(out, "{:>12} {:>14} {:>10} {:>14}\n", heads[0], heads[1], heads[2], heads[3])?;
    let mut total = 0;
    for step in histogram.iter_quantiles(TICKS) {
        total += step.count_since_last_iteration();
        let (value, quantile) = (step.value_iterated_to() as f64, step.quantile_iterated_to());
        if quantile < 1.0 {
            let inverse = 1.0 / (1.0 - quantile);
            writeln!(out, "{value:12.3} {quantile:2.12} {total:10} {inverse:14.2}")?;
        } else {
            writeln!(out, "{value:12.3} {quantile:2.12} {total:10}")?;
        }
    }
    let (mean, deviation) = (histogram.mean(), histogram.stdev());
    let sub_buckets = (2 * 10u64.pow(histogram.sigfig().into())).next_power_of_two();
    let (max, count, buckets) = (histogram.max() as f64, histogram.len(), histogram.buckets());
    writeln!(out, "#[Mean    = {mean:12.3}, StdDeviation   = {deviation:12.3}]")?;
    writeln!(out, "#[Max     = {max:12.3}, Total count    = {count:12}]")?;
    writeln!(out, "#[Buckets = {buckets:12}, SubBuckets     = {sub_buckets:12}]")?;
    out.flush()
}

#[cfg(test)]
mod tests {
    use hdrhistogram::serialization::interval_log::{IntervalLogIterator, LogEntry};

    use super::*;
    use crate::record::{Pass, manifest_sample, setting_sample};

    fn latencies(solver: &str, values: std::ops::RangeInclusive<u64>) -> Latencies {
        let mut histogram = Histogram::new(3).unwrap();
        for value in values {
            histogram.record(value).unwrap();
        }
        Latencies {
            setting: Setting { pass: Pass::Latency, threads: 1, ..setting_sample() },
            solver: solver.to_owned(),
            longest_ns: Some(histogram.max()),
            puzzles: histogram.clone(),
            solves: histogram,
            times_each: 1,
            clock_overhead_ns: 40,
        }
    }

    fn log(all: &[Latencies]) -> String {
        let mut bytes = Vec::new();
        let manifest = manifest_sample();
        write_log(all, manifest.started, manifest.ended, &mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    fn percentiles(histogram: &Histogram<u64>) -> String {
        let mut bytes = Vec::new();
        write_percentiles(histogram, &mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn the_log_opens_as_the_format_demands() {
        let text = log(&[]);
        let expected = "#[Histogram log format version 1.3]\n\
            #[StartTime: 1769903970.000 (seconds since epoch), 2026-01-31T23:59:30Z]\n\
            #[BaseTime: 1769903970.000 (seconds since epoch)]\n\
            \"StartTimestamp\",\"Interval_Length\",\"Interval_Max\",\"Interval_Compressed_Histogram\"\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn every_histogram_is_one_tagged_compressed_line() {
        let text = log(&[latencies("mrv", 1..=1000), latencies("dylib:./a, b.so", 5..=5_000_000)]);
        let entries: Vec<_> =
            IntervalLogIterator::new(text.as_bytes()).collect::<Result<_, _>>().unwrap();
        let intervals: Vec<_> = entries
            .iter()
            .filter_map(|entry| match entry {
                LogEntry::Interval(interval) => Some(interval),
                _ => None,
            })
            .collect();
        let tags: Vec<_> = intervals.iter().map(|i| i.tag().unwrap().as_str().to_owned()).collect();
        let names =
            ["mrv|royle17.txt|9x9|unique|1", "dylib:./a%2C%20b.so|royle17.txt|9x9|unique|1"];
        let both = |name: &str| ["puzzles", "machine_included"].map(|of| format!("{name}|{of}"));
        assert_eq!(tags, names.map(both).concat());
        assert_eq!(intervals[2].duration(), Duration::from_secs(45));
        assert!((intervals[2].max() - 5.0).abs() < 0.01);
        // The cookie 0x1c849304 of a compressed V2 histogram, in base 64.
        assert!(intervals.iter().all(|i| i.encoded_histogram().starts_with("HISTFA")));
    }

    #[test]
    fn what_the_log_holds_is_read_back() {
        let all = [latencies("mrv", 1..=1000), latencies("dylib:./a, b|%.so", 5..=5_000_000)];
        let read = read_log(log(&all).as_bytes()).unwrap();
        assert_eq!(read.len(), 4);
        for (pair, one) in read.chunks(2).zip(&all) {
            assert_eq!((&pair[0].solver, &pair[0].dataset), (&one.solver, &one.setting.dataset));
            assert_eq!((&*pair[0].size, &*pair[0].goal, pair[0].threads), ("9x9", "unique", 1));
            assert_eq!((pair[0].of, pair[1].of), (Of::Puzzles, Of::Solves));
            assert_eq!(pair[0].histogram, one.puzzles);
        }
        assert!(read_log(&b"#[x]\nTag=a|b|c|d|1|puzzles,0.000,1.000,1.000,HIST!\n"[..]).is_err());
    }

    #[test]
    fn the_percentile_text_has_the_form_that_plotters_read() {
        insta::assert_snapshot!(percentiles(&latencies("mrv", 1..=100).solves));
    }

    #[test]
    fn nothing_recorded_makes_no_nan() {
        let text = percentiles(&Histogram::new(3).unwrap());
        assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
    }
}
