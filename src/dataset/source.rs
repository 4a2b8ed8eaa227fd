//! From a path to bytes: mapped where they can be, spooled where they cannot, or in the program.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::os::fd::AsFd;
use std::path::Path;

use super::error::DatasetError;
use super::map::{Map, Stamp};

/// The bytes of a dataset, wherever they are.
pub(super) enum Bytes {
    /// A file of the user's, or an unlinked temporary one.
    Mapped(Map),
    /// Part of the program.
    Static(&'static [u8]),
    /// In memory, because there are few.
    Held(Vec<u8>),
}

/// What stands behind a path. There is one for each file, so that its size does not matter.
#[allow(clippy::large_enum_variant)]
pub(super) enum Input {
    /// All of it, mapped.
    Whole(Bytes),
    /// Something that can be read once, from front to back.
    Pipe(Pipe),
}

/// A pipe, a device, or a file that cannot be mapped.
pub(super) struct Pipe {
    file: File,
    /// What the system said of a file that has a length.
    stamp: Option<Stamp>,
}

/// A file was written to between its first byte and its end.
#[derive(Debug, thiserror::Error)]
#[error("it changed while it was being read")]
struct HasChanged;

impl Pipe {
    /// The file, to be waited on.
    pub(super) fn file(&self) -> &File {
        &self.file
    }
}

impl Read for Pipe {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(to)?;
        let at_end = read == 0 && !to.is_empty();
        if let Some(stamp) = self.stamp.filter(|_| at_end)
            && stamp != Stamp::of(&self.file.metadata()?)
        {
            return Err(io::Error::other(HasChanged));
        }
        Ok(read)
    }
}

impl Bytes {
    /// The bytes.
    pub(super) fn get(&self) -> &[u8] {
        match self {
            Self::Mapped(map) => map.bytes(),
            Self::Static(bytes) => bytes,
            Self::Held(bytes) => bytes,
        }
    }

    /// Fails when the file behind the bytes has become shorter.
    ///
    /// # Errors
    /// As it says.
    pub(super) fn check(&self, name: &str) -> Result<(), DatasetError> {
        let Self::Mapped(map) = self else { return Ok(()) };
        match map.shrunk() {
            Ok(None) => Ok(()),
            Ok(Some(now)) => Err(DatasetError::Shrank {
                name: name.to_owned(),
                mapped: map.bytes().len() as u64,
                now,
            }),
            Err(source) => Err(DatasetError::Read { name: name.to_owned(), source }),
        }
    }

    /// Whether the file behind the bytes has been written to since it was opened.
    ///
    /// # Errors
    /// When the system cannot say.
    pub(super) fn has_changed(&self, name: &str) -> Result<bool, DatasetError> {
        let Self::Mapped(map) = self else { return Ok(false) };
        map.has_changed().map_err(|source| DatasetError::Read { name: name.to_owned(), source })
    }

    /// Bytes that the file behind the bytes has now.
    ///
    /// # Errors
    /// When the system cannot say.
    pub(super) fn len_now(&self, name: &str) -> Result<u64, DatasetError> {
        let Self::Mapped(map) = self else { return Ok(self.get().len() as u64) };
        map.len_now().map_err(|source| DatasetError::Read { name: name.to_owned(), source })
    }

    /// Returns true if a path no longer names the file behind the bytes.
    pub(super) fn is_replaced(&self, path: &Path) -> bool {
        let Self::Mapped(map) = self else { return false };
        map.is_replaced(path)
    }
}

/// What is looked at of a file before more of it is read.
pub(super) type Look<'a> = &'a dyn Fn(&[u8]) -> Result<(), DatasetError>;

/// Opens a path; `-` is standard input.
///
/// # Errors
/// When it is a directory, is empty, cannot be read, or is refused by `look`.
pub(super) fn open(
    path: &Path,
    name: &str,
    limit: u64,
    look: Look<'_>,
) -> Result<Bytes, DatasetError> {
    match input(path, name)? {
        Input::Whole(bytes) => Ok(bytes),
        Input::Pipe(mut pipe) => spool(name, &mut pipe, limit, look),
    }
}

