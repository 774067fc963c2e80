// `npm run picture [-- hold pane dashboard pages]` makes docs/held-stop.svg, a recording of the real client while a lock holds it,
// docs/pane.svg, with the pane, and docs/dashboard-*.png, the dashboard meanwhile. Nothing is drawn by hand. `pages` takes every page of
// the dashboard in all its states, to be looked at.
import { mkdirSync } from "node:fs";
import type { Page } from "playwright-core";
import manifest from "../package.json" with { type: "json" };
import { startBrowser } from "../test/helpers/browser.ts";
import { runClaude, startClaude } from "../test/helpers/claude.ts";
import { openDashboard } from "../test/helpers/dashboard.ts";
import { type Place, runCommand } from "../test/helpers/holdfast.ts";
import { configure, makeInstalledPlace } from "../test/helpers/installed.ts";
import { type InteractiveClaude, startInteractiveClaude } from "../test/helpers/interactive-claude.ts";
import { addFiles, cleanup, makeTempFolder } from "../test/helpers/temp.ts";
import { bash, edit, say } from "../test/helpers/turns.ts";
import { waitUntil } from "../test/helpers/wait.ts";

const DOCS = `${import.meta.dir}/../docs`;
const COLUMNS = 100;
const WIDE = 150;
const FOCUS_BAND = "\u0018\t";
const ROWS = 44;
const [CELL_WIDTH, LINE_HEIGHT, MARGIN] = [8.4, 18, 16];
/** How long the last frame of a recording stays. */
const LAST_FRAME_MS = 4000;
const [BACKGROUND, FOREGROUND] = ["#16181d", "#d7dae0"];
/** The sixteen basic colours of a terminal. */
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

const FAILING = {
  "check.mjs":
    'console.error("1 of 12 checks failed: the total of an empty invoice must be 0");\nprocess.exit(1);\n',
};

const PAGES = ["now", "stops", "sessions", "memories", "memories/inbox", "health"];
const SIZES = { wide: { width: 1280, height: 800 }, phone: { width: 375, height: 812 } };

/** By the words after `npm run picture --`; without any, those in docs/. */
const PICTURES: Record<string, () => Promise<void>> = {
  hold: async () => {
    await write("held-stop", await recordHold());
    await nameClient("README.md");
  },
  pane: async () => {
    await write("pane", await recordPane());
    await nameClient("docs/mod.md");
  },
  dashboard: async () => {
    await recordDashboard();
    await nameClient("docs/dashboard.md");
  },
  pages: takePages,
};

try {
  const wanted = process.argv.slice(2);
  for (const name of wanted.length > 0 ? wanted : ["hold", "pane", "dashboard"]) await PICTURES[name]?.();
} finally {
  cleanup();
}
process.exit(0);

async function write(name: string, picture: string): Promise<void> {
  await Bun.write(`${DOCS}/${name}.svg`, picture);
  console.log(`wrote docs/${name}.svg`);
}

/** Writes the client's version under the pictures of a page. */
async function nameClient(...pages: string[]): Promise<void> {
  for (const page of pages) {
    const path = `${DOCS}/../${page}`;
    const text = await Bun.file(path).text();
    const version = manifest.devDependencies["@anthropic-ai/claude-code"];
    await Bun.write(path, text.replace(/(?<=<sub>(?:(?!<\/sub>)[\s\S])*Claude Code )\d[\d.]*\d/, version));
  }
}

