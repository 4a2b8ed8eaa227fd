//! Files that are written are neither read nor each other: whatever their names, also by way of
//! links. To be asked before anything is opened.

use std::ffi::OsString;
use std::fs::{self, File, Metadata};
use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use anyhow::bail;

use crate::text;

/// Most symbolic links that are followed, as in the kernel.
const MOST_LINKS: usize = 40;

/// An option that names a file to be written, with the file if it is given.
pub(super) type Output = (&'static str, Option<PathBuf>);

/// What makes two names the same file.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Identity {
    /// A file that is there.
    Present { device: u64, inode: u64 },
    /// A file that would be made in a folder.
    New { device: u64, folder: u64, name: OsString },
}

/// Refuses to write to a file that is read, or twice to the same file. Standard output counts as
/// written, and `-` among the inputs as what standard input is.
///
/// # Errors
/// Names the option and the file.
pub(super) fn guard(inputs: &[PathBuf], outputs: &[Output]) -> anyhow::Result<()> {
    let read: Vec<_> = inputs.iter().map(|path| (path, identity_of_input(path))).collect();
    let is_read = |written: &Identity| {
        let mut same = read.iter().filter(|(_, identity)| identity.as_ref() == Some(written));
        same.next().map(|(path, _)| *path)
    };
    if let Some(input) = descriptor(io::stdout().as_fd()).as_ref().and_then(is_read) {
        bail!(
            "standard output goes to {}, which is an input; redirect it to another file",
            text::name(input.as_os_str())
        );
    }
    let mut written: Vec<(&str, Identity)> = Vec::new();
    for (option, path) in outputs {
        let named = path.as_ref().and_then(|path| Some((path, identity(path)?)));
        let Some((path, identity)) = named else {
            continue;
        };
        let shown = text::name(path.as_os_str());
        if is_read(&identity).is_some() {
            bail!("{option} {shown} would overwrite an input; name another file");
        }
        if let Some((other, _)) = written.iter().find(|(_, other)| *other == identity) {
            bail!("{other} and {option} both name {shown}; name two files");
        }
        written.push((option, identity));
    }
    Ok(())
}

/// The files that a solver's specification names: whatever stands between signs that may begin or
/// end a name there.
pub(super) fn files_of(spec: &str) -> Vec<PathBuf> {
    let begins =
        |at: &usize| *at == 0 || spec[..*at].ends_with([' ', ',', ':', '=', '\'', '"', '<']);
    let ends = |at: &usize| {
        spec[*at..].is_empty() || spec[*at..].starts_with([' ', ',', '?', '#', '\'', '"', ';', '&'])
    };
    let places = || spec.char_indices().map(|(at, _)| at).chain([spec.len()]);
    let starts = places().filter(begins);
    let parts = starts.flat_map(|from| {
        places().filter(ends).filter(move |to| *to > from).map(move |to| &spec[from..to])
    });
    parts.map(PathBuf::from).filter(|path| path.is_file()).collect()
}

fn identity_of_input(path: &Path) -> Option<Identity> {
    if path == Path::new("-") { descriptor(io::stdin().as_fd()) } else { identity(path) }
}

/// `None` where nothing can be lost: a pipe, a device, a folder, `-`.
fn identity(path: &Path) -> Option<Identity> {
    if path == Path::new("-") {
        return None;
    }
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        if let Ok(metadata) = fs::metadata(&path) {
            return present(&metadata);
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new(".")).to_owned();
        if let Ok(target) = fs::read_link(&path) {
            path = folder.join(target);
            continue;
        }
        let inside = fs::metadata(folder).ok()?;
        let name = path.file_name()?.to_owned();
        return Some(Identity::New { device: inside.dev(), folder: inside.ino(), name });
    }
    None
}

fn descriptor(descriptor: BorrowedFd<'_>) -> Option<Identity> {
    let file = File::from(descriptor.try_clone_to_owned().ok()?);
    present(&file.metadata().ok()?)
}

fn present(metadata: &Metadata) -> Option<Identity> {
    let (device, inode) = (metadata.dev(), metadata.ino());
    metadata.is_file().then_some(Identity::Present { device, inode })
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn one_file_has_one_identity_whatever_it_is_called() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("data"), "x").unwrap();
        fs::create_dir(at("sub")).unwrap();
        symlink("data", at("link")).unwrap();
        symlink("../data", at("sub/up")).unwrap();
        symlink("missing", at("dangling")).unwrap();
        fs::hard_link(at("data"), at("hard")).unwrap();
        let data = identity(&at("data"));
        for name in ["link", "hard", "sub/up", "./data", "sub/../data"] {
            assert_eq!(identity(&at(name)), data, "{name}");
        }
        assert!(matches!(identity(&at("missing")), Some(Identity::New { .. })));
        assert_eq!(identity(&at("dangling")), identity(&at("sub/../missing")));
        assert_ne!(identity(&at("missing")), identity(&at("other")));
        assert_eq!(identity(Path::new("/dev/null")), None);
        assert_eq!(identity(Path::new("-")), None);
    }

    #[test]
    fn inputs_and_other_outputs_are_not_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("data"), "x").unwrap();
        symlink("data", at("link")).unwrap();
        let refused = |outputs: &[Output]| {
            guard(&[at("data")], outputs).err().map(|error| error.to_string()).unwrap_or_default()
        };
        let (link, new) = (Some(at("link")), Some(at("new")));
        assert!(refused(&[("--junit", link)]).contains("--junit"));
        let twice = [("--junit", new.clone()), ("--markdown", new.clone())];
        assert!(refused(&twice).contains("--junit and --markdown both name"));
        assert_eq!(refused(&[("--junit", new), ("--markdown", None)]), "");
        let dash = Some(PathBuf::from("-"));
        assert_eq!(refused(&[("--junit", dash.clone()), ("--markdown", dash)]), "");
    }

    #[test]
    fn a_specification_names_its_files() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("s.so");
        fs::write(&path, "x").unwrap();
        let shown = path.display();
        let odd = folder.path().join("a b#c,d.so");
        fs::write(&odd, "x").unwrap();
        for (spec, path) in [
            (format!("dylib:{shown}?goal=first"), &path),
            (format!("dylib:{shown}#solve"), &path),
            (format!("slowed:dylib:{shown}#solve?factor=2"), &path),
            (format!("exec:cc '{shown}' -x"), &path),
            (format!("exec:mine <{shown}; true?mode=batch"), &path),
            (format!("dylib:{}", odd.display()), &odd),
        ] {
            assert!(files_of(&spec).contains(path), "{spec}");
        }
        assert!(files_of("mrv").is_empty());
    }
}
