// A report as one HTML file that loads nothing: no script, no font, no picture from elsewhere.
import { formatTime } from "../text/format-time.ts";
import { printable } from "../text/printable.ts";

/** Light and dark, as the reader's system has it. */
const STYLE = `
:root { color-scheme: light dark; --ink: #1d2330; --quiet: #5c6675; --paper: #ffffff; --card: #f4f6f9;
  --line: #dde2ea; --bar: #3b6fd4; --good: #157347; --bad: #b42318; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e9ef; --quiet: #9aa4b2; --paper: #14171c; --card: #1d2229; --line: #2d343e;
    --bar: #6c9bf0; --good: #5fc88f; --bad: #ff8a7a; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 62rem; padding: 1.5rem; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.4rem; margin: 0; }
h2 { font-size: 1.1rem; margin: 2rem 0 0; overflow-wrap: anywhere; }
h3 { font-size: 0.95rem; margin: 1.5rem 0 0.4rem; }
header p, .quiet { color: var(--quiet); margin: 0; font-size: 0.85rem; }
.tiles { display: grid; grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)); gap: 0.6rem; padding: 0;
  margin: 0.8rem 0 0; list-style: none; }
.tiles li { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 0.6rem 0.8rem; }
.tiles span, .tiles small { display: block; color: var(--quiet); font-size: 0.8rem; }
.tiles strong { font-size: 1.25rem; font-variant-numeric: tabular-nums; }
.tiles .better { color: var(--good); }
.tiles .worse { color: var(--bad); }
.advice { padding-left: 1.1rem; margin: 0; }
table { width: 100%; border-collapse: collapse; table-layout: fixed; }
th, td { padding: 0.2rem 0.5rem 0.2rem 0; text-align: left; vertical-align: top; font-weight: normal;
  overflow-wrap: anywhere; }
th { width: 38%; }
.n { width: 4rem; text-align: right; font-variant-numeric: tabular-nums; }
.value { text-align: right; font-variant-numeric: tabular-nums; }
.depth-1 { padding-left: 1.2rem; color: var(--quiet); }
.depth-2 { padding-left: 2.4rem; color: var(--quiet); }
.bar { width: 26%; }
.bar i { display: block; height: 0.7rem; margin-top: 0.35rem; min-width: 2px; border-radius: 3px;
  background: var(--bar); }
code { font: 0.85em ui-monospace, monospace; }
@media (max-width: 40rem) { th { width: 50%; } td.quiet { display: none; } }
`;

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** `body` is HTML in which the text of others is escaped already. */
export function renderPage(title: string, at: number, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<header><h1>${title}</h1><p>Written ${formatTime(at)}. Nothing here was sent anywhere.</p></header>
<main>
${body}
</main>
</body>
</html>
`;
}

export interface Bar {
  name: string;
  n: number;
  note: string;
  code?: true;
}

/** A table of bars; empty without rows. */
export function renderBars(heading: string, rows: readonly Bar[]): string {
  if (rows.length === 0) return "";
  const max = Math.max(...rows.map(({ n }) => n), 1);
  const lines = rows.map(({ name, n, note, code }) => {
    const label = code ? `<code>${escapeHtml(name)}</code>` : escapeHtml(name);
    const width = ((100 * n) / max).toFixed(1);
    return `<tr><th scope="row">${label}</th><td class="bar"><i style="width:${width}%"></i></td><td class="n">${n}</td><td class="quiet">${escapeHtml(note)}</td></tr>`;
  });
  return `<h3>${heading}</h3><table>${lines.join("\n")}</table>`;
}

/** For elements and attributes. */
export function escapeHtml(text: string): string {
  return printable(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}