/** Two sessions of the real client are held, one by a lock and one by a loop, and something waits in the inbox. */
async function withTwoHeld(
  look: (page: Page) => Promise<void>,
  before: (home: Place) => Promise<void> = async () => {},
): Promise<void> {
  const home = await makeInstalledPlace();
  await before(home);
  const [shop, billing] = ["shop", "billing"].map((name) => {
    const project = `${makeTempFolder("work")}/${name}`;
    mkdirSync(project);
    addFiles(project, name === "shop" ? FILES : FAILING);
    return { ...home, project };
  }) as [Place, Place];
  const wish = "From now on always use pnpm in this project, never npm.";
  await runClaude({ ...shop, prompt: wish, script: [say("Understood.")] });
  await waitUntil(async () => (await runCommand(shop, "memory", "inbox", "--list")).stdout.includes("pnpm"));
  await runCommand(shop, "lock", "make check.mjs pass", "--done", "node check.mjs says all checks pass");
  let goOn = () => {};
  const isSeen = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const wait = async () => {
    await isSeen;
    return say("Fixed.");
  };
  const locked = startClaude({
    ...shop,
    prompt: "check.mjs fails for an empty basket. Fix it.",
    script: [
      bash("node check.mjs 2>&1 | grep Error: ; cat price.mjs"),
      say("reduce() has no start value here. Passing 0 should fix it. I will leave it at that."),
      edit(`${shop.project}/price.mjs`, "sum + price)", "sum + price + 0)"),
      bash("node check.mjs 2>&1 | grep Error:"),
      say("It still fails for an empty basket."),
      wait,
    ],
  });
  const looping = startClaude({
    ...billing,
    prompt: "The total of an empty invoice is wrong. Keep at it until every check passes.",
    script: [
      bash('holdfast loop start "all 12 checks of the invoice pass" --verify "node check.mjs"'),
      say("One check still fails: an empty invoice."),
      wait,
    ],
  });
  const [browser, dashboard] = await Promise.all([startBrowser(), openDashboard(home)]);
  const page = await browser.newPage({ viewport: { width: 1100, height: 640 }, locale: "en-US" });
  await page.goto(dashboard.url);
  await page.getByText("round 2 of 50").waitFor();
  await page.locator("article.held").nth(1).waitFor();
  await look(page);
  goOn();
  for (const client of [locked, looping]) client.end();
  await Promise.all([locked.done, looping.done, browser.close(), dashboard.stop()]);
}

async function recordDashboard(): Promise<void> {
  await withTwoHeld(async (page) => {
    await page.screenshot({ path: `${DOCS}/dashboard-now.png` });
    await page.getByRole("link", { name: "Stops", exact: true }).click();
    await page.locator(".row", { hasText: "lock" }).first().click();
    await page.getByRole("heading", { name: "This prompt" }).waitFor();
    await page.locator(".chart canvas").waitFor();
    await page.mouse.move(0, 0);
    await page.screenshot({ path: `${DOCS}/dashboard-stops.png` });
    console.log("wrote docs/dashboard-now.png and docs/dashboard-stops.png");
  });
}

/** Every page, light and dark, on a wide screen and a phone, full, empty, loading and failing: to be looked at. */
async function takePages(): Promise<void> {
  const dir = `${import.meta.dir}/../dist/pages`;
  mkdirSync(dir, { recursive: true });
  await withTwoHeld(
    async (page) => {
      await takeAll(page, dir, "full");
      await takeOpened(page, dir);
    },
    async (home) => {
      await failCheck(home);
      await runCommand(home, "memory", "save", "Prices are whole cents", "--category", "constraint");
    },
  );
  const home = await makeInstalledPlace();
  const [browser, dashboard] = await Promise.all([startBrowser(), openDashboard(home)]);
  const page = await browser.newPage({ locale: "en-US" });
  await page.goto(dashboard.url);
  await takeAll(page, dir, "empty");
  await page.route("**/api/**", (route) => route.fulfill({ status: 500, body: "{}" }));
  await takeAll(page, dir, "failing");
  await page.unroute("**/api/**");
  await page.route("**/api/**", () => {});
  await takeAll(page, dir, "loading");
  await Promise.all([browser.close(), dashboard.stop()]);
  console.log("wrote dist/pages");
}

/** A session in a project whose check fails, and that goes on to something else. */
async function failCheck(home: Place): Promise<void> {
  const project = `${makeTempFolder("work")}/api`;
  mkdirSync(project);
  addFiles(project, FILES);
  const place = { ...home, project };
  await configure(place, { quality: { stages: { correctness: [{ run: "node check.mjs" }] } } });
  await runClaude({
    ...place,
    prompt: "Let total() round each price to whole cents.",
    script: [
      edit(`${project}/price.mjs`, "sum + price)", "sum + Math.round(price))"),
      say("Done."),
      say("It fails."),
    ],
  });
}

async function takeAll(page: Page, dir: string, state: string): Promise<void> {
  for (const name of PAGES) {
    await page.goto(new URL(`/${name}`, page.url()).href, { waitUntil: "commit" });
    await page.getByRole("heading", { level: 1 }).waitFor({ state: "attached" });
    await takeSizes(page, `${dir}/${name.replace("/", "-")}-${state}`);
  }
}

