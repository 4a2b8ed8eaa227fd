//! Symbols in and out by shuffles: rows of the grid, three a band, against vectors.
//!
//! A row's nine symbols, as four-byte words: one for each column of the boxes, in it one byte for
//! each stack. The rows in the same row of the three bands, and nothing, make a 4x4 matrix of such
//! words, and its transpose is three vectors, as bytes.
//!
//! ```text
//!   row r of band 0:  c0 c1 c2 -         vector 3r + 0:  b0 b1 b2 -
//!   row r of band 1:  c0 c1 c2 -   <->   vector 3r + 1:  b0 b1 b2 -
//!   row r of band 2:  c0 c1 c2 -         vector 3r + 2:  b0 b1 b2 -
//!   nothing           -  -  -  -         nothing         -  -  -  -
//! ```

use std::arch::x86_64::*;

use super::symbols::STRIDE;

/// A position outside: a shuffle puts zero there.
const NOTHING: u8 = 0x80;

/// From a row to its words: byte `4 * c + stack` is symbol `3 * stack + c`.
static TO_WORDS: [u8; 16] = {
    let mut map = [NOTHING; 16];
    let mut i = 0;
    while i < 9 {
        map[4 * (i % 3) + i / 3] = i as u8;
        i += 1;
    }
    map
};

/// And back.
static TO_ROW: [u8; 16] = {
    let mut map = [NOTHING; 16];
    let mut i = 0;
    while i < 9 {
        map[i] = (4 * (i % 3) + i / 3) as u8;
        i += 1;
    }
    map
};

/// Low and high bytes of a digit's set, by the digit; none for other numbers below 16.
static LOW: [u8; 16] = set_bytes(0);
static HIGH: [u8; 16] = set_bytes(8);

const fn set_bytes(shift: u32) -> [u8; 16] {
    let mut bytes = [0; 16];
    let mut digit = 1;
    while digit <= 9 {
        bytes[digit] = ((1u16 << (digit - 1)) >> shift) as u8;
        digit += 1;
    }
    bytes
}

/// The 16 bytes of a table.
#[target_feature(enable = "avx2")]
#[inline]
fn table(bytes: &[u8; 16]) -> __m128i {
    // SAFETY: 16 readable bytes.
    unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
}

/// Positions in a table for the symbols of digits, and [`NOTHING`] or more for most others: what is
/// 16 or more saturates to that.
#[target_feature(enable = "avx2")]
#[inline]
fn look_up_digits(symbols: __m128i) -> __m128i {
    let digits = _mm_xor_si128(symbols, _mm_set1_epi8(b'0' as i8));
    _mm_adds_epu8(digits, _mm_set1_epi8((NOTHING - 16) as i8))
}

/// The transpose of a 4x4 matrix of words, without its last row, which the other's last column is.
#[target_feature(enable = "avx2")]
#[inline]
fn transposed([a, b, c]: [__m128i; 3]) -> [__m128i; 3] {
    let none = _mm_setzero_si128();
    let (ab, ab_high) = (_mm_unpacklo_epi32(a, b), _mm_unpackhi_epi32(a, b));
    let (c, c_high) = (_mm_unpacklo_epi32(c, none), _mm_unpackhi_epi32(c, none));
    [_mm_unpacklo_epi64(ab, c), _mm_unpackhi_epi64(ab, c), _mm_unpacklo_epi64(ab_high, c_high)]
}

/// The sets of the givens of a puzzle, none for a blank.
#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn read(symbols: &[u8; STRIDE]) -> [__m256i; 9] {
    let mut sets = [_mm256_setzero_si256(); 9];
    for r in 0..3 {
        let mut rows = [_mm_setzero_si128(); 3];
        for band in 0..3 {
            let row = &symbols[9 * (3 * band + r)..][..16];
            // SAFETY: a slice of 16 bytes.
            let row = unsafe { _mm_loadu_si128(row.as_ptr().cast()) };
            rows[band] = _mm_shuffle_epi8(row, table(&TO_WORDS));
        }
        let vectors = transposed(rows);
        for c in 0..3 {
            let digits = look_up_digits(vectors[c]);
            let low = _mm_shuffle_epi8(table(&LOW), digits);
            let high = _mm_shuffle_epi8(table(&HIGH), digits);
            let (first, last) = (_mm_unpacklo_epi8(low, high), _mm_unpackhi_epi8(low, high));
            sets[3 * r + c] = _mm256_set_m128i(last, first);
        }
    }
    sets
}

/// The symbols of a solved grid, from each cell's number of digits below its own.
#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn write(below: &[__m256i; 9], symbols: &mut [u8; STRIDE]) {
    let mut rows = [_mm_setzero_si128(); 9];
    for r in 0..3 {
        let mut vectors = [_mm_setzero_si128(); 3];
        for c in 0..3 {
            let lanes = below[3 * r + c];
            let (first, last) =
                (_mm256_castsi256_si128(lanes), _mm256_extracti128_si256::<1>(lanes));
            let bytes = _mm_packus_epi16(first, last);
            vectors[c] = _mm_add_epi8(bytes, _mm_set1_epi8(b'1' as i8));
        }
        let words = transposed(vectors);
        for band in 0..3 {
            rows[3 * band + r] = _mm_shuffle_epi8(words[band], table(&TO_ROW));
        }
    }
    // in order, because each row's seven bytes of nothing lie where the next row begins
    for (row, bytes) in rows.into_iter().enumerate() {
        let place = &mut symbols[9 * row..][..16];
        // SAFETY: a slice of 16 bytes.
        unsafe { _mm_storeu_si128(place.as_mut_ptr().cast(), bytes) };
    }
}
