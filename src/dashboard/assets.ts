// The page, its script and its style, which are part of the executable.
import { printable } from "../text/printable.ts";
import { ASSETS } from "./assets.generated.ts";
import type { ReportFile } from "./contract.ts";

export interface Asset {
  type: string;
  body: string;
}

export const PAGE: Asset = { type: "text/html; charset=utf-8", body: ASSETS.page };

const VIEW = /^\/(?:now|stops|sessions|memories|insights|health)?(?:\/.*)?$/;

/** null if there is no such file. Every view has the same page, which reads its own address. */
export function readAsset(path: string): Asset | null {
  if (path === "/app.js") return { type: "text/javascript; charset=utf-8", body: ASSETS.script };
  if (path === "/app.css") return { type: "text/css; charset=utf-8", body: ASSETS.style };
  if (path === "/favicon.svg") return { type: "image/svg+xml", body: ASSETS.icon };
  return VIEW.test(path) ? PAGE : null;
}

/**
 * A report as one file that needs no server and makes no requests; its policy allows only its own script, by hash. It may be
 * sent to others, so `home`, which contains the person's name, becomes "~".
 */
export function renderReportFile(report: ReportFile, home: string): string {
  const { script, style } = ASSETS;
  const policy = `default-src 'none'; script-src '${hashOf(script)}'; style-src '${hashOf(style)}'; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="color-scheme" content="light dark">
<title>holdfast ${report.kind}</title>
<style>${style}</style>
<script>${script}</script>
</head>
<body>
<div id="app"><noscript>This report needs JavaScript, which this browser has switched off.</noscript></div>
<script type="application/json" id="report">${escapeJson(report, home)}</script>
</body>
</html>
`;
}

function hashOf(text: string): string {
  return `sha256-${new Bun.CryptoHasher("sha256").update(text).digest("base64")}`;
}

/** Makes characters that hide or reorder text visible, and keeps the text from closing its element. */
function escapeJson(report: ReportFile, home: string): string {
  const shown = (text: string) => printable(text === home ? "~" : text.replaceAll(`${home}/`, "~/"));
  const json = JSON.stringify(report, (_key, value) => (typeof value === "string" ? shown(value) : value));
  return json.replace(/[<>&]/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`);
}
