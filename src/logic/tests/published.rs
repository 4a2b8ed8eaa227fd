//! Published examples: grids of HoDoKu's library of techniques (B. Hobiger, reglib-1.3), which has
//! for each all that the technique gives there; and for each technique a grid on which it finds
//! nothing, published for another.

use super::removed;
use crate::logic::{Candidate, Effect, Position, Technique};
use crate::puzzle::Order;

const EXAMPLES: &str = include_str!("published.tsv");

/// A line of the table: candidates are written value, row, column.
struct Example {
    technique: Technique,
    position: Position,
    expected: Vec<Candidate>,
}

fn candidates(text: &str) -> Vec<Candidate> {
    let codes = text.split(' ').filter(|code| code.len() == 3);
    let mut found: Vec<Candidate> = codes
        .map(|code| {
            let [value, row, column] = <[u8; 3]>::try_from(code.as_bytes()).unwrap();
            Candidate { cell: u16::from((row - b'1') * 9 + column - b'1'), value: value - b'0' }
        })
        .collect();
    found.sort_unstable();
    found
}

fn examples() -> Vec<Example> {
    let lines = EXAMPLES.lines().skip(1);
    lines
        .map(|line| {
            let fields: Vec<&str> = line.split('\t').collect();
            let mut position = Position::new(Order::THREE, fields[1].as_bytes()).unwrap();
            candidates(fields[2]).into_iter().for_each(|gone| position.strike_out(gone));
            let technique = Technique::find(fields[0]).unwrap();
            Example { technique, position, expected: candidates(fields[3]) }
        })
        .collect()
}

#[test]
fn published_examples_come_out_as_published() {
    for Example { technique, position, expected } in examples() {
        let steps = technique.find_all(&position);
        let placed = steps.iter().filter_map(|step| match step.effect {
            Effect::Place(placed) => Some(placed),
            Effect::Remove(_) => None,
        });
        let mut found: Vec<Candidate> = placed.collect();
        if found.is_empty() {
            found = removed(&position, &steps);
        }
        found.sort_unstable();
        found.dedup();
        assert_eq!(found, expected, "{technique:?} on {position:?}");
    }
}

#[test]
fn every_technique_of_9x9_has_an_example_and_a_counterexample() {
    let examples = examples();
    let is_of_nine = |one: &&Technique| !matches!(one, Technique::Cycle | Technique::Guess);
    for technique in Technique::ALL.iter().filter(is_of_nine) {
        let own = || examples.iter().filter(|example| example.technique == *technique);
        assert!(own().any(|example| !example.expected.is_empty()), "{technique:?}");
        assert!(own().any(|example| example.expected.is_empty()), "{technique:?}");
    }
}
