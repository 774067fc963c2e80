// The files of the pages, in the executable.

export interface Asset {
  type: string;
  body: string | Uint8Array<ArrayBuffer>;
}

const PLACEHOLDER = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>holdfast</title></head>
<body><h1>holdfast</h1><p>The pages are not built in. The data is at <a href="/api/now">/api/now</a>.</p></body></html>
`;

/** `path`: as asked for, such as "/" or "/app.js". null when there is none. */
export function readAsset(path: string): Asset | null {
  return path === "/" ? { type: "text/html; charset=utf-8", body: PLACEHOLDER } : null;
}
