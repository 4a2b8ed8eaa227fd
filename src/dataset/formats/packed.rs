//! Packed files: gzip members and Zstandard frames, one after the other, each held to the checksum
//! and the size that it carries.

use std::io::{self, Read};

use flate2::bufread::GzDecoder;
use ruzstd::decoding::{FrameDecoder, StreamingDecoder};

/// First bytes of a gzip member.
pub(super) const GZIP: &[u8] = b"\x1f\x8b";
/// First bytes of a Zstandard frame.
pub(super) const ZSTD: &[u8] = b"\x28\xb5\x2f\xfd";
/// Most memory that a Zstandard frame may ask for, as for its own program.
const LARGEST_WINDOW: u64 = 128 << 20;

/// Returns true if a file begins with a frame that Zstandard readers pass over, such as `pzstd`
/// writes.
pub(super) fn is_skippable(bytes: &[u8]) -> bool {
    matches!(bytes, [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..])
}

fn damaged(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what.to_owned())
}

/// Gzip members, one after the other, and zeros after the last, as tapes and archivers leave them.
pub(crate) struct Members<'a> {
    rest: &'a [u8],
    member: Option<GzDecoder<&'a [u8]>>,
}

impl<'a> Members<'a> {
    /// Reads the members in some bytes.
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes, member: None }
    }
}

impl Read for Members<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        loop {
            if let Some(member) = &mut self.member {
                let read = member.read(out)?; // at its end, the checksum has been compared
                if read > 0 || out.is_empty() {
                    return Ok(read);
                }
                self.rest = member.get_ref();
                self.member = None;
            }
            if self.rest.starts_with(GZIP) {
                self.member = Some(GzDecoder::new(self.rest));
            } else if self.rest.iter().all(|&byte| byte == 0) {
                return Ok(0);
            } else {
                return Err(damaged("something else follows its last gzip member"));
            }
        }
    }
}

/// A Zstandard frame that is being read.
struct Frame<'a> {
    decoder: StreamingDecoder<&'a [u8], FrameDecoder>,
    /// Bytes that its header promises.
    promised: Option<u64>,
    read: u64,
}

/// Zstandard frames, one after the other. The library leaves it to its caller to compare
/// checksums.
pub(crate) struct Frames<'a> {
    rest: &'a [u8],
    frame: Option<Frame<'a>>,
}

impl<'a> Frames<'a> {
    /// Reads the frames in some bytes.
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes, frame: None }
    }

    /// Begins the next frame; `None` at the end.
    fn next(&mut self) -> io::Result<Option<Frame<'a>>> {
        while is_skippable(self.rest) {
            let len = self.rest.get(4..8).and_then(|len| <[u8; 4]>::try_from(len).ok());
            let after = len.and_then(|len| self.rest.get(8 + u32::from_le_bytes(len) as usize..));
            self.rest = after.ok_or_else(|| damaged("its last frame is cut short"))?;
        }
        if self.rest.is_empty() {
            return Ok(None);
        }
        let header =
            Header::read(self.rest).ok_or_else(|| damaged("a frame's header is damaged"))?;
        if header.window > LARGEST_WINDOW {
            return Err(damaged("a frame asks for more than 128 MiB of memory; unpack it first"));
        }
        let decoder = StreamingDecoder::new(self.rest).map_err(io::Error::other)?;
        Ok(Some(Frame { decoder, promised: header.content, read: 0 }))
    }
}

impl Frame<'_> {
    /// Compares what was read with what the frame says of itself.
    fn verify(&self) -> io::Result<()> {
        let decoder = &self.decoder.decoder;
        let checksum = decoder.get_checksum_from_data();
        if checksum.is_some() && checksum != decoder.get_calculated_checksum() {
            return Err(damaged("its checksum does not match: the file is damaged"));
        }
        if self.promised.is_some_and(|promised| promised != self.read) {
            return Err(damaged(
                "its unpacked size does not match the one it states: the file is \
                damaged",
            ));
        }
        Ok(())
    }
}

impl Read for Frames<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        loop {
            if let Some(frame) = &mut self.frame {
                let read = frame.decoder.read(out)?;
                frame.read += read as u64;
                if read > 0 || out.is_empty() {
                    return Ok(read);
                }
                frame.verify()?;
                self.rest = frame.decoder.get_ref();
                self.frame = None;
            }
            match self.next()? {
                Some(frame) => self.frame = Some(frame),
                None => return Ok(0),
            }
        }
    }
}

