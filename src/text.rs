//! Text of others on one line: names of files, last words of solvers, replies. One function for
//! every form, so that nothing a user was handed moves a cursor, begins a line, or gives an order
//! to the CI server that reads the log.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::fmt::Write;

/// The text with all that would not stay visible on its line written as Rust writes it in a
/// string: control characters, line and paragraph separators, and marks that turn the direction of
/// writing. What a CI server takes for a command is broken the same way: `::` at the beginning,
/// and `##[`, `##vso[` and their kind anywhere.
pub(crate) fn line(text: &str) -> Cow<'_, str> {
    let begins_command = text.trim_start().starts_with("::");
    if !begins_command && !text.contains(is_hidden) && !text.contains("##") {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    let mut opens = begins_command;
    for (at, c) in text.char_indices() {
        match c {
            ':' if std::mem::take(&mut opens) => escape(&mut out, c),
            '#' if text[..at].ends_with('#') && names_command(&text[at + 1..]) => {
                escape(&mut out, c);
            }
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if is_hidden(c) => escape(&mut out, c),
            c => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// A name of a file, which may not be text: its other bytes are shown as numbers.
pub(crate) fn name(name: &OsStr) -> String {
    let mut text = String::new();
    for chunk in name.as_encoded_bytes().utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|byte| format!("\\x{byte:02x}")));
    }
    line(&text).into_owned()
}

/// Several lines, each of them made plain.
pub(crate) fn lines(text: &str) -> String {
    text.split_inclusive('\n')
        .map(|with_end| match with_end.strip_suffix('\n') {
            Some(text) => format!("{}\n", line(text)),
            None => line(with_end).into_owned(),
        })
        .collect()
}

/// A name of one word without `,` and `|`, for formats that part their fields by these. Different
/// names stay different: what stands for something else is `%` and the bytes in hexadecimal.
pub(crate) fn word(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_whitespace() || is_hidden(c) || matches!(c, ',' | '|' | '%') {
            for byte in c.encode_utf8(&mut [0; 4]).bytes() {
                let _ = write!(out, "%{byte:02X}"); // writing to a String cannot fail
            }
        } else {
            out.push(c);
        }
    }
    out
}

/// The text that [`word`] made a word of.
pub(crate) fn unword(word: &str) -> String {
    let mut bytes = Vec::with_capacity(word.len());
    let mut rest = word.as_bytes();
    while let [first, others @ ..] = rest {
        let code = others.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        let byte = code.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        let (byte, after) = match byte.filter(|_| *first == b'%') {
            Some(byte) => (byte, &others[2..]),
            None => (*first, others),
        };
        bytes.push(byte);
        rest = after;
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn escape(out: &mut String, c: char) {
    let _ = write!(out, "\\u{{{:x}}}", u32::from(c)); // writing to a String cannot fail
}

/// Control characters, separators of lines, and marks of direction.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// Returns true if `rest`, after `##`, goes on like `[error]` or `vso[task.complete]`.
fn names_command(rest: &str) -> bool {
    rest.trim_start_matches(|c: char| c.is_ascii_alphabetic()).starts_with('[')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn plain_text_stays_as_it_is() {
        for text in ["royle17.txt", "17-clue: 5 %", "dylib:./a.so#ns::f", "# 12 ##", "é …"] {
            assert!(
                matches!(line(text), Cow::Borrowed(same) if same == text) || line(text) == text
            );
        }
    }

    #[test]
    fn what_would_move_the_cursor_or_begin_a_line_is_shown() {
        let cases = [
            ("a\nb\r\tc", "a\\nb\\r\\tc"),
            ("\u{1b}[31mred", "\\u{1b}[31mred"),
            ("\u{9b}2J", "\\u{9b}2J"),
            ("a\u{202e}txt.exe", "a\\u{202e}txt.exe"),
            ("a\u{2028}b", "a\\u{2028}b"),
            ("a\0b\u{7f}", "a\\u{0}b\\u{7f}"),
        ];
        for (text, shown) in cases {
            assert_eq!(line(text), shown);
        }
    }

    /// Forms that the runners of GitHub, Azure DevOps and TeamCity look for.
    #[test]
    fn no_name_is_an_order_to_a_ci_server() {
        let cases = [
            ("::error::done", "\\u{3a}:error::done"),
            ("  ::set-output name=a::b", "  \\u{3a}:set-output name=a::b"),
            ("a ##[error]b", "a #\\u{23}[error]b"),
            ("##vso[task.complete]", "#\\u{23}vso[task.complete]"),
            ("##teamcity[x]", "#\\u{23}teamcity[x]"),
            ("###[x]", "##\\u{23}[x]"),
        ];
        for (text, shown) in cases {
            assert_eq!(line(text), shown);
        }
        assert_eq!(lines("a\n::b::\n"), "a\n\\u{3a}:b::\n");
    }

    #[test]
    #[cfg(unix)]
    fn bytes_of_a_name_that_are_no_text_are_shown_as_numbers() {
        use std::os::unix::ffi::OsStrExt;
        let cases: [(&[u8], &str); 5] = [
            (b"a.txt", "a.txt"),
            (b"a\xffb\n.txt", "a\\xffb\\n.txt"),
            (b"\xf0\x9f\x1b[2J", "\\xf0\\x9f\\u{1b}[2J"),
            ("a\u{202e}txt.\u{e9}".as_bytes(), "a\\u{202e}txt.\u{e9}"),
            (b"::error::x", "\\u{3a}:error::x"),
        ];
        for (bytes, shown) in cases {
            assert_eq!(name(OsStr::from_bytes(bytes)), shown);
        }
    }

    proptest! {
        #[test]
        fn every_text_becomes_one_visible_line_and_stays_so(text in "\\PC*|.*|[:#\\[a\\n ]*") {
            let shown = line(&text).into_owned();
            prop_assert!(!shown.contains(is_hidden));
            prop_assert!(!shown.trim_start().starts_with("::") && !shown.contains("##["));
            prop_assert_eq!(line(&shown), shown.as_str());
        }

        #[test]
        fn different_names_are_different_words(a in "[ab ,|_%\\n]{0,4}", b in "[ab ,|_%\\n]{0,4}") {
            prop_assert_eq!(word(&a) == word(&b), a == b);
            prop_assert_eq!(&unword(&word(&a)), &a);
            prop_assert!(!word(&a).contains([' ', ',', '|', '\n']));
        }
    }
}
