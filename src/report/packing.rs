//! Files that are packed by the ending of their name.

use std::io::{self, Write};
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

/// Bytes of a Zstandard frame before packing. Frames that stand one after another are one file; a
/// frame holds no more than this in memory.
const FRAME: usize = 4 << 20;

/// Writes through to `W`, packed or as it is.
pub enum Packing<W: Write> {
    /// As it is.
    Plain(W),
    /// By gzip.
    Gzip(GzEncoder<W>),
    /// By Zstandard, a frame at a time.
    Zstandard {
        /// Of the frame to come.
        bytes: Vec<u8>,
        /// Where frames go.
        out: W,
    },
}

impl<W: Write> Packing<W> {
    /// As the ending of a file's name says: `.zst`, `.gz` or another.
    pub fn by_name(path: &Path, out: W) -> Self {
        match path.extension().and_then(|ending| ending.to_str()) {
            Some("zst") => Self::Zstandard { bytes: Vec::new(), out },
            Some("gz") => Self::Gzip(GzEncoder::new(out, Compression::default())),
            _ => Self::Plain(out),
        }
    }

    /// Gives back what is written to, with everything in it.
    ///
    /// # Errors
    /// When the last of it cannot be written.
    pub fn finish(self) -> io::Result<W> {
        match self {
            Self::Plain(out) => Ok(out),
            Self::Gzip(out) => out.finish(),
            Self::Zstandard { bytes, mut out } => {
                write_frame(&bytes, &mut out)?;
                Ok(out)
            }
        }
    }
}

impl<W: Write> Write for Packing<W> {
    fn write(&mut self, more: &[u8]) -> io::Result<usize> {
        match self {
            Self::Plain(out) => out.write(more),
            Self::Gzip(out) => out.write(more),
            Self::Zstandard { bytes, out } => {
                bytes.extend_from_slice(more);
                if bytes.len() >= FRAME {
                    write_frame(bytes, out)?;
                    bytes.clear();
                }
                Ok(more.len())
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Plain(out) => out.flush(),
            Self::Gzip(out) => out.flush(),
            // A frame for every flush would pack nothing.
            Self::Zstandard { out, .. } => out.flush(),
        }
    }
}

fn write_frame(bytes: &[u8], out: &mut impl Write) -> io::Result<()> {
    out.write_all(&compress_to_vec(bytes, CompressionLevel::Fastest))
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    #[test]
    fn what_is_packed_is_unpacked_by_its_ending() {
        let text: String =
            (0..300_000).map(|i| format!("royle17,{i},{}\n", i % 977 * 31)).collect();
        let packed = |name: &str| {
            let mut out = Packing::by_name(Path::new(name), Vec::new());
            for part in text.as_bytes().chunks(777) {
                out.write_all(part).unwrap();
            }
            out.finish().unwrap()
        };
        assert_eq!(packed("a.csv"), text.as_bytes());
        let gzip = packed("a.csv.gz");
        let mut read = String::new();
        flate2::read::MultiGzDecoder::new(&gzip[..]).read_to_string(&mut read).unwrap();
        assert_eq!(read, text);
        let frames = packed("a.csv.zst");
        assert!(text.len() > FRAME && frames.len() < text.len() / 2);
        let (mut rest, mut read) = (&frames[..], String::new());
        while !rest.is_empty() {
            let mut frame = ruzstd::decoding::StreamingDecoder::new(&mut rest).unwrap();
            frame.read_to_string(&mut read).unwrap();
        }
        assert_eq!(read, text);
    }
}
