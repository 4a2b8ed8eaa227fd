//! What `INDEX.tsv` beside the case files says of each, in a form that can be checked.
//!
//! Solutions are not repeated here: where INDEX.tsv has one, the test takes it from there.

/// What is expected of a file.
pub enum Expect {
    /// Puzzles, each with its line and its number of solutions.
    Reads(&'static [(u64, Count)]),
    /// Puzzles on each of these lines, all with as many solutions.
    All(std::ops::RangeInclusive<u64>, Count),
    /// Puzzles from this line on, with these numbers of solutions.
    From(u64, &'static [Count]),
    /// Lines `puzzle:count` and more, whose own counts hold.
    OwnCounts,
    /// No puzzle at all, and a message with these words.
    Refused(&'static str),
    /// The file is for another part of the program.
    Elsewhere,
}
use Expect::{All, Elsewhere, From, OwnCounts, Reads, Refused};

/// A number of solutions.
#[derive(Clone, Copy, Debug)]
pub enum Count {
    Is(u32),
    AtLeast(u32),
    /// INDEX.tsv says nothing.
    Any,
}
use Count::{Any, AtLeast, Is};

/// A file with what else is expected of it.
pub struct Case {
    pub file: &'static str,
    pub expect: Expect,
    /// Line and column of each malformed line.
    pub malformed: &'static [(u64, u64)],
    /// Whether the dataset's own solution of each puzzle is right, in order.
    pub columns: &'static [bool],
    pub alphabet: Option<&'static str>,
}

const fn case(file: &'static str, expect: Expect) -> Case {
    Case { file, expect, malformed: &[], columns: &[], alphabet: None }
}

const fn malformed(case: Case, malformed: &'static [(u64, u64)]) -> Case {
    Case { malformed, ..case }
}

const fn columns(case: Case, columns: &'static [bool]) -> Case {
    Case { columns, ..case }
}

const ONE: Count = Is(1);
const THREE: Expect = All(1..=3, ONE);
/// INDEX.tsv, s10.
#[rustfmt::skip]
const SERG: &[Count] = &[
    Is(872), Is(83), Is(148), Is(223), Is(623), Is(52), Is(152), Is(218), Is(172), Is(71),
    Is(89), Is(557), Is(615), Is(146), Is(93), Is(378), Is(424), Is(94), Is(301), Is(261),
];
/// INDEX.tsv, s18.
#[rustfmt::skip]
const COPIED: &[Count] = &[
    Is(2177), ONE, AtLeast(100_000), Is(0), Is(0), Is(14), Is(766), Is(353), ONE, Is(1895),
    Is(178), ONE, ONE, ONE, ONE, AtLeast(100_000), ONE, ONE, ONE, AtLeast(100_000), ONE,
];

pub const TABLE: &[Case] = &[
    columns(case("c02_kaggle3m_id_first.csv", Reads(&[(2, ONE), (3, AtLeast(2))])), &[true, false]),
    columns(case("c03_kaggle9m_puzzle_solution_crlf.csv", Reads(&[(2, ONE)])), &[true]),
    columns(case("c06_wrong_solution_column.csv", Reads(&[(2, ONE)])), &[false]),
    columns(case("c08_quoted_bom_crlf.csv", Reads(&[(2, ONE)])), &[true]),
    columns(case("c09_semicolon_cells_large_grid.csv", Reads(&[(2, ONE)])), &[true]),
    case("c10_puzzle_bank_hash_puzzle_rating.txt", THREE),
    columns(case("c11_tab_separated_rating.tsv", All(1..=2, ONE)), &[true, true]),
    case("e03_utf16le_bom.txt", Refused("is UTF-16 text")),
    case("e05_no_final_newline.txt", THREE),
    case("e08_trailing_spaces_tabs.txt", THREE),
    case("e09_leading_spaces.txt", THREE),
    case("e10_blank_lines.txt", Reads(&[(3, ONE), (6, ONE), (8, ONE)])),
    case("e11_empty_file.txt", Refused("it is empty")),
    case("e13_only_comments.txt", Refused("only blank lines and comments")),
    malformed(case("e14_nul_bytes.bin", Reads(&[(1, ONE)])), &[(2, 31), (3, 1)]),
    case("e15_ctrl_z_end.txt", THREE),
    case("e17_zip.zip", Refused("is a zip archive")),
    case("e18_zstd.txt.zst", THREE),
    case("e19_xz.txt.xz", Refused("is packed with xz")),
    case("e22_html_error_page.txt", Refused("is a web page (HTML)")),
    case("e23_one_long_line.txt", Refused("line 1, column 1: found 162000 cells")),
    case("e24_fullwidth_digits.txt", Refused("line 1, column 1: found '１' (U+FF11)")),
    case("e25_nbsp_and_zero_width.txt", THREE),
    case("e26_mixed_sizes.txt", Reads(&[(1, ONE), (2, ONE), (3, ONE), (4, ONE), (5, Is(288))])),
    case("e27_duplicate_lines.txt", All(1..=4, ONE)),
    case("e28_comment_styles.txt", All(4..=7, ONE)),
    malformed(
        case("e30_one_bad_among_good.txt", Reads(&[(1, ONE), (3, ONE), (5, ONE)])),
        &[(2, 1), (4, 1)],
    ),
    case("e31_header_word_line.txt", All(2..=4, ONE)),
    case("e33_letters_o_and_l.txt", Refused("line 1, column 1: found 'l'")),
    case("f02_sadman_sections.sdk", Reads(&[(2, ONE)])),
    case("f03_collection.sdm", All(1..=2, ONE)),
    case("f06_opensudoku_v1.opensudoku", Reads(&[(5, ONE)])),
    case("f08_hodoku_library_line.txt", All(1..=2, Any)),
    case("f09_sudokuwiki_url.txt", Refused("the address of a web page")),
    case("f10_pasted_grid_a.txt", Reads(&[(1, ONE)])),
    case("f10_pasted_grid_b.txt", Reads(&[(1, ONE)])),
    case("f10_pasted_grid_d.txt", Reads(&[(2, ONE)])),
    case("f11_comma_cells_hash_rules.txt", Reads(&[(6, ONE)])),
    case("f12_comma_zero_grid.txt", Reads(&[(1, ONE)])),
    case("f13_size_line_x_blanks_bars.txt", Reads(&[(2, ONE)])),
    case("f16_dash_blanks_spaced.txt", Reads(&[(1, Is(23))])),
    case("f18_space_separated_1.txt", Reads(&[(1, ONE)])),
    case("f19_729_pencilmarks.txt", Reads(&[(1, ONE)])),
    case("f20_rcd_triples.txt", Refused("line 1, column 1: found 3 cells")),
    case("f22_unicode_box_rules.txt", Reads(&[(2, ONE)])),
    case("i01_dup_box.txt", Reads(&[(1, Is(0))])),
    case("i02_dup_column.txt", Reads(&[(1, Is(0))])),
    case("i04_fcc_double9_solved.txt", Reads(&[(1, Is(0))])),
    case("i06_pysudoku_infinite_loop.txt", Reads(&[(1, Is(0))])),
    case("i08_two_ones_else_empty.txt", Reads(&[(1, Is(0))])),
    case("i10_gen_puzzles_line335058.txt", Reads(&[(1, Is(0))])),
    case("m01_norvig_hard1_188s.txt", Reads(&[(1, AtLeast(10_000))])),
    case("m02_two_solutions.txt", Reads(&[(1, Is(2))])),
    case("m04_four_solutions.txt", Reads(&[(1, Is(4))])),
    case("m07_empty_grid_dots.txt", Reads(&[(1, AtLeast(10_000))])),
    case("m08_empty_grid_zeros.txt", Reads(&[(1, AtLeast(10_000))])),
    case("m10_sixteen_givens.txt", Reads(&[(1, AtLeast(2000))])),
    case("m12_hodoku_before_digit.txt", Reads(&[(1, AtLeast(1001))])),
    case("m14_pathological_rotated.txt", Reads(&[(1, AtLeast(1001))])),
    case("m15_one_row_only.txt", Reads(&[(1, AtLeast(10_000))])),
    case("p02_79_chars.txt", Refused("line 1, column 1: found 79 cells")),
    malformed(case("p04_bad_symbol_mid_line.txt", Reads(&[(1, ONE), (3, ONE)])), &[(2, 41)]),
    case("p05_digit_out_of_range_line4x4.txt", Refused("column 16: found '5', expected 1 to 4")),
    case("p07_missing_row_72_numbers.txt", Refused("a truncated grid: 72 of 81 cells")),
    case("p08_81_digits_for_number_reader.txt", Reads(&[(1, ONE)])),
    case("p09_value_out_of_range_12.txt", Refused("line 1, column 1: found 12, expected 1 to 9")),
    case("r02_current_missing_and_new.csv", Elsewhere),
    case("r03_status_changed.csv", Elsewhere),
    case("r04_decimal_comma.csv", Elsewhere),
    case("r05_truncated_report.csv", Elsewhere),
    case("s02_hardest11_comment.txt", All(1..=11, ONE)),
    case("s03_easy50_with_duplicate.txt", All(1..=50, ONE)),
    case("s06_sudoku17_first200.txt", All(1..=200, ONE)),
    case("s08_forum_hardest_1106_first60.txt", All(3..=62, ONE)),
    case("s09_forum_hardest_1905_11plus_first60.txt", All(1..=60, ONE)),
    case("s10_serg_multi_crlf_first20.txt", From(3, SERG)),
    case("s11_top1465_first100_blank_end.txt", All(3..=102, ONE)),
    case("s12_tdoku_test_puzzles_colon.txt", OwnCounts),
    case("s13_most_difficult_100.txt", All(1..=100, ONE)),
    case("s17_zero_solution_batch.txt", All(1..=10, Is(0))),
    case("s18_famous_list_with_copy_errors.csv", From(2, COPIED)),
    case("u03_unsolvable_box.txt", Reads(&[(1, Is(0))])),
    case("u04_unsolvable_column.txt", Reads(&[(1, Is(0))])),
    case("u05_unsolvable_row.txt", Reads(&[(1, Is(0))])),
    case("u06_first_cell_dead.txt", Reads(&[(1, Is(0))])),
    case("v01_ai_escargot.txt", Reads(&[(1, ONE)])),
    case("v02_inkala_2012.txt", Reads(&[(1, ONE)])),
    case("v03_inkala_2010.txt", Reads(&[(1, ONE)])),
    case("v04_golden_nugget.txt", Reads(&[(1, ONE)])),
    case("v05_easter_monster.txt", Reads(&[(1, ONE)])),
    case("v06_platinum_blonde.txt", Reads(&[(1, ONE)])),
    case("v10_imam_bayildi.txt", Reads(&[(1, ONE)])),
    case("v12_bruteforce_worst_987654321.txt", Reads(&[(1, ONE)])),
    case("v13_royle17_line1.txt", Reads(&[(1, ONE)])),
    case("v14_norvig_grid2.txt", Reads(&[(1, ONE)])),
    case("v20_completed_grid.txt", Reads(&[(1, ONE)])),
    case("v21_last_empty_square.txt", Reads(&[(1, ONE)])),
    case("z01_4x4_reasoning_gym_not_unique.txt", Reads(&[(1, Is(2))])),
    case("z02_4x4_php_generated.json", Reads(&[(1, Is(2))])),
    case("z03_4x4_three_givens.txt", Reads(&[(1, Is(6))])),
    case("z04_4x4_empty_288.txt", Reads(&[(1, Is(288))])),
    case("z07_4x4_solved.txt", Reads(&[(1, ONE)])),
    case("z10_16x16_letters_A_to_P_spoj.txt", Reads(&[(1, ONE)])),
    case("z11_16x16_janko_1_to_G.txt", Reads(&[(1, ONE)])),
    case("z12_16x16_hard_100_clues.txt", Reads(&[(1, ONE)])),
    // Without the option an error, with it the puzzle.
    case("z15_16x16_ascii_offset.txt", Refused("line 1, column 1: found '='")),
    Case {
        alphabet: Some("123456789:;<=>?@"),
        ..case("z15_16x16_ascii_offset.txt", Reads(&[(1, ONE)]))
    },
    case("z16_16x16_hex_dash_104clues.txt", Reads(&[(1, ONE)])),
    case("z17_16x16_hex_dash_120clues.txt", Reads(&[(1, ONE)])),
    case("z18_16x16_solved_with_rules.txt", Reads(&[(1, ONE)])),
    case("z22_16x16_readme_example_conflict.txt", Reads(&[(1, Is(0))])),
    case("z23_16x16_same_with_spaces_and_br.txt", Refused("an HTML tag")),
    case("z33_25x25_minimal_frisch_268_clues.txt", Reads(&[(1, ONE)])),
    case("z35_25x25_singles_only.txt", Reads(&[(1, ONE)])),
    case("z36_25x25_singles_only_minus1_to_24.txt", Reads(&[(1, ONE)])),
    case("z37_25x25_solved.txt", Reads(&[(1, ONE)])),
    case("z38_25x25_conflict.txt", Reads(&[(1, Is(0))])),
    case("b114_20_unique.txt", All(1..=20, ONE)),
    case("b115_badcount.c", Elsewhere),
    case("b115_100_with_several.txt", All(1..=100, AtLeast(2))),
    columns(case("b116_pretty.json", Reads(&[(7, ONE), (13, ONE)])), &[true, true]),
    columns(case("b116_list.yaml", Reads(&[(1, ONE), (3, ONE)])), &[true, true]),
    case("b117_two_welded.txt", Reads(&[(1, ONE), (1, ONE)])),
    case("b117_python_list.txt", Reads(&[(1, ONE), (1, ONE)])),
    columns(case("b118_hex_with_solution.csv", Reads(&[(2, ONE)])), &[true]),
    columns(case("b119_b.jsonl", All(1..=2, ONE)), &[true, true]),
    case("b156_16x16_hex_x_blanks.txt", Reads(&[(1, ONE)])),
    case("b120_once.py", Elsewhere),
    case("b126_pzstd.txt.zst", All(1..=300, Any)),
    case("b127_padded.txt.gz", All(1..=100, Any)),
    case("b129_in_cgroup.sh", Elsewhere),
    case("b130_complete.sh", Elsewhere),
    case("b135_first_call_takes_3s.c", Elsewhere),
    case("b140_crashes_on_all_20.c", Elsewhere),
    case("b143_single_quotes.opensudoku", Reads(&[(2, ONE), (2, ONE)])),
    case("b144_spreadsheet_blanks.csv", Reads(&[(1, ONE)])),
    case("b144_floats.csv", All(1..=2, ONE)),
    columns(case("b145_line_break_in_quotes.csv", Reads(&[(2, ONE), (4, ONE)])), &[true, true]),
    case("ret0.c", Elsewhere),
    case("ret1u.c", Elsewhere),
    case("expire.c", Elsewhere),
    case("setsid.c", Elsewhere),
    case("gate-never-decides-200-puzzles.txt", All(1..=200, ONE)),
    case("corrupt-15474-64.zst", Refused("checksum")),
    case("compare-panic/old", Elsewhere),
    case("compare-panic/new", Elsewhere),
    case("base.h", Elsewhere),
    case("solver_static.inc", Elsewhere),
    case("s.py", Elsewhere),
];
