// The result of a backtest: two configs side by side, with the stops they judge differently. Also used by `backtest --html`.
import type { BacktestPage } from "../../contract.ts";
import { formatDay, formatDayAndClock, formatNumber } from "../format.ts";
import { Line, Lines, Rows, Section, UntrustedText, VerdictBadge } from "../parts.tsx";
import { isReport, linkTo } from "../router.ts";
import { categoryName } from "./memories.tsx";

type BacktestStop = BacktestPage["policies"][number]["openStops"][number];

export function BacktestResult({ report }: { report: BacktestPage }) {
  const { policies, scope, from, to, differ, remarks } = report;
  const [first, second] = policies;
  /** If both find the same, it is listed once, without a name. */
  const isShared = policies.length < 2 || isSame(first?.topCandidates, second?.topCandidates);
  const candidatesTitle = (name: string) => (isShared ? "Worth remembering" : `Worth remembering: ${name}`);
  /** Already listed above. */
  const told = new Set(differ.map(({ session, at }) => `${session} ${at}`));
  return (
    <>
      <p>
        {scope}
        {from && to && `, ${formatDay(Date.parse(from))} to ${formatDay(Date.parse(to))}`}.
      </p>
      <PolicyTable report={report} />
      {first && second && <Differences report={report} names={[first.name, second.name]} />}
      {policies.map(({ name, openStops, topCandidates }, n) => (
        <div key={name}>
          <OpenStops
            title={policies.length > 1 ? `Also with something open: ${name}` : "With something open"}
            stops={openStops.filter(({ session, at }) => !told.has(`${session} ${at}`))}
          />
          {!isSame(policies[n - 1]?.topCandidates, topCandidates) && (
            <Rows
              title={candidatesTitle(name)}
              note={formatNumber(topCandidates.length)}
              rows={topCandidates.map(({ category, title, quotes }, n) => (
                <Line
                  key={n}
                  badge={<span class="kind">{categoryName(category)}</span>}
                  note={<UntrustedText text={quotes.join(" | ")} />}
                >
                  <UntrustedText text={title} />
                </Line>
              ))}
            />
          )}
        </div>
      ))}
      <Lines title="Not known from transcripts" lines={remarks} />
    </>
  );
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function PolicyTable({ report: { policies, table } }: { report: BacktestPage }) {
  return (
    <table class="compare">
      <thead>
        <tr>
          <th scope="col">
            <span class="visually-hidden">What</span>
          </th>
          {policies.map(({ name }) => (
            <th scope="col" key={name} class="number foreign">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      {table.map(({ heading, rows }) => (
        <tbody key={heading}>
          <tr>
            <th scope="rowgroup" colSpan={policies.length + 1} class="group">
              {heading}
            </th>
          </tr>
          {rows.map(({ what, values, depth }, n) => (
            <tr key={n} class={depth > 0 ? "part" : ""}>
              <th scope="row" class="foreign" style={{ textIndent: `${depth}em` }}>
                {categoryName(what)}
              </th>
              {values.map((value, n) => (
                <td key={n} class={`number ${value === values[0] ? "" : "differs"}`}>
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}

/** Stops judged differently; those held by only one come first. */
function Differences({ report, names }: { report: BacktestPage; names: readonly [string, string] }) {
  const { differ, differing, difference, stops } = report;
  const { held = [], others = [] } = Object.groupBy(differ, ({ opinions }) =>
    new Set(opinions.map(({ verdict }) => verdict === "blocked")).size > 1 ? "held" : "others",
  );
  return (
    <>
      <Section title="Stops judged differently" note={`${formatNumber(differing)} of ${formatNumber(stops)}`}>
        <p>
          {differing === 0
            ? "Both settings judge every stop the same. A stricter preset or a longer period may show a difference."
            : difference.join(" ")}
          {differing > differ.length && ` The newest ${formatNumber(differ.length)} are listed.`}
        </p>
        <DifferenceList stops={held} names={names} />
      </Section>
      {others.length > 0 && (
        <Section title="Also judged differently" note={formatNumber(others.length)}>
          <DifferenceList stops={others} names={names} />
        </Section>
      )}
    </>
  );
}

function DifferenceList({
  stops,
  names,
}: {
  stops: BacktestPage["differ"];
  names: readonly [string, string];
}) {
  return (
    <ul class="rows">
      {stops.map(({ session, at, opinions }, n) => (
        <Line key={n} end={<SessionAndTime session={session} at={at} />}>
          {opinions.map(({ verdict, open, advice }, side) => (
            <span key={side} class="opinion">
              <span class="opinion-side wrap">
                <b class="foreign">{names[side]}</b> <VerdictBadge verdict={verdict} />
              </span>
              <span>
                <Findings findings={open} />
                {advice.length > 0 && (
                  <span class="row-note quiet">
                    <span>Advice:</span>
                  </span>
                )}
                <Findings findings={advice} />
                {open.length + advice.length === 0 && <span class="quiet">nothing to say</span>}
              </span>
            </span>
          ))}
        </Line>
      ))}
    </ul>
  );
}

function Findings({ findings }: { findings: BacktestStop["findings"] }) {
  return (
    <>
      {findings.map(({ gate, code, evidence, more }) => (
        <span key={`${gate} ${code}`} class="row-note">
          <span>
            <b>{gate}</b> <UntrustedText text={evidence.join("; ") || code} />
            {more > 0 && ` and ${more} more`}
          </span>
        </span>
      ))}
    </>
  );
}

function SessionAndTime({ session, at }: { session: string; at: string }) {
  const short = session.slice(0, 8);
  return (
    <>
      {isReport() ? short : <a href={linkTo("sessions", session)}>{short}</a>}{" "}
      {formatDayAndClock(Date.parse(at))}
    </>
  );
}

function OpenStops({ title, stops }: { title: string; stops: BacktestStop[] }) {
  const rows = stops.map(({ session, at, verdict, findings }, n) => (
    <Line
      key={n}
      badge={<VerdictBadge verdict={verdict} />}
      end={<SessionAndTime session={session} at={at} />}
    >
      <Findings findings={findings} />
    </Line>
  ));
  return <Rows title={title} note={formatNumber(stops.length)} rows={rows} />;
}
