//! Where the steps of each technique are found.

use super::position::Position;
use super::step::Step;
use super::technique::Technique;
use super::techniques::{
    claiming, cycle, fish, full_house, hidden_single, hidden_subset, naked_single, naked_subset,
    pointing, simple_colouring, unique_rectangle, w_wing, xy_chain, xy_wing, xyz_wing,
};

impl Technique {
    /// All its steps in a position, in an order that depends on the position only. None for
    /// [`Technique::Guess`], which needs a solution.
    pub fn find_all(self, position: &Position) -> Vec<Step> {
        let mut steps = Vec::new();
        self.collect(position, &mut steps);
        steps
    }

    /// Adds all its steps in a position to others.
    pub fn collect(self, position: &Position, steps: &mut Vec<Step>) {
        match self {
            Self::FullHouse => full_house::find(position, steps),
            Self::HiddenSingle => hidden_single::find(position, steps),
            Self::NakedSingle => naked_single::find(position, steps),
            Self::Pointing => pointing::find(position, steps),
            Self::Claiming => claiming::find(position, steps),
            Self::NakedPair => naked_subset::find(position, 2, self, steps),
            Self::NakedTriple => naked_subset::find(position, 3, self, steps),
            Self::NakedQuad => naked_subset::find(position, 4, self, steps),
            Self::HiddenPair => hidden_subset::find(position, 2, self, steps),
            Self::HiddenTriple => hidden_subset::find(position, 3, self, steps),
            Self::HiddenQuad => hidden_subset::find(position, 4, self, steps),
            Self::XWing => fish::find(position, 2, self, steps),
            Self::Swordfish => fish::find(position, 3, self, steps),
            Self::Jellyfish => fish::find(position, 4, self, steps),
            Self::XyWing => xy_wing::find(position, steps),
            Self::XyzWing => xyz_wing::find(position, steps),
            Self::WWing => w_wing::find(position, steps),
            Self::UniqueRectangle => unique_rectangle::find(position, steps),
            Self::SimpleColouring => simple_colouring::find(position, steps),
            Self::Cycle => cycle::find(position, steps),
            Self::XyChain => xy_chain::find(position, steps),
            Self::Guess => {}
        }
    }
}
