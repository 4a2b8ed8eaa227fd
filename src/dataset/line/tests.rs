use super::*;

const V01: &[u8] =
    b"1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";

fn line(before: &[u8], after: &[u8]) -> Vec<u8> {
    [before, V01, after].concat()
}

#[test]
fn what_surrounds_a_puzzle_is_not_part_of_it() {
    let around: [(&[u8], &[u8]); 12] = [
        (b"", b""),
        (b"  \t", b" \t\r"),
        (b"", b" # tail"),
        (b"", b" // tail"),
        (b"", b"; tail"),
        (b"", b", tail"),
        (b"", b"\tcolumn"),
        (b"", b":1:solution"),
        (b"\"", b"\",\"x\"\r"),
        (b"", b"\xc2\xa0"),
        (b"\xe2\x80\x8b", b""),
        (b"", b"\x1a"),
    ];
    for (before, after) in around {
        let line = line(before, after);
        let expected = Line::Cells { order: Order::THREE, cells: V01, solution: None };
        assert_eq!(Layout::PLAIN.read(&line), expected, "{}", line.escape_ascii());
    }
}

#[test]
fn comments_and_white_space_are_nothing() {
    for text in [&b""[..], b" \t\r", b"# 1", b"; 2", b"  // 3", b"\x1a", b"\xef\xbb\xbf"] {
        assert_eq!(Layout::PLAIN.read(text), Line::Blank, "{}", text.escape_ascii());
    }
    let layout = Layout { comments: false, ..Layout::PLAIN };
    assert_eq!(layout.read(b"# 1"), Line::Malformed);
}

#[test]
fn a_column_is_found_between_its_separators() {
    let layout =
        Layout { separator: Separator::Byte(b','), puzzle: 1, solution: Some(2), ..Layout::PLAIN };
    let one = line(b"\"a, b\",", &[b",\"", V01, b"\""].concat());
    let expected = Line::Cells { order: Order::THREE, cells: V01, solution: Some(V01) };
    assert_eq!(layout.read(&one), expected);
    assert_eq!(layout.read(b"7,12,3"), Line::Malformed);
    assert_eq!(layout.read(b" 7"), Line::Malformed);
    let fault = layout.explain(b" 7");
    assert_eq!((fault.column, &fault.found[..]), (2, "0 cells"));
    let spaced = Layout { separator: Separator::Space, puzzle: 1, ..Layout::PLAIN };
    let two = line(b"0000183b305c \t", b"  1.2");
    assert_eq!(spaced.column(&two, 1), V01);
}

#[test]
fn a_column_of_objects_is_found_by_its_key() {
    let keys = Keys { puzzle: (*b"puzzle").into(), solution: Some((*b"s").into()) };
    let layout =
        Layout { separator: Separator::Keys, solution: Some(1), keys: Some(keys), ..Layout::PLAIN };
    let expected = Line::Cells { order: Order::THREE, cells: V01, solution: Some(V01) };
    let v01 = String::from_utf8_lossy(V01);
    for line in [
        format!("{{\"puzzle\":\"{v01}\",\"s\":\"{v01}\"}}"),
        format!("{{\"s\" : \"{v01}\", \"kind\": \"puzzle\", \"puzzle\" : \"{v01}\"}},"),
        format!("{{\"a\":\"\\\"puzzle\\\":\", \"s\":\"{v01}\",\"puzzle\":\"{v01}\"}}"),
    ] {
        assert_eq!(layout.read(line.as_bytes()), expected, "{line}");
    }
    for line in ["{\"puzzle\": 7}", "{\"p\": \"7\"}", "{\"puzzle", "{\"puzzle\":\"\\"] {
        assert_eq!(layout.read(line.as_bytes()), Line::Malformed, "{line}");
    }
    assert_eq!(layout.explain(b"{}").expected, "a puzzle under the key puzzle");
}

#[test]
fn a_second_puzzle_or_a_bad_solution_makes_a_line_malformed() {
    let two = line(b"", &[b" ", V01].concat());
    assert_eq!(Layout::PLAIN.read(&two), Line::Malformed);
    let fault = Layout::PLAIN.explain(&two);
    assert_eq!((fault.column, &fault.found[..]), (83, "a second puzzle"));
    let solved = [b'1'; 81];
    let one = line(b"", &[b" ", &solved[..]].concat());
    assert!(matches!(Layout::PLAIN.read(&one), Line::Cells { .. }));
    let layout = Layout { separator: Separator::Byte(b','), solution: Some(1), ..Layout::PLAIN };
    let cut = line(b"", &[b",", &solved[1..]].concat());
    assert_eq!(layout.read(&cut), Line::Malformed);
    let fault = layout.explain(&cut);
    assert_eq!((fault.column, &fault.found[..]), (83, "80 cells"));
    let mut bad = line(b"", &[b",", &solved[..]].concat());
    bad[100] = b'?';
    let fault = layout.explain(&bad);
    assert_eq!((fault.column, &fault.found[..]), (101, "'?'"));
    let none = line(b"", b",none");
    assert!(matches!(layout.read(&none), Line::Cells { solution: None, .. }));
}

#[test]
fn a_fault_names_its_place_and_what_was_expected() {
    let fault = |line: &[u8]| {
        let fault = Layout::PLAIN.explain(line);
        (fault.column, fault.found, fault.expected)
    };
    let three = "1 to 9 or a blank (. 0 * _ -)";
    let mut bad = line(b"  ", b"");
    bad[42] = b'?';
    let expected = format!("{three} (a cell of 9x9)");
    assert_eq!(fault(&bad), (43, "'?'".to_owned(), expected));
    let lengths = "16, 81, 256, 625, 1296 or 2401".to_owned();
    assert_eq!(fault(&V01[2..]), (1, "79 cells".to_owned(), lengths));
    assert_eq!(fault(b"xxxxxxxxxx").1, "'x'");
    assert_eq!(fault("１.......".as_bytes()), (1, "'１' (U+FF11)".to_owned(), three.to_owned()));
    assert_eq!(fault(b"12\0\0").1, "U+0000");
    assert_eq!(fault(b"https://www.example.org/?bd=1").1, "the address of a web page");
    assert_eq!(fault(b"1 2 3</br>").1, "an HTML tag");
    assert_eq!(fault(b"1234341221434325").0, 16);
}
