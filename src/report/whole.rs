//! Files that are whole or not there: written beside their place and renamed.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// What a file is called until it is whole.
pub const UNFINISHED: &str = ".unfinished";

/// A file on its way to be whole. What was flushed to it survives a crash, under another name.
///
/// Pipes, terminals and devices are written as they are, and so are files in a folder that takes no
/// other file: where nothing can be renamed, whole is what was written last.
#[derive(Debug)]
pub struct WholeFile {
    file: BufWriter<File>,
    path: PathBuf,
    /// Where it is written, unless at its own place.
    unfinished: Option<PathBuf>,
}

impl WholeFile {
    /// Begins a file. A link is followed: what it points at is replaced, not the link.
    ///
    /// # Errors
    /// When neither the file nor one beside it can be made.
    pub fn create(path: &Path) -> io::Result<Self> {
        let existing = match fs::metadata(path) {
            Ok(metadata) if !metadata.is_file() => return Self::in_place(path),
            Ok(metadata) => Some(metadata),
            Err(_) if path.is_symlink() => return Self::in_place(path),
            Err(_) => None,
        };
        let target = match existing {
            Some(_) => fs::canonicalize(path)?,
            None => path.to_owned(),
        };
        let Some(metadata) = existing else { return Self::beside(&target) };
        // What may not be written must not be replaced either.
        OpenOptions::new().write(true).open(&target)?;
        match Self::beside(&target) {
            Ok(whole) => {
                whole.file.get_ref().set_permissions(metadata.permissions())?;
                Ok(whole)
            }
            Err(error) if takes_no_other(&error) => Self::in_place(path),
            Err(error) => Err(error),
        }
    }

    /// Writes a whole file.
    ///
    /// # Errors
    /// When it cannot be written; then there is none, or the one that was there before.
    pub fn write<E: From<io::Error>>(
        path: &Path,
        content: impl FnOnce(&mut Self) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut whole = Self::create(path)?;
        let unfinished = whole.unfinished.clone();
        let written = content(&mut whole).and_then(|()| Ok(whole.finish()?));
        if let (Err(_), Some(unfinished)) = (&written, unfinished) {
            let _ = fs::remove_file(unfinished); // its bytes may be what another file needs
        }
        written
    }

    /// Gives the file its name, once its bytes are on the disk.
    ///
    /// # Errors
    /// When the last of it cannot be written.
    pub fn finish(self) -> io::Result<()> {
        let Self { file, path, unfinished } = self;
        let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
        let Some(unfinished) = unfinished else {
            let _ = file.sync_data(); // a pipe or terminal has no disk
            return Ok(());
        };
        file.sync_all()?;
        match fs::rename(&unfinished, &path) {
            // A file that is a mount point of its own, as containers are given them, stays where it
            // is.
            Err(error)
                if matches!(error.kind(), ErrorKind::ResourceBusy | ErrorKind::CrossesDevices) =>
            {
                fs::copy(&unfinished, &path)?;
                fs::remove_file(&unfinished)
            }
            renamed => renamed,
        }?;
        sync_folder_of(&path);
        Ok(())
    }

    fn in_place(path: &Path) -> io::Result<Self> {
        let file = OpenOptions::new().write(true).create(true).truncate(true).open(path)?;
        Ok(Self { file: BufWriter::new(file), path: path.to_owned(), unfinished: None })
    }

    fn beside(path: &Path) -> io::Result<Self> {
        let name = path.file_name().ok_or(ErrorKind::InvalidInput)?.to_owned();
        let new = |ending: &str| {
            let mut name = name.clone();
            name.push(ending);
            let unfinished = path.with_file_name(name);
            // Never what another program put there, be it a link or another run's file.
            let file = OpenOptions::new().write(true).create_new(true).open(&unfinished)?;
            io::Result::Ok((file, unfinished))
        };
        let made = match new(UNFINISHED) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                new(&format!("{UNFINISHED}-{}", std::process::id()))
            }
            made => made,
        };
        let (file, unfinished) = made?;
        Ok(Self { file: BufWriter::new(file), path: path.to_owned(), unfinished: Some(unfinished) })
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Returns true if a folder refuses new files although one that is there may be written.
fn takes_no_other(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem | ErrorKind::InvalidFilename
    )
}

/// Has a rename reach the disk. Where folders cannot be opened, the system does so in its own time.
fn sync_folder_of(path: &Path) {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    if let Ok(folder) = File::open(parent.unwrap_or(Path::new("."))) {
        let _ = folder.sync_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    fn write(path: &Path, text: &str) -> io::Result<()> {
        WholeFile::write(path, |out| out.write_all(text.as_bytes()))
    }

    #[test]
    fn a_file_has_its_name_only_when_it_is_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.csv");
        let mut file = WholeFile::create(&path).unwrap();
        file.write_all(b"measured").unwrap();
        file.flush().unwrap();
        assert_eq!(names(folder.path()), ["a.csv.unfinished"]);
        file.finish().unwrap();
        assert_eq!(names(folder.path()), ["a.csv"]);
        assert_eq!(fs::read(&path).unwrap(), b"measured");
    }

    #[test]
    fn what_fails_leaves_what_was_there_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.csv");
        write(&path, "old").unwrap();
        let failed = WholeFile::write(&path, |out| {
            out.write_all(b"half")?;
            Err(io::Error::other("disk full"))
        });
        assert!(failed.is_err());
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(names(folder.path()), ["a.csv"]);
    }

    #[cfg(unix)]
    #[test]
    fn links_keep_pointing_and_rights_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let [real, link, nowhere] = ["real", "link", "nowhere"].map(|n| folder.path().join(n));
        write(&real, "old").unwrap();
        fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).unwrap();
        symlink("real", &link).unwrap();
        write(&link, "new").unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read(&real).unwrap(), b"new");
        assert_eq!(fs::metadata(&real).unwrap().permissions().mode() & 0o777, 0o640);
        symlink("later", &nowhere).unwrap();
        write(&nowhere, "new").unwrap();
        assert_eq!(fs::read(folder.path().join("later")).unwrap(), b"new");
    }

    #[cfg(unix)]
    #[test]
    fn devices_are_written_and_stay_devices() {
        write(Path::new("/dev/null"), "text").unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
        assert!(write(Path::new("/dev/full"), "text").is_err());
    }

    #[test]
    fn another_s_unfinished_file_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a.unfinished"), "another's").unwrap();
        write(&folder.path().join("a"), "mine").unwrap();
        assert_eq!(names(folder.path()), ["a", "a.unfinished"]);
        assert_eq!(fs::read(folder.path().join("a.unfinished")).unwrap(), b"another's");
    }
}
