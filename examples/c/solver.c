// A sudoku solver as a shared library: cc -O2 -shared -fPIC -o solver.so solver.c
//
// Depth-first search over the blank cells, always the one with the fewest candidates. Nothing is
// static but constants, so any number of threads may be in here at once (?threads=any).
#include <stddef.h>
#include <stdint.h>

enum { CELLS = 81, SIDE = 9, EVERY = 0x1ff };

typedef struct {
    uint16_t row[SIDE], column[SIDE], box[SIDE];  // digits placed, one bit each
    char cells[CELLS];
    size_t limit, found, guesses;
    char *solution;
} Search;

static int box_of(int cell) { return cell / 27 * 3 + cell % 9 / 3; }

static unsigned candidates(const Search *s, int cell) {
    return EVERY & ~(s->row[cell / 9] | s->column[cell % 9] | s->box[box_of(cell)]);
}

static void flip(Search *s, int cell, unsigned bit) {
    s->row[cell / 9] ^= bit;
    s->column[cell % 9] ^= bit;
    s->box[box_of(cell)] ^= bit;
}

static int bits(unsigned set) {
    int n = 0;
    for (; set; set &= set - 1) n++;
    return n;
}

static void search(Search *s) {
    int best = -1, fewest = SIDE + 1;
    for (int cell = 0; cell < CELLS && fewest > 1; cell++) {
        if (s->cells[cell] != '.') continue;
        int n = bits(candidates(s, cell));
        if (n < fewest) best = cell, fewest = n;
    }
    if (best < 0) {  // no blank left: a solution
        if (s->found++ == 0)
            for (int cell = 0; cell < CELLS; cell++) s->solution[cell] = s->cells[cell];
        return;
    }
    unsigned left = candidates(s, best);
    if (fewest > 1) s->guesses++;
    for (int digit = 0; digit < SIDE && s->found < s->limit; digit++) {
        unsigned bit = 1u << digit;
        if (!(left & bit)) continue;
        s->cells[best] = (char)('1' + digit);
        flip(s, best, bit);
        search(s);
        flip(s, best, bit);
    }
    s->cells[best] = '.';
}

size_t solve_sudoku(const char *puzzle, size_t limit, uint32_t flags, char *solution,
                    size_t *guesses) {
    (void)flags;
    Search s = {.limit = limit, .solution = solution};
    *guesses = 0;
    for (int cell = 0; cell < CELLS; cell++) {
        s.cells[cell] = puzzle[cell];
        if (puzzle[cell] == '.') continue;
        unsigned bit = 1u << (puzzle[cell] - '1');
        if (!(candidates(&s, cell) & bit)) return 0;  // two givens clash
        flip(&s, cell, bit);
    }
    search(&s);
    *guesses = s.guesses;
    return s.found;
}
