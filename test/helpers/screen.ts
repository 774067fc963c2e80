// What a terminal shows after what was written to it: enough of its commands for the client, which draws only what changed.

/** Letters by row and column. */
type Cells = string[][];

const TOKEN =
  /\u001b\[([?>=<]?)([\d;]*)[ -/]*([@-~])|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)|\u001b[()#][\s\S]|\u001b[\s\S]|[\s\S]/gu;

/** Of so many columns and rows, without trailing blanks. */
export function renderScreen(written: string, { cols, rows }: { cols: number; rows: number }): string {
  const blank = () => Array.from({ length: cols }, () => " ");
  let cells: Cells = Array.from({ length: rows }, blank);
  let [row, column] = [0, 0];
  let [top, bottom] = [0, rows - 1];
  let saved = [0, 0];
  const within = (value: number, max: number) => Math.min(Math.max(value, 0), max);
  const scroll = (lines: number) => {
    const [gone, fresh] = lines > 0 ? [top, bottom] : [bottom, top];
    for (let n = 0; n < Math.abs(lines); n++) {
      cells.splice(gone, 1);
      cells.splice(fresh, 0, blank());
    }
  };
  const lineFeed = () => {
    if (row === bottom) scroll(1);
    else row = within(row + 1, rows - 1);
  };
  const erase = (line: number, from: number, to: number) => cells[line]?.fill(" ", from, to);

  for (const [token, mark, parameters = "", command] of written.matchAll(TOKEN)) {
    const [first = 0, second = 0] = parameters.split(";").map(Number);
    const count = first || 1;
    if (command === undefined) {
      if (token === "\r") column = 0;
      else if (token === "\n") lineFeed();
      else if (token === "\b") column = within(column - 1, cols - 1);
      else if (token === "\u001b7") saved = [row, column];
      else if (token === "\u001b8") [row = 0, column = 0] = saved;
      else if (token === "\u001bM") row === top ? scroll(-1) : row--;
      else if (!token.startsWith("\u001b") && token >= " ") write(token);
    } else if (mark === "?") {
      // Another screen, or back: both start empty, and the client draws it all anew.
      if (first === 1049) cells = Array.from({ length: rows }, blank);
    } else if (command === "A") row = within(row - count, rows - 1);
    else if (command === "B") row = within(row + count, rows - 1);
    else if (command === "C") column = within(column + count, cols - 1);
    else if (command === "D") column = within(column - count, cols - 1);
    else if (command === "E") [row, column] = [within(row + count, rows - 1), 0];
    else if (command === "F") [row, column] = [within(row - count, rows - 1), 0];
    else if (command === "G") column = within(count - 1, cols - 1);
    else if (command === "d") row = within(count - 1, rows - 1);
    else if (command === "H" || command === "f")
      [row, column] = [within(count - 1, rows - 1), within((second || 1) - 1, cols - 1)];
    else if (command === "K") erase(row, first === 0 ? column : 0, first === 1 ? column + 1 : cols);
    else if (command === "J") {
      erase(row, first === 0 ? column : 0, first === 1 ? column + 1 : cols);
      for (let line = 0; line < rows; line++)
        if (first >= 2 || (first === 0 ? line > row : line < row)) erase(line, 0, cols);
    } else if (command === "X") erase(row, column, column + count);
    else if (command === "P")
      cells[row] = [...(cells[row] ?? []).toSpliced(column, count), ...blank()].slice(0, cols);
    else if (command === "S") scroll(count);
    else if (command === "T") scroll(-count);
    else if (command === "r") [top, bottom, row, column] = [count - 1, (second || rows) - 1, 0, 0];
    else if (command === "b") for (let n = 0; n < count; n++) write(cells[row]?.[column - 1] ?? " ");
  }
  return cells.map((line) => line.join("").trimEnd()).join("\n");

  function write(letter: string): void {
    const width = Bun.stringWidth(letter);
    if (width === 0) return;
    if (column + width > cols) {
      column = 0;
      lineFeed();
    }
    const line = cells[row];
    if (line) line[column] = letter;
    if (line && width === 2) line[column + 1] = "";
    column += width;
  }
}
