// Two configs on past sessions, side by side, with the stops on which they differ. The report is also what `backtest --html` writes.
import { useState } from "preact/hooks";
import type {
  BacktestPolicy,
  BacktestReport,
  BacktestStop,
  Settings,
  SpreadOf,
  Verdict,
} from "../../contract.ts";
import { ApiError, useRead } from "../api.ts";
import { useAction } from "../dialog.tsx";
import { count, formatBytes, formatDay, formatDayAndClock, formatLength, formatNumber } from "../format.ts";
import { Badge, Empty, Foreign, Loaded, Meter, Problem, Section, VERDICTS } from "../parts.tsx";
import { linkTo } from "../router.ts";
import { categoryName } from "./memories.tsx";

const MAX_STOPS = 100;

const CHOICES: readonly (readonly [value: string, label: string])[] = [
  ["in-force", "Settings in force"],
  ["strict", "Preset: strict"],
  ["gentle", "Preset: gentle"],
  ["own", "Settings of my own…"],
];

export function BacktestTab({ project }: { project: string | undefined }) {
  const state = useRead("/api/backtest", {}, ["backtest"]);
  const { isBusy, run } = useAction();
  const { data } = state;
  const isRunning = data?.state === "running";
  return (
    <>
      <BacktestForm project={project} isRunning={isBusy || isRunning} />
      <Loaded state={state} rows={2} height={160}>
        {(backtest) => {
          switch (backtest.state) {
            case "none":
              return (
                <Empty title="No backtest has run yet.">
                  It replays the stops of past sessions under two settings and lists those on which they
                  differ. Nothing is changed.
                </Empty>
              );
            case "running": {
              const { bytes, totalBytes, sessions } = backtest;
              return (
                <div class="running" role="status">
                  <p>
                    Replaying: {count(sessions, "session")}, {formatBytes(bytes)} of {formatBytes(totalBytes)}
                  </p>
                  <Meter
                    value={bytes}
                    max={totalBytes}
                    label={`${formatBytes(bytes)} of ${formatBytes(totalBytes)}`}
                  />
                  <button type="button" onClick={() => run("/api/backtest/stop", {})}>
                    Stop it
                  </button>
                </div>
              );
            }
            case "failed":
              return <Problem error={new ApiError(backtest.error)} />;
            case "done":
              return (
                <>
                  <p class="quiet">
                    Finished {formatDayAndClock(Date.parse(backtest.finishedAt))} in{" "}
                    {formatLength(backtest.durationMs)}.
                  </p>
                  <BacktestResult report={backtest.report} />
                </>
              );
          }
        }}
      </Loaded>
    </>
  );
}

function BacktestForm({ project, isRunning }: { project: string | undefined; isRunning: boolean }) {
  const { run } = useAction();
  const [first, setFirst] = useState("in-force");
  const [second, setSecond] = useState("strict");
  const [texts, setTexts] = useState({ first: "", second: "" });
  const [days, setDays] = useState("30");
  const settings = (name: string, text: string): Settings =>
    name === "own" ? { name: "own", text } : { name: name as "strict" };
  const start = () =>
    run("/api/backtest", {
      config: settings(first, texts.first),
      against: settings(second, texts.second),
      days: Number(days),
      ...(project ? { project } : {}),
    });
  return (
    <form
      class="backtest-form"
      onSubmit={(event) => {
        event.preventDefault();
        void start();
      }}
    >
      <Choice
        label="First"
        value={first}
        onChange={setFirst}
        text={texts.first}
        onText={(one) => setTexts({ ...texts, first: one })}
      />
      <Choice
        label="Against"
        value={second}
        onChange={setSecond}
        text={texts.second}
        onText={(one) => setTexts({ ...texts, second: one })}
      />
      <label class="block-field">
        Sessions of
        <select value={days} onChange={(event) => setDays(event.currentTarget.value)}>
          <option value="7">the last 7 days</option>
          <option value="30">the last 30 days</option>
          <option value="90">the last 90 days</option>
          <option value="3650">any time</option>
        </select>
      </label>
      <button type="submit" class="primary" disabled={isRunning}>
        Run the backtest
      </button>
    </form>
  );
}

function Choice(props: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  text: string;
  onText: (text: string) => void;
}) {
  const { label, value, onChange, text, onText } = props;
  return (
    <div class="choice">
      <label class="block-field">
        {label}
        <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
          {CHOICES.map(([one, name]) => (
            <option key={one} value={one}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {value === "own" && (
        <label class="block-field">
          As in .claude/holdfast.json
          <textarea
            class="mono"
            rows={5}
            spellcheck={false}
            placeholder={'{"tasks": {"block": "always"}}'}
            value={text}
            onInput={(event) => onText(event.currentTarget.value)}
          />
        </label>
      )}
    </div>
  );
}

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
