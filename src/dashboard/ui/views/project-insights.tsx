// The insights of one project, for the dashboard and `insights --html`.
import type { ComponentChildren } from "preact";
import type { ProjectInsights, Trend, Verdict } from "../../contract.ts";
import { Chart } from "../chart.tsx";
import {
  capitalise,
  count,
  DAY,
  formatDay,
  formatLength,
  formatMs,
  formatNumber,
  formatShare,
} from "../format.ts";
import { Command, Section, UntrustedText, VERDICTS } from "../parts.tsx";
import { isReport, linkTo } from "../router.ts";

const MAX_BARS = 10;

type Change = ProjectInsights["changes"][number];

export function TrendCharts({ trend }: { trend: Trend }) {
  const { at, sessions, stops, blocked, failures, testRuns, redRuns, medianMs } = trend;
  const total = (values: readonly number[]) => values.reduce((all, n) => all + n, 0);
  const sum = (values: readonly number[]) => formatNumber(total(values));
  const without = (all: readonly number[], some: readonly number[]) =>
    all.map((n, day) => n - (some[day] ?? 0));
  const failed = count(total(failures), "failed command");
  const chart = { at, height: 150 };
  return (
    <div class="charts">
      <Section title="Stops" note={`${sum(stops)}, ${sum(blocked)} of them held`}>
        <Chart
          {...chart}
          kind="stacked"
          label={`Stops by day: ${sum(stops)}, of which ${sum(blocked)} were held`}
          series={[
            { name: "Held", values: blocked, colour: "ink-blocked" },
            { name: "Allowed", values: without(stops, blocked), colour: "ink-complete" },
          ]}
        />
      </Section>
      <Section title="Test runs" note={`${sum(testRuns)}, ${sum(redRuns)} of them failed`}>
        <Chart
          {...chart}
          kind="stacked"
          label={`Test runs by day: ${sum(testRuns)}, of which ${sum(redRuns)} failed`}
          series={[
            { name: "Failed", values: redRuns, colour: "ink-stalled" },
            { name: "Others", values: without(testRuns, redRuns), colour: "ink-complete" },
          ]}
        />
      </Section>
      <Section title="Sessions" note={`${sum(sessions)}, with ${failed}`}>
        <Chart
          {...chart}
          kind="lines"
          label={`By day: ${count(total(sessions), "session")} and ${failed}`}
          series={[
            { name: "Sessions", values: sessions, colour: "ink-accent" },
            { name: "Failed commands", values: failures, colour: "ink-stalled" },
          ]}
        />
      </Section>
      <Section title="Hook time" note="median at a stop">
        <Chart
          {...chart}
          kind="lines"
          label="Median hook time at a stop, by day"
          format={formatMs}
          series={[{ name: "Median", values: medianMs, colour: "ink-accent" }]}
        />
      </Section>
    </div>
  );
}

export function ProjectSection({ insights }: { insights: ProjectInsights }) {
  const {
    project,
    name,
    since,
    until,
    changes,
    advice,
    failingCommands,
    rereadFiles,
    gates,
    verdicts,
    advised,
    loops,
  } = insights;
  const stops = Object.values(verdicts).reduce((sum, n) => sum + n, 0);
  const link = (href: string, children: ComponentChildren) =>
    isReport() ? children : <a href={href}>{children}</a>;
  if (isEmpty(insights))
    return (
      <Section title={name ?? project ?? "Unknown project"} note={describeSpan(since, until)}>
        <p class="quiet">No session was recorded in that period.</p>
      </Section>
    );
  return (
    <Section title={name ?? project ?? "Unknown project"} note={describeSpan(since, until)}>
      <dl class="tiles">
        {changes.map((change) => (
          <ChangeTile key={change.what} change={change} />
        ))}
      </dl>
      {advice.length > 0 && (
        <div class="remark">
          <h3>Worth a look</h3>
          <ul class="plain-list">
            {advice.map(({ gate, why, setting }) => (
              <li key={gate}>
                <b>{gate}</b>: <UntrustedText text={why} />.{" "}
                {setting && "If you agree, in .claude/holdfast.json:"}
                {setting && <Command text={formatSetting(setting)} />}
              </li>
            ))}
          </ul>
        </div>
      )}
      <div class="charts">
        <Bars
          heading="How stops ended"
          rows={Object.entries(verdicts).map(([verdict, n]) => ({
            name: VERDICTS[verdict as Verdict]?.label ?? verdict,
            n,
            note: formatShare(n, stops),
          }))}
        />
        <Bars
          heading="Holds by gate"
          rows={gates.map(({ gate, blocks, wrong, unchanged, capped, lastStop }) => ({
            name: gate,
            n: blocks,
            note: (
              <>
                {wrong} marked wrong; released: {unchanged} without progress, {capped} with the budget used
                up; {link(linkTo("stops", lastStop), `last: stop ${lastStop}`)}
              </>
            ),
          }))}
        />
        <Bars heading="Advice by gate" rows={advised.map(({ gate, n }) => ({ name: gate, n, note: "" }))} />
        <Bars
          heading="Failing commands"
          isCode
          rows={failingCommands.slice(0, MAX_BARS).map(({ command, failures, sessions, fixed, session }) => ({
            name: command,
            n: failures,
            note: (
              <>
                in {count(sessions, "session")}, {fixed} fixed;{" "}
                {link(linkTo("sessions", session), `last: session ${session.slice(0, 8)}`)}
              </>
            ),
          }))}
        />
        <Bars
          heading="Files read repeatedly"
          isCode
          rows={rereadFiles.slice(0, MAX_BARS).map(({ file, reads, sessions }) => ({
            name: project && file.startsWith(`${project}/`) ? file.slice(project.length + 1) : file,
            n: reads,
            note: `in ${count(sessions, "session")}`,
          }))}
        />
      </div>
      {loops && <p>Loops: {loops}</p>}
    </Section>
  );
}

