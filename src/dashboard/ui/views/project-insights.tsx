// The insights of one project, for the dashboard and `insights --html`.
import { useContext } from "preact/hooks";
import type { ProjectInsights, Trend, Verdict } from "../../contract.ts";
import { Chart } from "../chart.tsx";
import { capitalise, count, formatMs, formatNumber, formatShare } from "../format.ts";
import { Command, ProjectNames, Section, Tile, UntrustedText, VERDICTS } from "../parts.tsx";
import { isReport, linkTo } from "../router.ts";

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
  const { projectKey, project, name, span, isEmpty, changes, advice, counts, verdicts, loops } = insights;
  const names = useContext(ProjectNames);
  const stops = Object.values(verdicts).reduce((sum, n) => sum + n, 0);
  return (
    <Section
      title={names.get(projectKey ?? project ?? "") ?? project ?? name ?? "Unknown project"}
      note={span}
    >
      {isEmpty ? (
        <p class="quiet">No session was recorded in that period.</p>
      ) : (
        <>
          <dl class="tiles">
            {changes.map(({ what, value, was, better }) => (
              <Tile
                key={what}
                label={capitalise(what)}
                value={value}
                note={better === null ? was : `${was}, ${better ? "better" : "worse"}`}
                tone={better === null ? "" : better ? "good" : "bad"}
              />
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
                    {setting && <Command text={setting} />}
                  </li>
                ))}
              </ul>
            </div>
          )}
          <div class="charts">
            <Bars
              heading="How stops ended"
              bars={Object.entries(verdicts).map(([verdict, n]) => ({
                name: VERDICTS[verdict as Verdict]?.label ?? verdict,
                n,
                note: formatShare(n, stops),
              }))}
            />
            {counts.map((one) => (
              <Bars key={one.heading} {...one} />
            ))}
          </div>
          {loops && <p>Loops: {loops}</p>}
        </>
      )}
    </Section>
  );
}

function Bars({ heading, bars }: ProjectInsights["counts"][number]) {
  if (bars.length === 0) return null;
  const max = Math.max(1, ...bars.map(({ n }) => n));
  return (
    <table class="bars">
      <caption>{heading}</caption>
      <tbody>
        {bars.map(({ name, n, note, session, decision }, at) => (
          <tr key={at}>
            <th scope="row">
              <UntrustedText text={name} />
              {note && (
                <span class="row-note quiet">
                  {note}
                  {!isReport() && session && <a href={linkTo("sessions", session)}>Session</a>}
                  {!isReport() && decision && <a href={linkTo("stops", decision)}>Stop</a>}
                </span>
              )}
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