/** The oldest row of each list, open. */
async function takeOpened(page: Page, dir: string): Promise<void> {
  for (const name of ["stops", "sessions", "memories"]) {
    await page.setViewportSize(SIZES.wide);
    await page.goto(new URL(`/${name}`, page.url()).href);
    await page.locator(".row").last().click();
    await page.locator(".detail .facts").first().waitFor();
    await takeSizes(page, `${dir}/${name}-open`);
  }
}

async function takeSizes(page: Page, path: string): Promise<void> {
  for (const [size, viewport] of Object.entries(SIZES))
    for (const colorScheme of ["light", "dark"] as const) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      await Bun.sleep(400);
      await page.screenshot({ path: `${path}-${size}-${colorScheme}.png` });
    }
}

/** A lock holds, something waits in the inbox, and the pane is open. */
async function recordPane(): Promise<string> {
  const place = await makeInstalledPlace({ git: true, files: FILES }, "--mod");
  const wish = "From now on always use pnpm in this project, never npm.";
  await runClaude({ ...place, prompt: wish, script: [say("Understood.")] });
  await waitUntil(async () => (await runCommand(place, "memory", "inbox", "--list")).stdout.includes("pnpm"));
  await runCommand(place, "lock", "make check.mjs pass", "--done", "node check.mjs says all checks pass");
  let goOn = () => {};
  const isSeen = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const client = startInteractiveClaude({
    ...place,
    size: { cols: WIDE, rows: ROWS },
    prompt: "check.mjs fails for an empty basket. Fix it.",
    extraArgs: ["--allowedTools", "Bash Edit Read"],
    script: [
      bash("node check.mjs 2>&1 | grep Error: ; cat price.mjs"),
      say("reduce() has no start value here. Passing 0 should fix it. I will leave it at that."),
      async () => {
        await isSeen;
        return say("Fixed.");
      },
    ],
  });
  await waitUntil(() => client.screen().includes("⚓ lock 1/50"), 60_000);
  // Opened by the band's key, because a typed command would wait for the end of the turn.
  for (let n = 0; n < 5 && !client.screen().includes("a: accept"); n++) {
    client.press(FOCUS_BAND);
    await Bun.sleep(1000);
    client.press("o");
    await waitUntil(() => client.screen().includes("a: accept"), 4000);
  }
  if (!client.screen().includes("a: accept")) throw new Error(`the pane did not open:\n${client.screen()}`);
  await Bun.sleep(1000);
  const screen = drawScreen(client.emulator, "The pane of holdfast beside the conversation", ["", "⚓"]);
  // The name of a temporary folder would only confuse.
  const [path, shown] = [
    new RegExp(`textLength="[\\d.]+"([^>]*>)${RegExp.escape(place.project)}`, "g"),
    "~/shop",
  ];
  const picture = screen.replaceAll(path, `textLength="${(shown.length * CELL_WIDTH).toFixed(1)}"$1${shown}`);
  goOn();
  client.end();
  await client.done;
  return picture;
}

/** A real model takes its time; so does this one, so that the recording can be read. */
function slowly(turn: ReturnType<typeof say>, ms: number) {
  return async () => {
    await Bun.sleep(ms);
    return turn;
  };
}

async function recordHold(): Promise<string> {
  const place = await makeInstalledPlace({ git: true, files: FILES });
  await runCommand(place, "lock", "make check.mjs pass", "--done", "node check.mjs says all checks pass");
  const client = startInteractiveClaude({
    ...place,
    size: { cols: COLUMNS, rows: ROWS },
    prompt: "check.mjs fails for an empty basket. Fix it.",
    extraArgs: ["--allowedTools", "Bash Edit Read"],
    script: [
      slowly(bash("node check.mjs 2>&1 | grep Error: ; cat price.mjs"), 1500),
      slowly(
        say("reduce() has no start value here. Passing 0 should fix it. I will leave it at that."),
        2500,
      ),
      slowly(edit(`${place.project}/price.mjs`, "sum + price)", "sum + price, 0)"), 4500),
      slowly(bash('node check.mjs && holdfast unlock --why "node check.mjs says all checks pass"'), 2500),
      slowly(say("Fixed: total() now starts at 0, so an empty basket costs 0."), 2500),
    ],
  });
  const frames = await recordFrames(client, "removed by Claude");
  client.end();
  await client.done;
  return animate(frames, "Claude Code, held by a lock until the check passes, and then released");
}

