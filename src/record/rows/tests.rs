use super::*;
use crate::solver::{Goal, Used};

fn sample() -> Record {
    let used = Used { cpu_ns: Some(60), voluntary: Some(1), ..Used::UNKNOWN };
    let turn = TurnTimes { wall_ns: 61, used };
    Record {
        setting: Setting {
            dataset: "royle, \"17\"".to_owned(),
            order: Order::THREE,
            goal: Goal::Count(7),
            pass: Pass::Latency,
            threads: 2,
        },
        solver: "dylib:./a b.so#f?flags=1".to_owned(),
        block: 256,
        round: 3,
        group: 17,
        sample: 0,
        place: 1,
        turns: 2,
        repeats: 1,
        puzzles: 28,
        outcomes: Outcomes {
            unique: 1,
            multiple: 2,
            none: 3,
            incomplete: 4,
            timed_out: 5,
            crashed: 6,
            wrong: 7,
        },
        disputed: 1,
        unconfirmed: 2,
        wall_ns: 123,
        cpu_ns: None,
        elapsed_ns: 456,
        guesses: Some(9),
        no_guess: Some(0),
        peak_rss_bytes: None,
        launch: 3,
        anchor: true,
        each_turn: [Some(turn), None],
        groups: 12,
        isomorphs: 3,
        harness_ns: Some(1),
        timed_out_solves: Some(2),
        timed_out_ns: Some(3),
        shorter_ns: None,
        only_counted: 3,
        instructions: Some(7),
    }
}

fn written(records: &[Record]) -> String {
    let mut bytes = Vec::new();
    let mut rows = Rows::new(&mut bytes, Identity::default()).unwrap();
    for record in records {
        rows.write(record).unwrap();
    }
    drop(rows);
    String::from_utf8(bytes).unwrap()
}

#[test]
fn a_record_survives_its_row() {
    let text = written(&[sample(), sample()]);
    assert_eq!(read(text.as_bytes()).unwrap(), [sample(), sample()]);
}

#[test]
fn columns_added_later_are_passed_over() {
    let text = written(&[sample()]);
    let wider: String =
        text.lines().zip(["new", "1"]).map(|(l, new)| format!("{l},{new}\n")).collect();
    assert_eq!(read(wider.as_bytes()).unwrap(), [sample()]);
}

#[test]
fn a_file_from_before_the_last_columns_is_read_without_them() {
    let cut = |line: &str, columns: usize| {
        let kept: Vec<&str> = line.rsplitn(columns + 1, ',').collect();
        format!("{}\n", kept[columns])
    };
    let text = written(&[sample()]);
    let older: String = text.lines().map(|line| cut(line, HEADER.len() - SINCE_EVER)).collect();
    assert!(older.starts_with("dataset,order,") && older.contains("peak_rss_bytes\n"));
    let bare = Record {
        launch: 0,
        anchor: false,
        each_turn: [None; 2],
        groups: 0,
        isomorphs: 1,
        harness_ns: None,
        timed_out_solves: None,
        timed_out_ns: None,
        shorter_ns: None,
        only_counted: 0,
        instructions: None,
        ..sample()
    };
    assert_eq!(read(older.as_bytes()).unwrap(), [bare]);
}

#[test]
fn a_fault_is_named_with_its_line_and_column() {
    let text = written(&[sample(), sample()]);
    let cut = &text[..text.len() - 5];
    let cases = [
        (cut.to_owned(), "was the run cut short"),
        (text.replace(",456,", ",4.56,"), "line 2, column \"elapsed_ns\": \"4.56\""),
        (text.replace(",28,", ",29,"), "line 2: outcomes add up to 28"),
        (text.replace(",wall_ns", ",time"), "no column \"wall_ns\""),
        (text.replace(",123,", ",NaN,"), "line 2, column \"wall_ns\": \"NaN\""),
        (text.replace(",123,", ",-1,"), "line 2, column \"wall_ns\": \"-1\""),
        (text.replace(",123,", ",inf,"), "line 2, column \"wall_ns\": \"inf\""),
        (text.replace(",123,", ",9007199254740993,"), "is not a whole number up to 2^53"),
    ];
    for (text, expected) in cases {
        let error = read(text.as_bytes()).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
}

/// Every field of a row that says what cannot be, by the column it is reported at.
#[test]
fn a_row_that_cannot_be_is_refused_with_its_column() {
    type Spoil = fn(&mut Record);
    let cases: [(Spoil, &str); 7] = [
        (|r| r.repeats = 0, "column \"repeats\": \"0\" is not a number from 1 on"),
        (|r| r.turns = 0, "column \"turns\""),
        (|r| r.setting.threads = 0, "column \"threads\""),
        (|r| r.block = 0, "column \"block\""),
        (|r| r.disputed = 29, "column \"disputed\": \"29\""),
        (|r| r.unconfirmed = 29, "column \"unconfirmed\""),
        (|r| (r.turns, r.repeats) = (u32::MAX, u32::MAX), "column \"puzzles\": \"28\""),
    ];
    for (spoil, said) in cases {
        let mut spoiled = sample();
        spoil(&mut spoiled);
        let error = read(written(&[sample(), spoiled]).as_bytes()).unwrap_err().to_string();
        assert!(error.starts_with("line 3, ") && error.contains(said), "{error}");
    }
}

#[test]
fn sums_that_no_run_reaches_are_refused_and_guesses_may_be_as_many_as_they_like() {
    let most = Record { wall_ns: 1 << 53, guesses: Some(u64::MAX), ..sample() };
    assert_eq!(read(written(&vec![most.clone(); 500]).as_bytes()).unwrap().len(), 500);
    let error = read(written(&vec![most; 600]).as_bytes()).unwrap_err().to_string();
    assert!(error.contains("column \"wall_ns\"") && error.contains("sum"), "{error}");
}

/// Cut at every byte: no row before the cut is lost, and no torn one passes for whole.
#[test]
fn a_file_cut_anywhere_gives_the_rows_before_the_cut() {
    let mut odd = sample();
    odd.setting.dataset = "two\nlines, \"quoted\"".to_owned();
    let all = [sample(), odd, sample()];
    let text = written(&all);
    let ends: Vec<usize> = (0..=3).map(|n| written(&all[..n]).len()).collect();
    for cut in ends[0]..=text.len() {
        let read = read_whole_rows(&text.as_bytes()[..cut]).unwrap();
        let whole = ends.iter().filter(|&&end| end <= cut).count() - 1;
        assert_eq!(read.records, all[..whole], "cut at {cut}");
        assert_eq!(read.torn.is_some(), !ends.contains(&cut), "cut at {cut}");
    }
}
