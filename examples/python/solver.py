#!/usr/bin/env python3
"""A sudoku solver that answers line by line:

    sudoku-bench run --solver 'exec:python3 examples/python/solver.py'

Each line of input is a puzzle, `.` for blank; each line of output is its solution or `-`, a tab, the
number of solutions up to SUDOKU_LIMIT, a tab, and the number of guesses. Any box size up to 5 goes.
"""

import os
import sys

SYMBOLS = "123456789ABCDEFGHIJKLMNOP"
LIMIT = int(os.environ.get("SUDOKU_LIMIT", "1"))
PEERS = {}  # by box size: for each cell, the cells that share a unit with it


def peers(n):
    if n not in PEERS:
        side = n * n

        def units(cell):
            row, column = divmod(cell, side)
            return ("r", row), ("c", column), ("b", row // n, column // n)

        PEERS[n] = [
            [b for b in range(side * side) if b != a and set(units(a)) & set(units(b))]
            for a in range(side * side)
        ]
    return PEERS[n]


class Search:
    def __init__(self, n):
        self.symbols = SYMBOLS[: n * n]
        self.peers = peers(n)
        self.solution, self.count, self.guesses = None, 0, 0

    def run(self, grid):
        """Counts the solutions of a list of cells and keeps the first."""
        best = None
        for cell, symbol in enumerate(grid):
            if symbol == ".":
                used = {grid[peer] for peer in self.peers[cell]}
                left = [symbol for symbol in self.symbols if symbol not in used]
                if best is None or len(left) < len(best[1]):
                    best = cell, left
                if len(left) < 2:
                    break
        if best is None:
            self.count += 1
            self.solution = self.solution or "".join(grid)
            return
        cell, left = best
        self.guesses += len(left) > 1
        for symbol in left:
            if self.count < LIMIT:
                grid[cell] = symbol
                self.run(grid)
        grid[cell] = "."


def answer(puzzle):
    n = round(len(puzzle) ** 0.25)
    search = Search(n)
    clash = any(
        symbol != "." and symbol in {puzzle[peer] for peer in search.peers[cell]}
        for cell, symbol in enumerate(puzzle)
    )
    if not clash:
        search.run(list(puzzle))
    return f"{search.solution or '-'}\t{search.count}\t{search.guesses}"


for line in sys.stdin:
    # Flushed after each line: the other side waits for the answer before it asks again.
    print(answer(line.strip()), flush=True)
