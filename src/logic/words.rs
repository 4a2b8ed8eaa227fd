//! A step in words: its reason, its effect, and hints.

use super::effect::{Candidate, Effect};
use super::names::Names;
use super::step::Step;
use super::technique::Technique;
use super::techniques::{
    claiming, cycle, fish, full_house, guess, hidden_single, hidden_subset, naked_single,
    naked_subset, pointing, simple_colouring, unique_rectangle, w_wing, xy_chain, xy_wing,
    xyz_wing,
};

/// How much a hint gives away.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Strength {
    /// Where to look.
    Where,
    /// Also which technique.
    Technique,
    /// Also what it does, and why.
    Effect,
}

impl Step {
    /// The reason: `r4c7 and r4c9 hold only 2 and 8, so no other cell of row 4 does`.
    pub fn sentence(&self, names: &Names) -> String {
        match self.technique {
            Technique::FullHouse => full_house::sentence(self, names),
            Technique::HiddenSingle => hidden_single::sentence(self, names),
            Technique::NakedSingle => naked_single::sentence(self, names),
            Technique::Pointing => pointing::sentence(self, names),
            Technique::Claiming => claiming::sentence(self, names),
            Technique::NakedPair | Technique::NakedTriple | Technique::NakedQuad => {
                naked_subset::sentence(self, names)
            }
            Technique::HiddenPair | Technique::HiddenTriple | Technique::HiddenQuad => {
                hidden_subset::sentence(self, names)
            }
            Technique::XWing | Technique::Swordfish | Technique::Jellyfish => {
                fish::sentence(self, names)
            }
            Technique::XyWing => xy_wing::sentence(self, names),
            Technique::XyzWing => xyz_wing::sentence(self, names),
            Technique::WWing => w_wing::sentence(self, names),
            Technique::UniqueRectangle => unique_rectangle::sentence(self, names),
            Technique::SimpleColouring => simple_colouring::sentence(self, names),
            Technique::Cycle => cycle::sentence(self, names),
            Technique::XyChain => xy_chain::sentence(self, names),
            Technique::Guess => guess::sentence(self, names),
        }
    }

    /// What it does: `r4c7 = 5`, or `r4c1 loses 2 and 8; r4c2 loses 8`.
    pub fn effect_text(&self, names: &Names) -> String {
        match &self.effect {
            Effect::Place(Candidate { cell, value }) => {
                format!("{} = {}", names.cell(*cell), names.value(*value))
            }
            Effect::Remove(removed) => {
                let groups = removed.chunk_by(|one, next| one.cell == next.cell);
                let texts = groups.map(|group| {
                    let set = group.iter().fold(0, |set, one| set | 1 << (one.value - 1));
                    format!("{} loses {}", names.cell(group[0].cell), names.values(set))
                });
                texts.collect::<Vec<_>>().join("; ")
            }
        }
    }

    /// A hint: a stronger one repeats the weaker ones.
    pub fn hint(&self, strength: Strength, names: &Names) -> String {
        let place = self.where_to_look(names);
        match strength {
            Strength::Where => format!("Look at {place}."),
            Strength::Technique => {
                format!("Look at {place} for {}.", self.technique.with_article())
            }
            Strength::Effect => format!(
                "Look at {place} for {}: {}: {}.",
                self.technique.with_article(),
                self.sentence(names),
                self.effect_text(names)
            ),
        }
    }

    /// The units of the pattern, or the rows of its cells where it is seen in none.
    fn where_to_look(&self, names: &Names) -> String {
        if !self.units.is_empty() {
            return names.units(&self.units);
        }
        let side = names.order().side() as u16;
        let mut rows: Vec<u16> = self.cells.iter().map(|cell| cell / side).collect();
        rows.sort_unstable();
        rows.dedup();
        names.units(&rows)
    }
}
