//! Journals that were cut and damaged: what is read is always the beginning of what was written.

use std::fs;

use proptest::prelude::*;

use super::*;

/// All frames, the bytes that are whole, and those behind them.
fn read(bytes: &[u8]) -> (Vec<Vec<u8>>, u64, u64) {
    let mut frames = Frames::of(bytes, bytes.len() as u64).unwrap();
    let mut all = Vec::new();
    while let Some(frame) = frames.next_frame().unwrap() {
        all.push(frame);
    }
    (all, frames.whole(), frames.cut())
}

fn written(frames: &[Vec<u8>]) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(FILE);
    let mut journal = Journal::create(&path).unwrap();
    frames.iter().for_each(|frame| journal.add(frame).unwrap());
    drop(journal);
    fs::read(&path).unwrap()
}

/// Where each frame ends, the header before them.
fn ends(frames: &[Vec<u8>]) -> Vec<usize> {
    let mut ends = vec![HEADER.len()];
    for frame in frames {
        ends.push(ends[ends.len() - 1] + HEAD + frame.len());
    }
    ends
}

fn some_frames() -> impl Strategy<Value = Vec<Vec<u8>>> {
    prop::collection::vec(prop::collection::vec(any::<u8>(), 0..40), 0..8)
}

proptest! {
    #[test]
    fn frames_come_back(frames in some_frames()) {
        let bytes = written(&frames);
        prop_assert_eq!(read(&bytes), (frames, bytes.len() as u64, 0));
    }

    #[test]
    fn of_a_cut_journal_the_whole_frames_come_back(frames in some_frames(), at: prop::sample::Index) {
        let bytes = written(&frames);
        let at = at.index(bytes.len() + 1);
        let ends = ends(&frames);
        let whole = ends.iter().filter(|&&end| end <= at).count();
        let (read, end, cut) = read(&bytes[..at]);
        prop_assert_eq!(&read[..], &frames[..whole.saturating_sub(1)]);
        prop_assert_eq!(end as usize, if whole == 0 { 0 } else { ends[whole - 1] });
        prop_assert_eq!((end + cut) as usize, at);
    }

    /// A checksum of 32 bits detects every burst of errors within as many bits.
    #[test]
    fn of_a_damaged_journal_the_frames_before_the_damage_come_back(
        frames in some_frames(),
        at: prop::sample::Index,
        flips in 1u8..=255,
    ) {
        let mut bytes = written(&frames);
        let at = at.index(bytes.len());
        bytes[at] ^= flips;
        let sound = ends(&frames).iter().filter(|&&end| end <= at).count();
        let (read, end, cut) = read(&bytes);
        prop_assert_eq!(&read[..], &frames[..sound.saturating_sub(1)]);
        prop_assert_eq!((end + cut) as usize, bytes.len());
    }

    #[test]
    fn what_was_torn_off_is_replaced_by_what_comes_next(
        frames in some_frames(),
        at: prop::sample::Index,
        more in some_frames(),
    ) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        let bytes = written(&frames);
        let at = at.index(bytes.len() + 1);
        fs::write(&path, &bytes[..at]).unwrap();
        let (mut expected, whole, _) = read(&bytes[..at]);
        let mut journal = Journal::continuing(&path, whole).unwrap();
        more.iter().for_each(|frame| journal.add(frame).unwrap());
        expected.extend(more);
        prop_assert_eq!(read(&fs::read(&path).unwrap()).0, expected);
    }
}

#[test]
fn any_other_file_has_no_frame() {
    for bytes in [&b""[..], b"sudoku-bench", b"sudoku-bench journal 2\n12345678", &[0; 100]] {
        assert_eq!(read(bytes), (Vec::new(), 0, bytes.len() as u64));
    }
    // A power cut may leave zeros.
    let bytes = [HEADER, &[0; 5000]].concat();
    assert_eq!(read(&bytes).0, Vec::<Vec<u8>>::new());
}

#[cfg(unix)]
#[test]
fn two_do_not_write_one_journal() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(FILE);
    let first = Journal::create(&path).unwrap();
    let second = Journal::continuing(&path, HEADER.len() as u64);
    assert_eq!(second.unwrap_err().kind(), io::ErrorKind::WouldBlock);
    drop(first);
    assert!(Journal::continuing(&path, HEADER.len() as u64).is_ok());
}
