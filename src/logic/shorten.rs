//! An explanation without detours: steps that no later one needs are left out.

use super::effect::Effect;
use super::position::Position;
use super::step::Step;
use super::technique::Technique;

/// Most steps that remove candidates of which each is tried: the work grows with their square.
const MOST: usize = 100;

/// Leaves out steps that only remove candidates, as long as all later steps still apply. What is
/// left leads to the same values, in the same order; a later step may remove more than before.
///
/// `steps` are those from `begin` on, each found by its technique where the ones before it lead to.
pub fn shorten(begin: &Position, mut steps: Vec<Step>) -> Vec<Step> {
    let removals: Vec<usize> = (0..steps.len()).filter(|&i| removes(&steps[i])).collect();
    if removals.len() > MOST {
        return steps;
    }
    for at in removals.into_iter().rev() {
        let mut position = begin.clone();
        let is_sound = steps[..at].iter().all(|step| position.apply(&step.effect).is_ok());
        if let Some(later) = is_sound.then(|| replay(position, &steps[at + 1..])).flatten() {
            steps.truncate(at);
            steps.extend(later);
        }
    }
    steps
}

fn removes(step: &Step) -> bool {
    matches!(step.effect, Effect::Remove(_))
}

/// The same steps from another position on, or `None` where one of them does not apply.
fn replay(mut position: Position, steps: &[Step]) -> Option<Vec<Step>> {
    let mut replayed = Vec::with_capacity(steps.len());
    for step in steps {
        let again = find_again(&position, step)?;
        position.apply(&again.effect).ok()?;
        replayed.push(again);
    }
    Some(replayed)
}

/// The step of the same pattern, if it is there and has at least the same effect.
fn find_again(position: &Position, step: &Step) -> Option<Step> {
    if step.technique == Technique::Guess {
        let Effect::Place(placed) = step.effect else { return None };
        let values = position.candidates(placed.cell);
        return (values == step.values).then(|| step.clone());
    }
    let same = |other: &Step| {
        (&other.cells, &other.units, &other.covers, &other.links, other.values)
            == (&step.cells, &step.units, &step.covers, &step.links, step.values)
            && reaches(&other.effect, &step.effect)
    };
    step.technique.find_all(position).into_iter().find(same)
}

/// Returns true if an effect does all that another does.
fn reaches(effect: &Effect, other: &Effect) -> bool {
    match (effect, other) {
        (Effect::Remove(removed), Effect::Remove(others)) => {
            others.iter().all(|gone| removed.contains(gone))
        }
        _ => effect == other,
    }
}