function isEmpty({ changes, gates }: ProjectInsights): boolean {
  return gates.length === 0 && changes.every(({ now, before }) => !now && !before);
}

function ChangeTile({ change }: { change: Change }) {
  const { what, now, before, unit, better } = change;
  const difference = formatDifference(change);
  const mood = better === null || difference === "" ? "" : better ? "good" : "bad";
  return (
    <div class="tile">
      <dt>{capitalise(what)}</dt>
      <dd>
        <span class="tile-value">{formatValue(now, unit)}</span>
        <span class={`tile-note ${mood}`}>
          was {formatValue(before, unit)}
          {difference && `, ${difference}${mood === "" ? "" : better ? ", better" : ", worse"}`}
        </span>
      </dd>
    </div>
  );
}

interface Bar {
  name: string;
  n: number;
  note: ComponentChildren;
}

function Bars({
  heading,
  rows,
  isCode = false,
}: {
  heading: string;
  rows: readonly Bar[];
  isCode?: boolean;
}) {
  if (rows.length === 0) return null;
  const max = Math.max(1, ...rows.map(({ n }) => n));
  return (
    <table class="bars">
      <caption>{heading}</caption>
      <tbody>
        {rows.map(({ name, n, note }, at) => (
          <tr key={at}>
            <th scope="row">
              {isCode ? <code class="foreign">{name}</code> : <UntrustedText text={name} />}
              {note !== "" && <span class="row-note quiet">{note}</span>}
            </th>
            <td class="bar-cell" aria-hidden="true">
              <span class="bar-fill" style={{ width: `${(100 * n) / max}%` }} />
            </td>
            <td class="number">{formatNumber(n)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function formatValue(value: number | null, unit: Change["unit"]): string {
  if (value === null) return "none";
  if (unit === "share") return `${Math.round(value * 100)} %`;
  if (unit === "milliseconds") return formatMs(value);
  return unit === "duration" ? formatLength(value) : formatNumber(value);
}

/** Empty if nothing changed or there is nothing to compare with. */
function formatDifference({ before, now, unit }: Change): string {
  if (before === null || now === null || before === now) return "";
  const sign = now > before ? "+" : "−";
  const size = Math.abs(now - before);
  return unit === "share" ? `${sign}${Math.round(size * 100)} points` : `${sign}${formatValue(size, unit)}`;
}

function describeSpan(since: string, until: string): string {
  const [from, to] = [Date.parse(since), Date.parse(until)];
  const days = Math.round((to - from) / DAY);
  const length = days > 1 ? `${days} days` : formatLength(to - from);
  return `${formatDay(from)} to ${formatDay(to)}, compared with the ${length} before`;
}

/** As JSON for the config file. */
function formatSetting({ key, value }: { key: string; value: unknown }): string {
  return JSON.stringify(key.split(".").reduceRight<unknown>((inner, part) => ({ [part]: inner }), value));
}
