"""Solvers of other authors for Python, one puzzle a line: `peer.py dlxsudoku|py-sudoku|ortools|pysat`."""

import os
import sys

LIMIT = int(os.environ.get("SUDOKU_LIMIT", "1"))
UNITS = [[9 * i + j for j in range(9)] for i in range(9)]
UNITS += [[9 * j + i for j in range(9)] for i in range(9)]
UNITS += [[27 * (i // 3) + 3 * (i % 3) + 9 * (j // 3) + j % 3 for j in range(9)] for i in range(9)]


def dlxsudoku(puzzle):
    from dlxsudoku import Sudoku
    from dlxsudoku.exceptions import SudokuHasMultipleSolutionsError, SudokuHasNoSolutionError

    try:
        grid = Sudoku(puzzle.replace(".", "0"))
        grid.solve()
    except SudokuHasNoSolutionError:
        return "-\t0"
    except SudokuHasMultipleSolutionsError:
        return "several solutions, of which it shows none"
    return f"{grid.to_oneliner()}\t1"


def py_sudoku(puzzle):
    from sudoku import Sudoku

    rows = [[0 if c == "." else int(c) for c in puzzle[9 * i : 9 * i + 9]] for i in range(9)]
    grid = Sudoku(3, board=rows)
    solved = grid.solve()
    if any(cell is None for row in solved.board for cell in row):
        return "-\t0"
    count = 2 if LIMIT > 1 and grid.has_multiple_solutions() else 1
    return "".join(str(cell) for row in solved.board for cell in row) + f"\t{count}"


def ortools(puzzle):
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    cells = [model.new_int_var(1, 9, "") if c == "." else model.new_constant(int(c)) for c in puzzle]
    for unit in UNITS:
        model.add_all_different([cells[i] for i in unit])
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    first, count = "-", 0
    while count < LIMIT and solver.solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        found = [solver.value(cell) for cell in cells]
        first, count = ("".join(map(str, found)) if count == 0 else first), count + 1
        differs = []
        for cell, value in zip(cells, found):
            other = model.new_bool_var("")
            model.add(cell != value).only_enforce_if(other)
            differs.append(other)
        model.add_bool_or(differs)
    return f"{first}\t{count}"


def pysat(puzzle):
    from pysat.solvers import Cadical153

    def var(cell, digit):
        return 9 * cell + digit

    digits = range(1, 10)
    with Cadical153() as solver:
        for cell in range(81):
            solver.add_clause([var(cell, digit) for digit in digits])
        for unit in UNITS:
            for digit in digits:
                for i, a in enumerate(unit):
                    for b in unit[:i]:
                        solver.add_clause([-var(a, digit), -var(b, digit)])
        for cell, c in enumerate(puzzle):
            if c != ".":
                solver.add_clause([var(cell, int(c))])
        first, count = "-", 0
        while count < LIMIT and solver.solve():
            found = [v for v in solver.get_model() if 0 < v <= 729]
            if len(found) > 81:  # nothing above forbids a cell two digits in so many words
                raise ValueError("a cell has two digits")
            if count == 0:
                first = "".join(str((v - 1) % 9 + 1) for v in found)
            count += 1
            solver.add_clause([-v for v in found])
    return f"{first}\t{count}"


SOLVERS = {"dlxsudoku": dlxsudoku, "py-sudoku": py_sudoku, "ortools": ortools, "pysat": pysat}

solve = SOLVERS[sys.argv[1]]
for line in sys.stdin:
    print(solve(line.strip()), flush=True)
