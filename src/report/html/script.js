"use strict";
// Sorts tables by the column whose heading is pressed. Figures are compared by value, with their units.
(() => {
  const units = { ns: 1, us: 1e3, ms: 1e6, s: 1e9, "/s": 1, "k/s": 1e3, "M/s": 1e6, "G/s": 1e9,
    B: 1, KiB: 1024, MiB: 1048576, GiB: 1073741824 };
  const value = (text) => {
    const found = /^[~x]?\s*(?:all )?([+-]?[\d,]*\.?\d+)\s*([A-Za-z/]*)/.exec(text.trim());
    return found ? parseFloat(found[1].replaceAll(",", "")) * (units[found[2]] ?? 1) : null;
  };
  const order = (a, b) => {
    const [x, y] = [value(a), value(b)];
    if (x !== null && y !== null) return x - y;
    if ((x === null) !== (y === null)) return x === null ? 1 : -1;
    return a.localeCompare(b, "en", { numeric: true });
  };
  for (const table of document.querySelectorAll("table.sortable")) {
    const headings = [...table.tHead.rows[table.tHead.rows.length - 1].cells];
    headings.forEach((heading, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...heading.childNodes);
      heading.append(button);
      button.addEventListener("click", () => {
        const falls = heading.getAttribute("aria-sort") === "ascending";
        headings.forEach((other) => other.removeAttribute("aria-sort"));
        heading.setAttribute("aria-sort", falls ? "descending" : "ascending");
        const key = (row) => row.cells[column].textContent;
        // Rows stay under their heading.
        for (const body of table.tBodies) {
          const rows = [...body.rows].filter((row) => !row.classList.contains("dataset")).sort((a, b) => {
            // What has no content stays last in both directions.
            if (!key(a) || !key(b)) return !key(a) - !key(b);
            return falls ? order(key(b), key(a)) : order(key(a), key(b));
          });
          body.append(...rows);
        }
      });
    });
  }
})();