/// What a Zstandard frame's header says of sizes (RFC 8878, section 3.1.1.1).
struct Header {
    window: u64,
    content: Option<u64>,
}

impl Header {
    fn read(frame: &[u8]) -> Option<Self> {
        let rest = frame.strip_prefix(ZSTD)?;
        let (&descriptor, rest) = rest.split_first()?;
        let single_segment = descriptor & 0x20 != 0;
        let (window, rest) = match (single_segment, rest) {
            (true, _) => (None, rest),
            (false, [byte, rest @ ..]) => {
                let base = 1u64 << (10 + (byte >> 3));
                (Some(base + base / 8 * u64::from(byte & 7)), rest)
            }
            (false, []) => return None,
        };
        let dictionary = [0, 1, 2, 4][usize::from(descriptor & 3)];
        let len = match descriptor >> 6 {
            0 => usize::from(single_segment),
            code => 1 << code,
        };
        let field = rest.get(dictionary..dictionary + len)?;
        let number = field.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte));
        let content = match len {
            0 => None,
            2 => Some(number + 256),
            _ => Some(number),
        };
        Some(Self { window: window.or(content)?, content })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The frame of `datasets/minimal.txt`'s first lines, checksummed, that is also in tests/data.
    const FRAME: &[u8] = include_bytes!("../../../tests/data/e18_zstd.txt.zst");
    const FLIPPED: &[u8] = include_bytes!("../../../tests/data/corrupt-15474-64.zst");

    fn unpacked(bytes: &[u8]) -> io::Result<Vec<u8>> {
        let mut text = Vec::new();
        Frames::new(bytes).read_to_end(&mut text)?;
        Ok(text)
    }

    #[test]
    fn no_flipped_bit_of_a_checksummed_file_is_read_as_another_text() {
        // The file as it was: the name says which bit of which byte was flipped.
        let mut whole = FLIPPED.to_vec();
        whole[15474] ^= 64;
        assert!(unpacked(FLIPPED).unwrap_err().to_string().contains("damaged"));
        let text = unpacked(&whole).unwrap();
        for i in 0..300 {
            let (at, bit) = (i * 7919 % whole.len(), 1 << (i % 8));
            whole[at] ^= bit;
            assert!(unpacked(&whole).map_or(true, |read| read == text), "byte {at}, bit {bit}");
            whole[at] ^= bit;
        }
        assert_eq!(unpacked(&whole).unwrap(), text);
    }

    #[test]
    fn frames_to_pass_over_are_passed_over() {
        let text = unpacked(FRAME).unwrap();
        let skip = [&b"\x5a\x2a\x4d\x18\x03\0\0\0abc"[..], FRAME].concat();
        assert_eq!(unpacked(&[&skip[..], &skip].concat()).unwrap(), text.repeat(2));
        assert!(unpacked(&skip[..9]).is_err());
        assert!(unpacked(&skip[..skip.len() - 3]).is_err());
    }

    #[test]
    fn a_frame_that_asks_for_much_memory_is_refused() {
        let greedy = b"\x28\xb5\x2f\xfd\x00\xf8\x01\0\0";
        assert!(unpacked(greedy).unwrap_err().to_string().contains("128 MiB"));
        let single = b"\x28\xb5\x2f\xfd\xe0\xff\xff\xff\xff\xff\xff\xff\x00\x01\0\0";
        assert!(unpacked(single).unwrap_err().to_string().contains("128 MiB"));
    }

    #[test]
    fn zeros_after_the_last_member_mean_nothing_and_other_bytes_are_an_error() {
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        io::Write::write_all(&mut packed, b"text").unwrap();
        let member = packed.finish().unwrap();
        let read = |bytes: &[u8]| {
            let mut text = Vec::new();
            Members::new(bytes).read_to_end(&mut text).map(|_| text)
        };
        assert_eq!(read(&[&member[..], &member, &[0; 512]].concat()).unwrap(), b"texttext");
        assert!(read(&[&member[..], b"\0\0x"].concat()).is_err());
        assert!(read(&member[..member.len() - 1]).is_err());
        let mut flipped = member.clone();
        let at = flipped.len() - 8; // its checksum
        flipped[at] ^= 1;
        assert!(read(&flipped).is_err());
    }
}
