#!/bin/sh
# A sudoku solver that answers line by line, in awk:
#
#     sudoku-bench run --solver 'exec:sh examples/shell/solver.sh'
#
# Each line of input is a puzzle, `.` for blank; each line of output is its solution or `-`. An awk
# for each puzzle: some read ahead and would wait for more input before they answer.
while read -r puzzle; do echo "$puzzle" | awk '
function related(a, b) {
    return int(a / 9) == int(b / 9) || a % 9 == b % 9 ||
        (int(a / 27) == int(b / 27) && int(a % 9 / 3) == int(b % 9 / 3))
}
function fits(cell, digit,    i) {
    for (i = 1; i <= peers[cell]; i++) if (grid[peer[cell, i]] == digit) return 0
    return 1
}
# Fills the blank with the fewest candidates; 1 once all are filled.
function search(    cell, digit, n, best, fewest, left) {
    best = -1; fewest = 10
    for (cell = 0; cell < 81 && fewest > 1; cell++) {
        if (grid[cell] != ".") continue
        n = 0
        for (digit = 1; digit <= 9; digit++) n += fits(cell, digit)
        if (n < fewest) { best = cell; fewest = n }
    }
    if (best < 0) return 1
    for (digit = 1; digit <= 9; digit++) {
        if (!fits(best, digit)) continue
        grid[best] = digit
        if (search()) return 1
        grid[best] = "."
    }
    return 0
}
BEGIN {
    for (a = 0; a < 81; a++)
        for (b = 0; b < 81; b++)
            if (a != b && related(a, b)) peer[a, ++peers[a]] = b
}
{
    ok = 1
    for (cell = 0; cell < 81; cell++) grid[cell] = substr($0, cell + 1, 1)
    for (cell = 0; cell < 81; cell++) if (grid[cell] != "." && !fits(cell, grid[cell])) ok = 0
    if (ok && search()) {
        line = ""
        for (cell = 0; cell < 81; cell++) line = line grid[cell]
    } else line = "-"
    print line
}'; done
