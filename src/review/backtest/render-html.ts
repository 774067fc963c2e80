import { formatTime } from "../../text/format-time.ts";
import { escapeHtml, renderBars, renderPage } from "../html-page.ts";
import type { BacktestReport, CandidateExample, PolicyReport, StopExample } from "./report.ts";
import {
  describeDifference,
  describeFindings,
  describeLeftOut,
  describeScope,
  type RowGroup,
  rowsOf,
} from "./wording.ts";

const MAX_STOPS = 100;
const MAX_CANDIDATES = 200;
const MAX_SESSIONS = 20;

export function renderHtml(report: BacktestReport, at: number): string {
  const { policies, from, to, difference, unknown } = report;
  const span = from !== null && to !== null ? ` ${formatTime(from)} to ${formatTime(to)}.` : "";
  const remarks = [...unknown.map(({ what, why }) => `${what}: ${why}.`), ...describeLeftOut(report)];
  return renderPage(
    "holdfast backtest",
    at,
    [
      `<section><p>${escapeHtml(`${describeScope(report)}.${span}`)}</p>`,
      ...rowsOf(report).map((group) => renderGroup(group, policies)),
      difference ? list("Differences", describeDifference(report)) : "",
      difference ? stops("Held by one of them alone", difference.stops) : "",
      ...policies.map((policy) => renderPolicy(policy, policies.length > 1)),
      renderSessions(report),
      list("Not known from transcripts", remarks),
      "</section>",
    ].join("\n"),
  );
}

function renderGroup({ heading, rows }: RowGroup, policies: readonly PolicyReport[]): string {
  const names = policies.map(({ name }) => `<td class="value">${escapeHtml(name)}</td>`).join("");
  const head = policies.length > 1 ? `<tr><th></th>${names}</tr>` : "";
  const lines = rows.map(({ what, values, depth }) => {
    const label = `<th scope="row" class="depth-${depth}">${escapeHtml(what)}</th>`;
    return `<tr>${label}${values.map((value) => `<td class="value">${escapeHtml(value)}</td>`).join("")}</tr>`;
  });
  return `<h3>${escapeHtml(heading)}</h3><table>${head}${lines.join("\n")}</table>`;
}

function renderPolicy({ name, openStops, topCandidates }: PolicyReport, isNamed: boolean): string {
  const of = isNamed ? `, ${escapeHtml(name)}` : "";
  return [
    stops(`With something open${of}`, openStops),
    topCandidates.length === 0
      ? ""
      : `<h3>Worth remembering${of}</h3><ul class="advice">${topCandidates.slice(0, MAX_CANDIDATES).map(renderCandidate).join("\n")}</ul>`,
  ].join("\n");
}

/** `heading` is HTML. */
function stops(heading: string, all: readonly (StopExample & { heldBy?: string })[]): string {
  if (all.length === 0) return "";
  const items = all.slice(0, MAX_STOPS).map((stop) => {
    const by = stop.heldBy === undefined ? "" : ` by ${stop.heldBy}`;
    const where = escapeHtml(`${formatTime(stop.at)} ${stop.sessionId} ${stop.verdict}${by}`);
    return `<li><span class="quiet">${where}</span> ${escapeHtml(describeFindings(stop))}</li>`;
  });
  return `<h3>${heading}</h3><ul class="advice">${items.join("\n")}</ul>`;
}

function renderCandidate({ category, title, score, evidence }: CandidateExample): string {
  const why = evidence.map(({ line, who, why: reason }) => `${who}: ${line} (${reason})`).join(" | ");
  return `<li><b>${category}</b> ${escapeHtml(title)} <span class="quiet">${score.toFixed(2)} ${escapeHtml(why)}</span></li>`;
}

function renderSessions({ perSession, policies }: BacktestReport): string {
  return policies
    .map(({ name }, index) =>
      renderBars(
        `The noisiest sessions${policies.length > 1 ? `, ${escapeHtml(name)}` : ""}`,
        perSession
          .map(({ sessionId, stops: all, held, advice, candidates }) => ({
            name: sessionId,
            n: (held[index] ?? 0) + (advice[index] ?? 0),
            note: `${held[index]} held of ${all}, ${advice[index]} lines of advice, ${candidates[index]} candidates`,
            code: true as const,
          }))
          .filter(({ n }) => n > 0)
          .toSorted((a, b) => b.n - a.n)
          .slice(0, MAX_SESSIONS),
      ),
    )
    .join("\n");
}

function list(heading: string, lines: readonly string[]): string {
  const items = lines.map((line) => `<li>${escapeHtml(line)}</li>`).join("\n");
  return `<h3>${heading}</h3><ul class="advice">${items}</ul>`;
}
