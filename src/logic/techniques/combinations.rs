//! Choosing k of some sets so that their union stays small: what subsets and fish have in common.

/// Calls `found` with each choice of `k` sets whose union has exactly `k` members: the indices of
/// the sets, and the union. Sets with over `k` members, or under two, are in no choice.
pub(super) fn unions_of_size(sets: &[u32], k: usize, found: &mut impl FnMut(&[usize], u32)) {
    let fit: Vec<usize> =
        (0..sets.len()).filter(|&i| (2..=k as u32).contains(&sets[i].count_ones())).collect();
    let mut chosen = Vec::with_capacity(k);
    choose(sets, &fit, k, 0, &mut chosen, found);
}

fn choose(
    sets: &[u32],
    fit: &[usize],
    k: usize,
    union: u32,
    chosen: &mut Vec<usize>,
    found: &mut impl FnMut(&[usize], u32),
) {
    if chosen.len() == k {
        if union.count_ones() as usize == k {
            found(chosen, union);
        }
        return;
    }
    for (i, &set) in fit.iter().enumerate() {
        let wider = union | sets[set];
        if wider.count_ones() as usize <= k && chosen.len() + fit.len() - i >= k {
            chosen.push(set);
            choose(sets, &fit[i + 1..], k, wider, chosen, found);
            chosen.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_choice_is_found_once() {
        let sets = [0b011, 0b110, 0b101, 0b011, 0b1111, 0b1];
        let choices = |k| {
            let mut choices = Vec::new();
            unions_of_size(&sets, k, &mut |chosen, union| choices.push((chosen.to_vec(), union)));
            choices
        };
        assert_eq!(choices(2), [(vec![0, 3], 0b011)]);
        let of_three = [vec![0, 1, 2], vec![0, 1, 3], vec![0, 2, 3], vec![1, 2, 3]];
        assert_eq!(choices(3), of_three.map(|chosen| (chosen, 0b111)));
    }
}