/// Opens a path without reading it; `-` is standard input.
///
/// # Errors
/// When it is a directory, or cannot be opened.
pub(super) fn input(path: &Path, name: &str) -> Result<Input, DatasetError> {
    let read = |source| DatasetError::Read { name: name.to_owned(), source };
    let mut file = match path.as_os_str().as_encoded_bytes() {
        b"-" => stdin().map_err(read)?,
        _ => File::open(path).map_err(read)?,
    };
    let metadata = file.metadata().map_err(read)?;
    if metadata.is_dir() {
        return Err(DatasetError::Directory { name: name.to_owned() });
    }
    // Files in /proc are regular, have no length, and can be read all the same. Standard input may
    // be a file of which an earlier reader has read a part.
    let whole = metadata.is_file()
        && metadata.len() > 0
        && file.stream_position().is_ok_and(|position| position == 0);
    if !whole {
        return Ok(Input::Pipe(Pipe { file, stamp: None }));
    }
    // Some file systems cannot map files: then it is read.
    let kept = file.try_clone().map_err(read)?;
    Ok(match Map::new(file) {
        Ok(map) => Input::Whole(Bytes::Mapped(map)),
        Err(_) => Input::Pipe(Pipe { file: kept, stamp: Some(Stamp::of(&metadata)) }),
    })
}

/// Reads as much as one call gives; 0 bytes at the end.
///
/// # Errors
/// When it cannot be read.
pub(super) fn read_some(
    name: &str,
    from: &mut dyn Read,
    to: &mut [u8],
) -> Result<usize, DatasetError> {
    loop {
        match from.read(to) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) if error.get_ref().is_some_and(|error| error.is::<HasChanged>()) => {
                return Err(DatasetError::Changed { name: name.to_owned() });
            }
            Err(source) => return Err(DatasetError::Read { name: name.to_owned(), source }),
            Ok(len) => return Ok(len),
        }
    }
}

/// Copies what a reader gives into a temporary file without a name, and maps that.
///
/// # Errors
/// When there is nothing to read, it cannot be read or kept, comes to over `limit` bytes, or its
/// beginning is refused by `look`.
pub(super) fn spool(
    name: &str,
    from: &mut dyn Read,
    limit: u64,
    look: Look<'_>,
) -> Result<Bytes, DatasetError> {
    let keep = |source| DatasetError::Spool { name: name.to_owned(), source };
    let mut buffer = vec![0; 1 << 16];
    let mut len = fill(name, from, &mut buffer)?;
    if len == 0 {
        return Err(DatasetError::Empty { name: name.to_owned(), why: "it is empty" });
    }
    look(&buffer[..len])?;
    let mut file = tempfile::tempfile().map_err(keep)?;
    let mut total = 0;
    while len > 0 {
        total += len as u64;
        if total > limit {
            return Err(DatasetError::TooLarge { name: name.to_owned(), limit });
        }
        file.write_all(&buffer[..len]).map_err(keep)?;
        len = read_some(name, from, &mut buffer)?;
    }
    file.seek(SeekFrom::Start(0)).map_err(keep)?;
    Ok(Bytes::Mapped(Map::new(file).map_err(keep)?))
}

/// Reads until the buffer is full or there is no more.
fn fill(name: &str, from: &mut dyn Read, buffer: &mut [u8]) -> Result<usize, DatasetError> {
    let mut held = 0;
    while held < buffer.len() {
        match read_some(name, from, &mut buffer[held..])? {
            0 => break,
            len => held += len,
        }
    }
    Ok(held)
}

/// A handle of our own, which may be mapped.
fn stdin() -> io::Result<File> {
    Ok(File::from(io::stdin().as_fd().try_clone_to_owned()?))
}
