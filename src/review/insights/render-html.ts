import { formatTime } from "../../text/format-time.ts";
import { escapeHtml, renderBars, renderPage } from "../html-page.ts";
import type { Change, Insights } from "./insights.ts";
import {
  describeFailures,
  describeLoops,
  describeReads,
  formatDifference,
  formatSetting,
  formatSpan,
  formatValue,
  isEmpty,
  MAX_SHOWN,
  shortPath,
} from "./wording.ts";

export function renderHtml(all: readonly Insights[], at: number): string {
  return renderPage("holdfast insights", at, all.map(renderProject).join("\n"));
}

function renderProject(insights: Insights): string {
  const { project, since, until, now, changes, advice } = insights;
  const span = `${formatTime(since)} to ${formatTime(until)}, against the ${formatSpan(insights)} before`;
  const head = `<h2>${escapeHtml(project)}</h2>\n<p class="quiet">${span}</p>`;
  if (isEmpty(insights)) return `<section>${head}\n<p>No session was recorded in that time.</p></section>`;
  return [
    `<section>${head}`,
    `<ul class="tiles">${changes.map(renderTile).join("")}</ul>`,
    renderAdvice(advice),
    renderBars(
      "How stops ended",
      Object.entries(now.verdicts).map(([verdict, n]) => ({ name: verdict, n, note: share(n, now.stops) })),
    ),
    renderBars(
      "Failing commands",
      now.failingCommands.slice(0, MAX_SHOWN).map((row) => ({
        name: row.command,
        n: row.failures,
        note: describeFailures(insights, row),
        code: true,
      })),
    ),
    renderBars(
      "Files read again and again",
      now.rereadFiles.slice(0, MAX_SHOWN).map((row) => ({
        name: shortPath(row.file, project),
        n: row.reads,
        note: describeReads(insights, row),
        code: true,
      })),
    ),
    renderBars(
      "Blocks by gate",
      now.gates.map(({ gate, blocks, wrong, unchanged }) => ({
        name: gate,
        n: blocks,
        note: `${wrong} marked wrong, ${unchanged} released without a change`,
      })),
    ),
    now.loops.loops + now.loops.flows > 0 ? `<h3>Loops</h3><p>${describeLoops(now.loops)}</p>` : "",
    "</section>",
  ].join("\n");
}

function renderTile(change: Change): string {
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
