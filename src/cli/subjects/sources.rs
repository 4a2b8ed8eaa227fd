//! Public sets by name, as `datasets/SOURCES.tsv` lists them and `scripts/fetch-datasets` fetches
//! them.

use std::path::{Path, PathBuf};

const TABLE: &str = include_str!("../../../datasets/SOURCES.tsv");
/// Where they are looked for, in this order.
const FOLDER: &str = "datasets/fetched";

/// The file that holds the public set of that name, if it is here and `path` names no file itself.
pub(super) fn fetched(path: &Path) -> Option<PathBuf> {
    let name = listed(path)?;
    let place = Path::new(FOLDER).join(name);
    (!path.exists() && place.is_file()).then_some(place)
}

/// How to get the public set of that name, if it is not here.
pub(super) fn remedy(path: &Path) -> Option<String> {
    let name = listed(path)?;
    let is_missing = !path.exists() && fetched(path).is_none();
    is_missing.then(|| {
        format!("{name} is a public set that is not in {FOLDER}; fetch it: scripts/fetch-datasets {name}")
    })
}

/// The name in the table; its ending may be left out.
fn listed(path: &Path) -> Option<&'static str> {
    let wanted = path.to_str()?;
    let names = TABLE.lines().skip(1).filter_map(|row| row.split('\t').next());
    let mut same =
        names.filter(|name| *name == wanted || name.strip_suffix(".txt") == Some(wanted));
    same.next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_public_set_that_is_not_here_is_answered_with_the_command_that_fetches_it() {
        let said = remedy(Path::new("top95")).unwrap();
        assert!(said.ends_with("scripts/fetch-datasets top95.txt"), "{said}");
        assert_eq!(remedy(Path::new("no-such-set.txt")), None);
        assert_eq!(remedy(Path::new("Cargo.toml")), None);
    }
}
