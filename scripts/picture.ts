// `npm run picture`: docs/held-stop.svg, the screen of the real client while a lock holds it. Nothing in it is drawn by hand.
import { runCommand } from "../test/helpers/holdfast.ts";
import { makeInstalledPlace } from "../test/helpers/installed.ts";
import { type InteractiveClaude, startInteractiveClaude } from "../test/helpers/interactive-claude.ts";
import { cleanup } from "../test/helpers/temp.ts";
import { bash, edit, say } from "../test/helpers/turns.ts";
import { waitUntil } from "../test/helpers/wait.ts";

const COLUMNS = 100;
const ROWS = 44;
const [CELL_WIDTH, LINE_HEIGHT, MARGIN] = [8.4, 18, 16];
const [BACKGROUND, FOREGROUND] = ["#16181d", "#d7dae0"];
/** The sixteen colours of a terminal; the client names the others itself. */
const PALETTE =
  "#282c34 #e06c75 #98c379 #e5c07b #61afef #c678dd #56b6c2 #d7dae0 #6b717d #ef8891 #b1d196 #f0d399 #83c3f7 #d798e8 #7fcbd5 #ffffff".split(
    " ",
  );
const FILES = {
  "price.mjs": "export const total = (prices) => prices.reduce((sum, price) => sum + price);\n",
  "check.mjs": `import { total } from "./price.mjs";
if (total([]) !== 0) throw new Error("an empty basket must cost 0");
console.log("all checks pass");
`,
};

try {
  await Bun.write(`${import.meta.dir}/../docs/held-stop.svg`, await record());
  console.log("wrote docs/held-stop.svg");
} finally {
  cleanup();
}
process.exit(0);

async function record(): Promise<string> {
  const place = await makeInstalledPlace({ git: true, files: FILES });
  await runCommand(place, "lock", "make check.mjs pass", "--done", "node check.mjs says all checks pass");
  const client = startInteractiveClaude({
    ...place,
    size: { cols: COLUMNS, rows: ROWS },
    prompt: "check.mjs fails for an empty basket. Fix it.",
    extraArgs: ["--allowedTools", "Bash Edit Read"],
    script: [
      bash("node check.mjs 2>&1 | grep Error: ; cat price.mjs"),
      say("reduce() has no start value here. Passing 0 should fix it. I will leave it at that."),
      edit(`${place.project}/price.mjs`, "sum + price)", "sum + price, 0)"),
      bash('node check.mjs && holdfast unlock --why "node check.mjs says all checks pass"'),
      say("Fixed: total() now starts at 0, so an empty basket costs 0."),
    ],
  });
  await waitUntil(() => client.shown().includes("removed by Claude"), 60_000);
  await Bun.sleep(1000);
  // Before the client ends, which wipes it.
  const picture = drawScreen(client.emulator);
  client.end();
  await client.done;
  return picture;
}

function drawScreen({ buffer }: Emulator): string {
  const rows = Array.from({ length: ROWS }, (_, row) => buffer.active.getLine(row));
  const last = rows.findLastIndex((line) => line?.translateToString(true).includes("removed by Claude"));
  const first = rows.findIndex((line) => line?.translateToString(true).includes("❯"));
  const shown = rows.slice(Math.max(0, first), last + 1);
  const height = shown.length * LINE_HEIGHT + 2 * MARGIN;
  const width = COLUMNS * CELL_WIDTH + 2 * MARGIN;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="Claude Code, held by a lock until the check passes">`,
    `<rect width="100%" height="100%" rx="10" fill="${BACKGROUND}"/>`,
    `<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="14" fill="${FOREGROUND}" xml:space="preserve">`,
    ...shown.flatMap((line, row) => (line ? drawLine(line, MARGIN + (row + 0.75) * LINE_HEIGHT) : [])),
    "</g>",
    "</svg>",
    "",
  ].join("\n");
}

type Emulator = InteractiveClaude["emulator"];
type Line = NonNullable<ReturnType<Emulator["buffer"]["active"]["getLine"]>>;
type Cell = NonNullable<ReturnType<Line["getCell"]>>;

/** Each run of cells that look the same is one text. */
function drawLine(line: Line, y: number): string[] {
  const runs: { from: number; text: string; look: string }[] = [];
  for (let column = 0; column < COLUMNS; column++) {
    const cell = line.getCell(column);
    if (!cell || cell.getWidth() === 0) continue;
    const look = describeLook(cell);
    const text = cell.getChars() || " ";
    const run = runs.at(-1);
    if (run && run.look === look) run.text += text;
    else runs.push({ from: column, text, look });
  }
  return runs
    .filter(({ text }) => text.trim() !== "")
    .map(({ from, text, look }) => {
      const x = (MARGIN + from * CELL_WIDTH).toFixed(1);
      return `<text x="${x}" y="${y}" textLength="${(text.length * CELL_WIDTH).toFixed(1)}"${look}>${escapeXml(text)}</text>`;
    });
}

function describeLook(cell: Cell): string {
  const colour = colourOf(cell);
  return [
    colour === null ? "" : ` fill="${colour}"`,
    cell.isBold() ? ' font-weight="bold"' : "",
    cell.isDim() ? ' opacity="0.6"' : "",
  ].join("");
}

function colourOf(cell: Cell): string | null {
  const value = cell.getFgColor();
  if (cell.isFgRGB()) return `#${value.toString(16).padStart(6, "0")}`;
  if (!cell.isFgPalette()) return null;
  return PALETTE[value] ?? cubeColour(value);
}

/** The other 240 colours of a terminal: a cube of six steps, then greys. */
function cubeColour(value: number): string {
  if (value >= 232) return hex([8 + (value - 232) * 10, 8 + (value - 232) * 10, 8 + (value - 232) * 10]);
  const place = value - 16;
  const step = (part: number) => (part === 0 ? 0 : 55 + part * 40);
  return hex([step(Math.floor(place / 36)), step(Math.floor(place / 6) % 6), step(place % 6)]);
}

function hex(parts: number[]): string {
  return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
