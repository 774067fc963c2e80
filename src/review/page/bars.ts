import { escapeHtml } from "./escape-html.ts";

export interface Bar {
  name: string;
  n: number;
  note: string;
  code?: true;
}

/** Nothing where there are no rows. */
export function renderBars(heading: string, rows: readonly Bar[]): string {
  if (rows.length === 0) return "";
  const most = Math.max(...rows.map(({ n }) => n), 1);
  const lines = rows.map(({ name, n, note, code }) => {
    const label = code ? `<code>${escapeHtml(name)}</code>` : escapeHtml(name);
    const width = ((100 * n) / most).toFixed(1);
    return `<tr><th scope="row">${label}</th><td class="bar"><i style="width:${width}%"></i></td><td class="n">${n}</td><td class="quiet">${escapeHtml(note)}</td></tr>`;
  });
  return `<h3>${heading}</h3><table>${lines.join("\n")}</table>`;
}
