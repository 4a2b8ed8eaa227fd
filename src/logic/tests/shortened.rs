//! Explanations without detours lead to the same end.

use super::NINE;
use crate::logic::{Effect, Explanation, Known, Position, Step, shorten};
use crate::puzzle::Order;

fn placements(steps: &[Step]) -> Vec<&Effect> {
    let effects = steps.iter().map(|step| &step.effect);
    effects.filter(|effect| matches!(effect, Effect::Place(_))).collect()
}

#[test]
fn a_shortened_explanation_fills_the_same_cells_and_every_step_of_it_is_found() {
    let (mut before, mut after) = (0, 0);
    for cells in NINE.lines().step_by(500) {
        let begin = Position::new(Order::THREE, cells.as_bytes()).unwrap();
        let steps: Vec<Step> = Explanation::new(begin.clone(), Known::Nothing).collect();
        let short = shorten(&begin, steps.clone());
        assert_eq!(placements(&short), placements(&steps), "{cells}");
        let mut explanation = Explanation::new(begin, Known::Nothing);
        for step in &short {
            assert!(step.technique.find_all(explanation.position()).contains(step), "{step:?}");
            explanation.apply(step).unwrap();
        }
        (before, after) = (before + steps.len(), after + short.len());
    }
    assert!(after < before, "{after} of {before}");
}

#[test]
fn an_elimination_that_nothing_needs_is_left_out() {
    // The article's puzzle: its first two locked candidates both take something from r5c9 only.
    let cells =
        b"......45...7...3..1.9.6....3........5..4.........7...9..12........3.......6.....7";
    let begin = Position::new(Order::THREE, cells).unwrap();
    let steps: Vec<Step> = Explanation::new(begin.clone(), Known::Nothing).collect();
    assert_eq!((steps.len(), shorten(&begin, steps).len()), (69, 67));
}
