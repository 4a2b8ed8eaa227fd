// The package sudoku: cells from 0 to 8, null for an empty one. It does not count solutions.
const readline = require("node:readline");
const { solvepuzzle } = require("sudoku");

readline.createInterface({ input: process.stdin }).on("line", (puzzle) => {
  const cells = [...puzzle].map((cell) => (cell === "." ? null : Number(cell) - 1));
  const solved = solvepuzzle(cells);
  process.stdout.write((solved ? solved.map((cell) => cell + 1).join("") : "-") + "\n");
});
