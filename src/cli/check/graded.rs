//! How hard the puzzles of a file are, as a table: a line a label.

use std::io::{self, Write};

use crate::logic::Label;
use crate::sweep::difficulties::Difficulties;

/// Writes a line for each label that has puzzles, with the hardest techniques they need.
pub(super) fn write(difficulties: &Difficulties, out: &mut dyn Write) -> io::Result<()> {
    let all: u64 = difficulties.0.values().map(|graded| graded.puzzles).sum();
    writeln!(out, "  difficulty {all} graded, which are those with one solution")?;
    for label in Label::ALL {
        let of_label = || difficulties.0.iter().filter(move |one| Label::of(*one.0) == label);
        let puzzles: u64 = of_label().map(|(_, graded)| graded.puzzles).sum();
        if puzzles == 0 {
            continue;
        }
        let scores: u64 = of_label().map(|(_, graded)| graded.scores).sum();
        let techniques =
            of_label().map(|(hardest, graded)| format!("{} {}", hardest.name(), graded.puzzles));
        let techniques = techniques.collect::<Vec<_>>().join(", ");
        let share = 100.0 * puzzles as f64 / all as f64;
        let score = scores as f64 / puzzles as f64;
        writeln!(
            out,
            "             {:8} {puzzles:>9} {share:5.1} %, mean score {score:.0}: {techniques}",
            label.name()
        )?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::{Difficulty, Technique};

    fn of(hardest: Technique, score: u32) -> Difficulties {
        let mut one = Difficulties::default();
        one.add(Difficulty { hardest, steps: 1, score });
        one
    }

    #[test]
    fn a_table_has_a_line_for_each_label_that_has_puzzles() {
        let parts =
            [(Technique::XWing, 30), (Technique::NakedSingle, 5), (Technique::Swordfish, 41)];
        let parts = parts.map(|(hardest, score)| of(hardest, score));
        let all = parts.into_iter().fold(Difficulties::default(), Difficulties::merge);
        let mut text = Vec::new();
        write(&all, &mut text).unwrap();
        let expected = "  difficulty 3 graded, which are those with one solution
             easy             1  33.3 %, mean score 5: naked single 1
             hard             2  66.7 %, mean score 36: x-wing 1, swordfish 1
";
        assert_eq!(String::from_utf8(text).unwrap(), expected);
    }

    #[test]
    fn nothing_graded_is_no_division_by_zero() {
        let mut text = Vec::new();
        write(&Difficulties::default(), &mut text).unwrap();
        assert_eq!(text, b"  difficulty 0 graded, which are those with one solution\n");
    }
}
