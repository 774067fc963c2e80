// The result of a backtest: two configs side by side, with the stops they judge differently. Also used by `backtest --html`.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type {
  BacktestFinding,
  BacktestPolicy,
  BacktestReport,
  BacktestStop,
  Verdict,
} from "../../contract.ts";
import { count, formatDay, formatDayAndClock, formatNumber } from "../format.ts";
import { Line, Section, UntrustedText, VERDICTS, VerdictBadge } from "../parts.tsx";
import { isReport, linkTo } from "../router.ts";
import { categoryName } from "./memories.tsx";

const MAX_STOPS = 50;

export function BacktestResult({ report }: { report: BacktestReport }) {
  const { policies, sessions, prompts, stops, from, to, differ, unknown, problems, leftOut } = report;
  const [first, second] = policies;
  /** If both find the same, it is listed once, without a name. */
  const isShared = policies.length < 2 || isSame(first?.topCandidates, second?.topCandidates);
  const candidatesTitle = (name: string) => (isShared ? "Worth remembering" : `Worth remembering: ${name}`);
  /** Already listed above. */
  const told = new Set(differ.map(({ session, at }) => `${session} ${at}`));
  const remarks = [...unknown.map(({ what, why }) => `${what}: ${why}.`), ...leftOut, ...problems];
  return (
    <>
      <p>
        {`${count(sessions, "session")}, ${count(prompts, "prompt")}, ${count(stops, "stop")}`}
        {from && to && `, ${formatDay(Date.parse(from))} to ${formatDay(Date.parse(to))}`}.
      </p>
      <PolicyTable policies={policies} />
      {first && second && <Differences report={report} names={[first.name, second.name]} />}
      {policies.map(({ name, openStops, topCandidates }, n) => (
        <div key={name}>
          <OpenStops
            title={policies.length > 1 ? `Also with something open: ${name}` : "With something open"}
            stops={openStops.filter(({ session, at }) => !told.has(`${session} ${at}`))}
          />
          {topCandidates.length > 0 && !isSame(policies[n - 1]?.topCandidates, topCandidates) && (
            <Section title={candidatesTitle(name)} note={formatNumber(topCandidates.length)}>
              <ul class="rows">
                {topCandidates.map(({ category, title, quotes }, n) => (
                  <Line
                    key={n}
                    badge={<span class="kind">{categoryName(category)}</span>}
                    note={<UntrustedText text={quotes.join(" | ")} />}
                  >
                    <UntrustedText text={title} />
                  </Line>
                ))}
              </ul>
            </Section>
          )}
        </div>
      ))}
      {remarks.length > 0 && (
        <Section title="Not known from transcripts">
          <ul class="plain-list quiet">
            {remarks.map((line) => (
              <li key={line}>
                <UntrustedText text={line} />
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

interface Row {
  what: string;
  values: string[];
  isPart: boolean;
}

function PolicyTable({ policies }: { policies: readonly BacktestPolicy[] }) {
  const groups: readonly (readonly [string, Row[]])[] = [
    ["Stops", verdictRows(policies)],
    ["Advice, once per session", gateRows(policies, ({ advised }) => advised)],
    ["Worth remembering", candidateRows(policies)],
    [
      "Per session (mean / median / most)",
      [
        spreadRow("holds", policies, ({ noise }) => noise.held),
        spreadRow("lines of advice", policies, ({ noise }) => noise.advice),
        spreadRow("candidates", policies, ({ noise }) => noise.candidates),
      ],
    ],
  ];
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
      {groups
        .filter(([, rows]) => rows.length > 0)
        .map(([heading, rows]) => (
          <tbody key={heading}>
            <tr>
              <th scope="rowgroup" colSpan={policies.length + 1} class="group">
                {heading}
              </th>
            </tr>
            {rows.map(({ what, values, isPart }) => (
              <tr key={what} class={isPart ? "part" : ""}>
                <th scope="row" class="foreign">
                  {what}
                </th>
                {values.map((value, n) => (
                  <td key={n} class={`number ${value === values[0] || n === 0 ? "" : "differs"}`}>
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

function verdictRows(policies: readonly BacktestPolicy[]): Row[] {
  return (Object.keys(VERDICTS) as Verdict[]).flatMap((verdict) => {
    const numbers = policies.map(({ verdicts }) => verdicts[verdict] ?? 0);
    if (verdict !== "complete" && verdict !== "blocked" && numbers.every((n) => n === 0)) return [];
    const { label, means } = VERDICTS[verdict];
    const row = { what: `${label}: ${means}`, values: numbers.map(formatNumber), isPart: false };
    return verdict === "blocked" ? [row, ...gateRows(policies, ({ held }) => held)] : [row];
  });
}

function gateRows(
  policies: readonly BacktestPolicy[],
  read: (policy: BacktestPolicy) => BacktestPolicy["held"],
): Row[] {
  const nameOf = ({ gate, code }: { gate: string; code: string }) => `${gate}: ${code}`;
  const names = new Set(policies.flatMap((policy) => read(policy).map(nameOf)));
  return [...names].map((name) => ({
    what: name,
    values: policies.map((policy) =>
      formatNumber(read(policy).find((one) => nameOf(one) === name)?.stops ?? 0),
    ),
    isPart: true,
  }));
}

function candidateRows(policies: readonly BacktestPolicy[]): Row[] {
  const names = Object.keys(policies[0]?.candidates ?? {}) as (keyof BacktestPolicy["candidates"])[];
  return names
    .map((name) => ({ name, numbers: policies.map(({ candidates }) => candidates[name]) }))
    .filter(({ numbers }) => numbers.some((n) => n > 0))
    .map(({ name, numbers }) => ({
      what: categoryName(name),
      values: numbers.map(formatNumber),
      isPart: true,
    }));
}

function spreadRow(
  what: string,
  policies: readonly BacktestPolicy[],
  read: (policy: BacktestPolicy) => BacktestPolicy["noise"]["held"],
): Row {
  const values = policies.map((policy) => {
    const { mean, median, most } = read(policy);
    return `${mean} / ${median} / ${most}`;
  });
  return { what, values, isPart: false };
}

/** Stops judged differently; those held by only one come first. */
function Differences({ report, names }: { report: BacktestReport; names: readonly [string, string] }) {
  const { differ, heldByBoth, heldByFirst, heldBySecond, otherwiseDifferent, stops } = report;
  const { held = [], others = [] } = Object.groupBy(differ, ({ opinions }) =>
    new Set(opinions.map(({ verdict }) => verdict === "blocked")).size > 1 ? "held" : "others",
  );
  const all = heldByFirst + heldBySecond + otherwiseDifferent;
  return (
    <>
      <Section title="Stops judged differently" note={`${formatNumber(all)} of ${formatNumber(stops)}`}>
        <p>
          {all === 0
            ? "Both settings judge every stop the same. A stricter preset or a longer period may show a difference."
            : `Both hold ${count(heldByBoth, "stop")}. `}
          {all > 0 && (
            <>
              Only <b class="foreign">{names[0]}</b> holds {formatNumber(heldByFirst)}, only{" "}
              <b class="foreign">{names[1]}</b> holds {formatNumber(heldBySecond)}.
              {otherwiseDifferent > 0 &&
                ` ${count(otherwiseDifferent, "more differs", "more differ")} in verdict, finding or advice.`}
              {all > differ.length && ` The newest ${formatNumber(differ.length)} are listed.`}
            </>
          )}
        </p>
        <DifferenceList stops={held} names={names} />
      </Section>
      {others.length > 0 && (
        <Section title="Also judged differently" note={formatNumber(otherwiseDifferent)}>
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
  stops: BacktestReport["differ"];
  names: readonly [string, string];
}) {
  const [shown, showMore] = useMore(stops);
  if (stops.length === 0) return null;
  return (
    <ul class="rows">
      {shown.map(({ session, at, opinions }, n) => (
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
      {showMore}
    </ul>
  );
}

function Findings({ findings }: { findings: readonly BacktestFinding[] }) {
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

/** The first items, and a button for more. */
function useMore<T>(all: readonly T[]): [shown: readonly T[], line: ComponentChildren] {
  const [max, setMax] = useState(MAX_STOPS);
  const rest = all.length - max;
  return [
    all.slice(0, max),
    rest > 0 && (
      <li class="line">
        <button type="button" class="link" onClick={() => setMax(max + 10 * MAX_STOPS)}>
          Show {formatNumber(Math.min(rest, 10 * MAX_STOPS))} more
        </button>
      </li>
    ),
  ];
}

function OpenStops({ title, stops }: { title: string; stops: readonly BacktestStop[] }) {
  const [shown, showMore] = useMore(stops);
  if (stops.length === 0) return null;
  return (
    <Section title={title} note={formatNumber(stops.length)}>
      <ul class="rows">
        {shown.map(({ session, at, verdict, findings }, n) => (
          <Line
            key={n}
            badge={<VerdictBadge verdict={verdict} />}
            end={<SessionAndTime session={session} at={at} />}
          >
            <Findings findings={findings} />
          </Line>
        ))}
        {showMore}
      </ul>
    </Section>
  );
}
