//! The datasets that are part of the program; `datasets/MANIFEST.tsv` says where they and the other
//! files of that folder are from.

use super::Dataset;

const FILES: &[(&str, &[u8])] = &[
    ("seeds", include_bytes!("../../datasets/seeds.txt")),
    ("easy", include_bytes!("../../datasets/easy.txt")),
    ("minimal", include_bytes!("../../datasets/minimal.txt")),
    ("hard", include_bytes!("../../datasets/hard.txt")),
    ("hex", include_bytes!("../../datasets/hex.txt")),
];

/// All of them, opened.
///
/// # Panics
/// Never: that each can be read is tested.
pub fn all() -> Vec<Dataset> {
    let open = |(name, bytes): &(&str, &'static [u8])| {
        Dataset::from_bytes(name, bytes).expect("embedded datasets are tested to be readable")
    };
    FILES.iter().map(open).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::path::Path;

    use super::*;
    use crate::dataset::ReadOptions;

    #[test]
    fn the_manifest_and_the_files_agree() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("datasets");
        let manifest = include_str!("../../datasets/MANIFEST.tsv");
        let mut rows = manifest.lines();
        assert_eq!(rows.next(), Some("file\tpuzzles\tblake3\tsource"));
        let mut hashes = BTreeMap::new();
        for row in rows {
            let fields: Vec<&str> = row.split('\t').collect();
            let dataset = Dataset::open(&folder.join(fields[0]), &ReadOptions::default()).unwrap();
            let survey = dataset.survey();
            let found = [survey.total().to_string(), survey.hash.to_string()];
            assert_eq!(found, fields[1..3], "{}", fields[0]);
            assert!(!fields[3].is_empty());
            assert_eq!(survey.malformed, 0, "{:?}", survey.faults);
            hashes.insert(fields[0].to_owned(), survey.hash);
        }
        for dataset in all() {
            let name = format!("{}.txt", dataset.name());
            assert_eq!(hashes.get(&name), Some(&dataset.survey().hash), "{name}");
        }
    }
}
