use super::*;

#[test]
fn runs_between_restarts_follow_lubys_sequence() {
    let runs: Vec<u64> = (0..15).map(luby).collect();
    assert_eq!(runs, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
}