interface Frame {
  at: number;
  lines: Line[];
  picture: string[];
}

/** What the screen showed until it showed `last`. Only the time that the client counts is no change. */
async function recordFrames({ emulator, screen }: InteractiveClaude, last: string): Promise<Frame[]> {
  const frames: Frame[] = [];
  const startedAt = Date.now();
  let before = "";
  for (const until = startedAt + 90_000; Date.now() < until; await Bun.sleep(100)) {
    const shown = screen().replaceAll(/^.*…( \(.*\))?$/gm, "…");
    if (shown === before || !shown.includes("❯")) continue;
    before = shown;
    frames.push({ at: Date.now() - startedAt, ...drawRows(emulator, "❯") });
    if (shown.includes(last)) return frames;
  }
  throw new Error(`"${last}" was not shown:\n${screen()}`);
}

/** One picture that shows the frames at their times, again and again; without motion, only the last. */
function animate(all: readonly Frame[], title: string): string {
  // What was replaced at once was only half drawn.
  const frames = all.filter(({ at }, n) => (all[n + 1]?.at ?? Number.POSITIVE_INFINITY) - at > 250);
  const start = frames[0]?.at ?? 0;
  const total = (frames.at(-1)?.at ?? 0) - start + LAST_FRAME_MS;
  const share = (at: number) => (((at - start) / total) * 100).toFixed(2);
  const rules = frames.map(({ at }, n) => {
    const next = frames[n + 1];
    const end = next ? `${share(next.at)}%{visibility:hidden}` : "";
    const first = n === 0 ? "" : "0%{visibility:hidden}";
    return `@keyframes f${n}{${first}${share(at)}%{visibility:visible}${end}}.f${n}{animation-name:f${n}}`;
  });
  const rest = frames.length - 1;
  const style = `.f{visibility:hidden;animation:${(total / 1000).toFixed(1)}s step-end infinite}${rules.join("")}@media(prefers-reduced-motion:reduce){.f{animation:none}.f${rest}{visibility:visible}}`;
  const rows = Math.max(...frames.map(({ lines }) => lines.length));
  const groups = frames.map(({ picture }, n) => `<g class="f f${n}">\n${picture.join("\n")}\n</g>`);
  return frame(title, COLUMNS, rows, [`<style>${style}</style>`, ...groups]);
}

/** Draws the screen from the first line with `from` to the last with `to`. */
function drawScreen(emulator: Emulator, title: string, [from, to]: [string, string]): string {
  const { lines, picture } = drawRows(emulator, from, to);
  return frame(title, emulator.cols, lines.length, picture);
}

/** `to`: the last line with it, or else the last that is not empty. */
function drawRows({ buffer }: Emulator, from: string, to = "") {
  const rows = Array.from({ length: ROWS }, (_, row) => buffer.active.getLine(row));
  const texts = rows.map((line) => line?.translateToString(true) ?? "");
  const last = texts.findLastIndex((text) => text !== "" && text.includes(to));
  const first = texts.findIndex((text) => text.includes(from));
  const lines = rows.slice(Math.max(0, first), last + 1).filter((line) => line !== undefined);
  const picture = lines.flatMap((line, row) => drawLine(line, MARGIN + (row + 0.75) * LINE_HEIGHT));
  return { lines, picture };
}

function frame(title: string, cols: number, rows: number, content: readonly string[]): string {
  const height = rows * LINE_HEIGHT + 2 * MARGIN;
  const width = cols * CELL_WIDTH + 2 * MARGIN;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}">`,
    `<rect width="100%" height="100%" rx="10" fill="${BACKGROUND}"/>`,
    `<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="14" fill="${FOREGROUND}" style="white-space:pre">`,
    ...content,
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
  for (let column = 0; column < line.length; column++) {
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
      // Spaces at the ends have a width in some browsers only.
      const indent = text.length - text.trimStart().length;
      const x = (MARGIN + (from + indent) * CELL_WIDTH).toFixed(1);
      const length = (text.trim().length * CELL_WIDTH).toFixed(1);
      return `<text x="${x}" y="${y}" textLength="${length}"${look}>${escapeXml(text.trim())}</text>`;
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
