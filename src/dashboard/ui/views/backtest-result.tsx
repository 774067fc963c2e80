// The result of a backtest: two configs side by side, with the stops on which they differ. Also what `backtest --html` writes.
import type { BacktestPolicy, BacktestReport, BacktestStop, SpreadOf, Verdict } from "../../contract.ts";
import { count, formatDay, formatDayAndClock, formatNumber } from "../format.ts";
import { Badge, Foreign, Section, VERDICTS } from "../parts.tsx";
import { linkTo } from "../router.ts";
import { categoryName } from "./memories.tsx";

const MAX_STOPS = 100;

export function BacktestResult({ report, isStatic = false }: { report: BacktestReport; isStatic?: boolean }) {
  const { policies, sessions, prompts, stops, from, to, differ, unknown, problems, leftOut } = report;
  const [first, second] = policies;
  /** Where both find the same, it is told once and of nobody. */
  const isShared = policies.length < 2 || isSame(first?.topCandidates, second?.topCandidates);
  const candidatesTitle = (name: string) => (isShared ? "Worth remembering" : `Worth remembering: ${name}`);
  const remarks = [...unknown.map(({ what, why }) => `${what}: ${why}.`), ...(leftOut ?? []), ...problems];
  return (
    <>
      <p>
        {`${count(sessions, "session")}, ${count(prompts, "prompt")}, ${count(stops, "stop")}`}
        {from && to && `, ${formatDay(Date.parse(from))} to ${formatDay(Date.parse(to))}`}.
      </p>
      <PolicyTable policies={policies} />
      {first && second && (
        <Section
          title="Stops that differ"
          note={`held by both ${report.heldByBoth}, by ${first.name} alone ${report.heldByFirst}, by ${second.name} alone ${report.heldBySecond}`}
        >
          {differ.length === 0 ? (
            <p class="quiet">Both would have held the same stops.</p>
          ) : (
            <StopExamples stops={differ} isStatic={isStatic} />
          )}
        </Section>
      )}
      {policies.map(({ name, openStops, topCandidates }, n) => (
        <div key={name}>
          {openStops && openStops.length > 0 && (
            <Section
              title={policies.length > 1 ? `With something open: ${name}` : "With something open"}
              note={formatNumber(openStops.length)}
            >
              <StopExamples stops={openStops} isStatic={isStatic} />
            </Section>
          )}
          {topCandidates &&
            topCandidates.length > 0 &&
            !isSame(policies[n - 1]?.topCandidates, topCandidates) && (
              <Section title={candidatesTitle(name)} note={formatNumber(topCandidates.length)}>
                <ul class="rows">
                  {topCandidates.map(({ category, title, quotes }, n) => (
                    <li key={n} class="line">
                      <span class="kind">{categoryName(category)}</span>
                      <span class="grow">
                        <Foreign text={title} />
                        <span class="row-note quiet">
                          <Foreign text={quotes.join(" | ")} />
                        </span>
                      </span>
                    </li>
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
                <Foreign text={line} />
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
    ["Advice, shown once a session", gateRows(policies, ({ advised }) => advised)],
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
  const names = new Set(policies.flatMap(({ candidates }) => Object.keys(candidates)));
  return [...names]
    .map((name) => ({ name, numbers: policies.map(({ candidates }) => candidates[name] ?? 0) }))
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
  read: (policy: BacktestPolicy) => SpreadOf,
): Row {
  const values = policies.map((policy) => {
    const { mean, median, most } = read(policy);
    return `${mean} / ${median} / ${most}`;
  });
  return { what, values, isPart: false };
}

function StopExamples({
  stops,
  isStatic,
}: {
  stops: readonly (Omit<BacktestStop, "heldBy"> & { heldBy?: string })[];
  isStatic: boolean;
}) {
  return (
    <ul class="rows">
      {stops.slice(0, MAX_STOPS).map(({ session, at, verdict, heldBy, findings }, n) => (
        <li key={n} class="line">
          <Badge tone="held">{heldBy ? `Held by ${heldBy}` : (VERDICTS[verdict]?.label ?? verdict)}</Badge>
          <span class="grow">
            {findings.map(({ gate, evidence, more }) => (
              <span key={gate} class="row-note">
                <span>
                  <b>{gate}</b> <Foreign text={evidence.join("; ")} />
                  {more > 0 && ` and ${more} more`}
                </span>
              </span>
            ))}
          </span>
          <span class="quiet row-end">
            {isStatic ? session.slice(0, 8) : <a href={linkTo("sessions", session)}>{session.slice(0, 8)}</a>}{" "}
            {formatDayAndClock(Date.parse(at))}
          </span>
        </li>
      ))}
      {stops.length > MAX_STOPS && (
        <li class="line quiet">and {formatNumber(stops.length - MAX_STOPS)} more</li>
      )}
    </ul>
  );
}
