import { escapeHtml, renderBars, renderPage } from "../html-page.ts";
import type { Insights, MetricChange } from "./insights.ts";
import {
  countedSections,
  describeLoops,
  describeSpan,
  formatDifference,
  formatSetting,
  formatValue,
  isEmpty,
} from "./wording.ts";

export function renderHtml(all: readonly Insights[], at: number): string {
  return renderPage("holdfast insights", at, all.map(renderProject).join("\n"));
}

function renderProject(insights: Insights): string {
  const { project, now, changes, advice } = insights;
  const head = `<h2>${escapeHtml(project)}</h2>\n<p class="quiet">${describeSpan(insights)}</p>`;
  if (isEmpty(insights)) return `<section>${head}\n<p>No session was recorded in that time.</p></section>`;
  const verdicts = Object.entries(now.verdicts);
  const loops = describeLoops(now.loops);
  return [
    `<section>${head}`,
    `<ul class="tiles">${changes.map(renderTile).join("")}</ul>`,
    renderAdvice(advice),
    renderBars(
      "How stops ended",
      verdicts.map(([name, n]) => ({ name, n, note: share(n, now.stops) })),
    ),
    ...countedSections(insights).map(({ heading, bars }) => renderBars(heading, bars)),
    loops && `<h3>Loops</h3><p>${loops}</p>`,
    "</section>",
  ].join("\n");
}

function renderTile(change: MetricChange): string {
  const { what, now, before, unit, better } = change;
  const mood = better === null ? "" : better ? " better" : " worse";
  const difference = formatDifference(change);
  const was = `was ${formatValue(before, unit)}${difference ? ` (${difference})` : ""}`;
  return `<li><span>${what}</span><strong>${formatValue(now, unit)}</strong><small class="was${mood}">${was}</small></li>`;
}

function renderAdvice(advice: Insights["advice"]): string {
  if (advice.length === 0) return "";
  const items = advice.map(({ gate, why, setting }) => {
    const what = setting
      ? ` If you agree, in .claude/holdfast.json: <code>${escapeHtml(formatSetting(setting))}</code>`
      : "";
    return `<li><b>${escapeHtml(gate)}</b>: ${escapeHtml(why)}.${what}</li>`;
  });
  return `<h3>Worth a look</h3><ul class="advice">${items.join("")}</ul>`;
}

function share(n: number, all: number): string {
  return all === 0 ? "" : `${Math.round((100 * n) / all)} %`;
}
