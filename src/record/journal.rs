//! The journal of a run: frames, one after the other, each with its length and a checksum, so that
//! what a failure tore off is recognised.
//!
//! A file begins with [`HEADER`]. A frame is the length of its content (4 bytes, lowest first), the
//! CRC-32 of these 4 bytes and the content (likewise), and the content. Frames are only ever added.
//! Reading ends with the first frame that is not whole: what stands behind it was never certain.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::{Duration, Instant};

/// What a journal begins with; its number is that of the form.
pub const HEADER: &[u8] = b"sudoku-bench journal 1\n";
/// Name of the file in the folder of a run.
pub const FILE: &str = "journal";

/// Bytes before the content of a frame.
const HEAD: usize = 8;
/// Longest content that is written or believed.
const LONGEST: usize = 1 << 30;

/// What is written reaches the disk after so long, and at the end: so much is lost in a power cut.
/// What ends the program alone loses nothing that was written.
const SYNC_AFTER: Duration = Duration::from_secs(5);
/// Or after so many times as long as the last time took: a slow disk may cost a quarter of a percent.
const SYNC_TIMES: u32 = 400;

/// A journal that is written.
#[derive(Debug)]
pub struct Journal {
    file: File,
    /// Bytes of whole frames.
    bytes: u64,
    frame: Vec<u8>,
    synced: Instant,
    sync_took: Duration,
    took: Duration,
}

impl Journal {
    /// Begins a journal where there is none.
    ///
    /// # Errors
    /// When the file is there already or cannot be made.
    pub fn create(path: &Path) -> io::Result<Self> {
        let file = OpenOptions::new().write(true).create_new(true).open(path)?;
        lock(&file)?;
        let mut journal = Self::of(file, 0);
        journal.write(HEADER)?;
        journal.sync()?;
        Ok(journal)
    }

    /// Goes on with a journal of which so many bytes are whole; the others are cut off.
    ///
    /// # Errors
    /// When it cannot be written, or another process writes it: [`io::ErrorKind::WouldBlock`].
    pub fn continuing(path: &Path, bytes: u64) -> io::Result<Self> {
        let mut file = OpenOptions::new().write(true).open(path)?;
        lock(&file)?;
        file.set_len(bytes)?;
        file.seek(SeekFrom::Start(bytes))?;
        let mut journal = Self::of(file, bytes);
        if bytes == 0 {
            journal.write(HEADER)?;
        }
        journal.sync()?;
        Ok(journal)
    }

    fn of(file: File, bytes: u64) -> Self {
        let (synced, zero) = (Instant::now(), Duration::ZERO);
        Self { file, bytes, frame: Vec::new(), synced, sync_took: zero, took: zero }
    }

    /// Adds a frame. From then on it survives the end of the program, and after at most some seconds
    /// that of the system.
    ///
    /// # Errors
    /// When it cannot be written: then nothing of it is there, if the system allows that.
    pub fn add(&mut self, content: &[u8]) -> io::Result<()> {
        let begun = Instant::now();
        let written = self.add_frame(content);
        let is_due = self.synced.elapsed() >= SYNC_AFTER.max(self.sync_took * SYNC_TIMES);
        let written = if is_due { written.and_then(|()| self.sync()) } else { written };
        self.took += begun.elapsed();
        written
    }

    fn add_frame(&mut self, content: &[u8]) -> io::Result<()> {
        if content.len() > LONGEST {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "a frame is too long"));
        }
        let length = (content.len() as u32).to_le_bytes();
        let mut frame = std::mem::take(&mut self.frame);
        frame.clear();
        frame.extend(length);
        frame.extend(checksum(length, content).to_le_bytes());
        frame.extend(content);
        let written = self.write(&frame);
        self.frame = frame;
        written
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        let written = self.file.write_all(bytes);
        match &written {
            Ok(()) => self.bytes += bytes.len() as u64,
            Err(_) => {
                // Where even that fails, the torn frame is recognised by its checksum.
                let _ = self.file.set_len(self.bytes);
                let _ = self.file.seek(SeekFrom::Start(self.bytes));
            }
        }
        written
    }

    /// Has everything reach the disk.
    ///
    /// # Errors
    /// When it cannot.
    pub fn sync(&mut self) -> io::Result<()> {
        let begun = Instant::now();
        let synced = self.file.sync_data();
        self.synced = Instant::now();
        self.sync_took = begun.elapsed();
        synced
    }

    /// Time that writing has taken.
    pub fn took(&self) -> Duration {
        self.took
    }
}

/// One process at a time; where the system has no locks, the user has to see to that.
fn lock(file: &File) -> io::Result<()> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(io::ErrorKind::WouldBlock.into()),
        Err(TryLockError::Error(_)) | Ok(()) => Ok(()),
    }
}

fn checksum(length: [u8; 4], content: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&length);
    hasher.update(content);
    hasher.finalize()
}

/// The frames of a journal, up to the first that is not whole.
#[derive(Debug)]
pub struct Frames<R> {
    input: R,
    /// Bytes of the header and of the frames given so far.
    whole: u64,
    /// Bytes there are in all.
    bytes: u64,
    is_over: bool,
}

impl Frames<BufReader<File>> {
    /// Opens a journal.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn open(path: &Path) -> io::Result<Self> {
        let file = File::open(path)?;
        let bytes = file.metadata()?.len();
        Self::of(BufReader::with_capacity(1 << 20, file), bytes)
    }
}

impl<R: Read> Frames<R> {
    /// Reads what has so many bytes. Without the right header there is no frame.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn of(mut input: R, bytes: u64) -> io::Result<Self> {
        let mut header = [0; HEADER.len()];
        let is_right = fills(&mut input, &mut header)? && header == HEADER;
        let whole = if is_right { HEADER.len() as u64 } else { 0 };
        Ok(Self { input, whole, bytes, is_over: !is_right })
    }

    /// The content of the next frame; nothing behind the last whole one.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn next_frame(&mut self) -> io::Result<Option<Vec<u8>>> {
        if self.is_over {
            return Ok(None);
        }
        let content = self.whole_frame()?;
        match &content {
            Some(content) => self.whole += (HEAD + content.len()) as u64,
            None => self.is_over = true,
        }
        Ok(content)
    }

    fn whole_frame(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut head = [0; HEAD];
        if !fills(&mut self.input, &mut head)? {
            return Ok(None);
        }
        let [a, b, c, d, checksum_bytes @ ..] = head;
        let length = [a, b, c, d];
        let len = u32::from_le_bytes(length) as usize;
        let left = self.bytes.saturating_sub(self.whole + HEAD as u64);
        if len > LONGEST || len as u64 > left {
            return Ok(None);
        }
        let mut content = vec![0; len];
        let is_whole = fills(&mut self.input, &mut content)?
            && checksum(length, &content) == u32::from_le_bytes(checksum_bytes);
        Ok(is_whole.then_some(content))
    }

    /// Bytes that the frames given so far end at.
    pub fn whole(&self) -> u64 {
        self.whole
    }

    /// Bytes behind them. Once there is no next frame, these are what a failure tore off.
    pub fn cut(&self) -> u64 {
        self.bytes.saturating_sub(self.whole)
    }
}

/// Fills a buffer; false where the input ends before.
fn fills(input: &mut impl Read, buffer: &mut [u8]) -> io::Result<bool> {
    match input.read_exact(buffer) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        read => read.map(|()| true),
    }
}

#[cfg(test)]
mod tests;
