// A report as one file that asks nobody for anything: no script, no font, no picture from elsewhere.
import { formatTime } from "../../text/format-time.ts";
import { STYLE } from "./style.ts";

/** `body` is HTML; whoever makes it has escaped what is not their own. */
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
