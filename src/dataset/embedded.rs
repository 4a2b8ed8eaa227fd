//! The datasets that are part of the program; `datasets/MANIFEST.tsv` says where they are from.

use super::Dataset;

const FILES: &[(&str, &[u8])] = &[
    ("seeds", include_bytes!("../../datasets/seeds.txt")),
    ("easy", include_bytes!("../../datasets/easy.txt")),
    ("minimal", include_bytes!("../../datasets/minimal.txt")),
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
    use super::*;

    #[test]
    fn the_manifest_and_the_files_agree() {
        let manifest = include_str!("../../datasets/MANIFEST.tsv");
        let mut rows = manifest.lines();
        assert_eq!(rows.next(), Some("file\tpuzzles\tblake3\tsource"));
        let datasets = all();
        assert_eq!(rows.clone().count(), datasets.len());
        for (row, dataset) in rows.zip(datasets) {
            let fields: Vec<&str> = row.split('\t').collect();
            let survey = dataset.survey();
            let listed = [
                format!("{}.txt", dataset.name()),
                survey.total().to_string(),
                survey.hash.to_string(),
            ];
            assert_eq!(listed, fields[..3]);
            assert!(!fields[3].is_empty());
            assert_eq!(survey.malformed, 0, "{:?}", survey.faults);
        }
    }
}
