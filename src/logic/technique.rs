//! The techniques in the order in which a person tries them.

/// A way to make progress, easiest first: the order of the variants is the order in which they are
/// tried.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Technique {
    /// The last empty cell of a unit.
    FullHouse,
    /// The only cell of a unit for a value.
    HiddenSingle,
    /// The only value for a cell.
    NakedSingle,
    /// A box has a value in one line only.
    Pointing,
    /// A line has a value in one box only.
    Claiming,
    /// Two cells of a unit with the same two candidates.
    NakedPair,
    /// Two values of a unit with the same two cells.
    HiddenPair,
    /// Three cells of a unit with three candidates.
    NakedTriple,
    /// Three values of a unit with three cells.
    HiddenTriple,
    /// Two lines with a value in the same two crossing lines.
    XWing,
    /// Four cells of a unit with four candidates.
    NakedQuad,
    /// Four values of a unit with four cells.
    HiddenQuad,
    /// Three lines with a value in three crossing lines.
    Swordfish,
    /// Three cells with two candidates each.
    XyWing,
    /// As an XY-wing, with three candidates in the middle.
    XyzWing,
    /// Two equal pairs that one unit connects.
    WWing,
    /// A rectangle that would have two solutions.
    UniqueRectangle,
    /// Cells of one value that take turns.
    SimpleColouring,
    /// Four lines with a value in four crossing lines.
    Jellyfish,
    /// Five cells of a unit or more, with as many candidates.
    Cycle,
    /// A chain of cells with two candidates each.
    XyChain,
    /// None of these applies.
    Guess,
}

/// Name, article and weight of each technique, in their order.
const FACTS: [(&str, &str, u32); 22] = [
    ("full house", "a", 1),
    ("hidden single", "a", 2),
    ("naked single", "a", 3),
    ("pointing", "", 6),
    ("claiming", "", 7),
    ("naked pair", "a", 8),
    ("hidden pair", "a", 10),
    ("naked triple", "a", 12),
    ("hidden triple", "a", 14),
    ("x-wing", "an", 16),
    ("naked quad", "a", 18),
    ("hidden quad", "a", 20),
    ("swordfish", "a", 22),
    ("xy-wing", "an", 24),
    ("xyz-wing", "an", 26),
    ("w-wing", "a", 28),
    ("unique rectangle", "a", 0),
    ("simple colouring", "", 32),
    ("jellyfish", "a", 36),
    ("cycle", "a", 40),
    ("xy-chain", "an", 44),
    ("guess", "a", 100),
];

impl Technique {
    /// Every technique, easiest first.
    pub const ALL: [Self; 22] = [
        Self::FullHouse,
        Self::HiddenSingle,
        Self::NakedSingle,
        Self::Pointing,
        Self::Claiming,
        Self::NakedPair,
        Self::HiddenPair,
        Self::NakedTriple,
        Self::HiddenTriple,
        Self::XWing,
        Self::NakedQuad,
        Self::HiddenQuad,
        Self::Swordfish,
        Self::XyWing,
        Self::XyzWing,
        Self::WWing,
        Self::UniqueRectangle,
        Self::SimpleColouring,
        Self::Jellyfish,
        Self::Cycle,
        Self::XyChain,
        Self::Guess,
    ];

    /// The name that the field uses, in lower case: `x-wing`.
    pub fn name(self) -> &'static str {
        FACTS[self as usize].0
    }

    /// The technique of that name, with blanks or hyphens: `naked pair`, `naked-pair`.
    pub fn find(name: &str) -> Option<Self> {
        let hyphened = |name: &str| name.replace(' ', "-");
        Self::ALL.into_iter().find(|technique| hyphened(technique.name()) == hyphened(name))
    }

    /// The name in a sentence: `an x-wing`, but `pointing`.
    pub fn with_article(self) -> String {
        let (name, article, _) = FACTS[self as usize];
        if article.is_empty() { name.to_owned() } else { format!("{article} {name}") }
    }

    /// What one step of it adds to a puzzle's score.
    pub fn weight(self) -> u32 {
        FACTS[self as usize].2
    }

    /// Returns true if it concludes from the puzzle having one solution: such a technique is sound
    /// only where that was verified, and never counts in difficulty.
    pub fn assumes_uniqueness(self) -> bool {
        self == Self::UniqueRectangle
    }
}
