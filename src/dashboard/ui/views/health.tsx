// holdfast's own health: hook times, memory and triage, faults, files, and doctor's checks.

import { capitalise } from "../../../text/capitalise.ts";
import type { DoctorReport, Health, Latency } from "../../contract.ts";
import { SLOWLY_MS, useRead } from "../api.ts";
import { Chart } from "../chart.tsx";
import { useAction } from "../dialog.tsx";
import { TimeSelect, useSince } from "../fields.tsx";
import { count, formatBytes, formatMs, formatNumber } from "../format.ts";
import {
  Age,
  Badge,
  Command,
  Empty,
  Line,
  Loaded,
  LongText,
  Rows,
  Section,
  Skeleton,
  Tile,
  UntrustedText,
  WithCode,
} from "../parts.tsx";
import type { Route } from "../router.ts";

export function HealthView({ query }: Route) {
  const days = query.get("days") ?? DEFAULT_DAYS;
  const times = useRead("/api/latency", { since: useSince(days) }, ["health"], SLOWLY_MS);
  const { data, error, reload } = useRead("/api/health", {}, ["health"]);
  const state = {
    data,
    error: error ?? times.error,
    reload() {
      reload();
      times.reload();
    },
  };
  return (
    <div class="page">
      <Doctor project={query.get("project") ?? undefined} />
      {(times.data || !times.error) && (
        <Section
          title="Hook time"
          note={query.has("project") ? "all projects" : undefined}
          action={<TimeSelect usual={DEFAULT_DAYS} />}
        >
          {times.data ? <LatencyTable latency={times.data} /> : <Skeleton rows={1} height={320} />}
        </Section>
      )}
      <Loaded state={state} rows={4} height={140}>
        {(health) => <HealthPage health={health} />}
      </Loaded>
    </div>
  );
}

const DEFAULT_DAYS = "7";
/** As many lines as can be distinguished. */
const MAX_LINES = 5;
const INKS = ["ink-accent", "ink-held", "ink-violet", "ink-grey", "ink-released"];

const BESIDE = { commands: "a gate ran commands", recall: "something was recalled" } as const;

function LatencyTable({ latency: { events, untimed, max, at, bucketMs } }: { latency: Latency }) {
  const remarks = [
    "From the start of the hook's process until the event was recorded.",
    ...(untimed > 0
      ? [`Without ${count(untimed, "event")} from a version that did not record the time.`]
      : []),
    ...(events.some(({ n }) => n >= max) ? [`Only the newest ${formatNumber(max)} of each kind.`] : []),
  ];
  if (events.length === 0)
    return (
      <Empty title="No hook times in that period.">
        {untimed > 0
          ? `${count(untimed, "event")} came from a version that did not record it. New ones will appear here.`
          : "Each event of a session adds one. If an agent has worked since, the checks above find the reason."}
      </Empty>
    );
  const nameOf = ({ event, beside }: Latency["events"][number]) =>
    beside === null ? event : `${event}, ${BESIDE[beside]}`;
  const drawn = events.filter(({ beside }) => beside !== "commands").slice(0, MAX_LINES);
  return (
    <>
      <Chart
        label={`Median hook time by event: ${drawn.map((one) => `${nameOf(one)} ${formatMs(one.medianMs)}`).join("; ")}`}
        at={at}
        kind="lines"
        height={150}
        bucketMs={bucketMs}
        format={formatMs}
        series={drawn.map((one, n) => ({
          name: nameOf(one),
          values: one.medians,
          colour: INKS[n] ?? "ink-grey",
        }))}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section class="table-scroll" aria-label="Times by event" tabIndex={0}>
        <table class="compare">
          <thead>
            <tr>
              <th scope="col">Event</th>
              {["Events", "Median", "p95", "Slowest"].map((name) => (
                <th key={name} scope="col" class="number">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {events.map(({ event, beside, n, medianMs, p95Ms, slowestMs }) => (
              <tr key={`${event} ${beside}`}>
                <th scope="row">
                  {event}
                  {beside && <span class="row-note quiet">{BESIDE[beside]}</span>}
                </th>
                <td class="number">{formatNumber(n)}</td>
                <td class="number">{formatMs(medianMs)}</td>
                <td class="number">{formatMs(p95Ms)}</td>
                <td class="number">{formatMs(slowestMs)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p class="quiet">{remarks.join(" ")}</p>
    </>
  );
}

function HealthPage({ health }: { health: Health }) {
  const { faults, faultCount, files, queue, counts, version, memory, judge } = health;
  return (
    <>
      <dl class="tiles">
        <Tile label="Sessions" value={formatNumber(counts.sessions)} note={count(counts.prompts, "prompt")} />
        <Tile label="Stops" value={formatNumber(counts.stops)} />
        <Tile
          label="Observations"
          value={formatNumber(counts.observations)}
          note={`${count(queue, "call")} to process`}
        />
        <Tile label="Memories" value={formatNumber(counts.memories)} />
      </dl>
      {memory && <MemorySection memory={memory} />}
      {judge && <JudgeSection judge={judge} />}
      <Section
        title="Faults"
        note={faultCount === 0 ? "none in the last 7 days" : `${formatNumber(faultCount)} in the last 7 days`}
      >
        {faults.length === 0 ? (
          <p class="quiet">
            A fault in holdfast never holds an agent: the stop is allowed and the fault is recorded here.
          </p>
        ) : (
          <ul class="rows">
            {faults.map(({ at, part, message, event }, n) => (
              <Line key={n} badge={<Badge tone="bad">{part}</Badge>} note={event} end={<Age at={at} />}>
                <LongText text={message} />
              </Line>
            ))}
          </ul>
        )}
      </Section>
      <Rows
        title="Database"
        note={`holdfast ${version}`}
        rows={files.map(({ kind, path, state, bytes, walBytes, schema }) => (
          <Line
            key={kind}
            badge={<Badge tone={state === "ok" ? "good" : "bad"}>{state === "ok" ? "OK" : "Problem"}</Badge>}
            note={<code class="foreign">{path}</code>}
            end={[
              formatBytes(bytes),
              ...(walBytes > 0 ? [`log ${formatBytes(walBytes)}`] : []),
              ...(schema === null ? [] : [`schema ${schema}`]),
            ].join(", ")}
          >
            {kind === "ledger" ? "Ledger" : "Memory database"}{" "}
            {state !== "ok" && <UntrustedText text={state} />}
          </Line>
        ))}
      />
    </>
  );
}

function JudgeSection({ judge }: { judge: NonNullable<Health["judge"]> }) {
  const { by, calls, perDay, tokens, costUsd, ms, failure } = judge;
  return (
    <Section title="Judge" note={by}>
      <p class="quiet">
        Today {formatNumber(calls)} of {count(perDay, "call")}
        {tokens > 0 && `, ${count(tokens, "token")}`}
        {costUsd > 0 && `, $${costUsd.toFixed(2)}`}
        {ms > 0 && `, ${formatMs(ms)}`}.
      </p>
      {failure && (
        <p class="wrap">
          <Badge tone="bad">Failed</Badge>
          <UntrustedText text={failure} />
        </p>
      )}
    </Section>
  );
}

type MemoryHealth = NonNullable<Health["memory"]>;

function MemorySection({
  memory: { statuses, injected, used, categories, patterns },
}: {
  memory: MemoryHealth;
}) {
  const counts = statuses.map(({ status, n }) => `${formatNumber(n)} ${status}`).join(", ");
  return (
    <Section title="Memory and triage" note="all projects">
      <p class="quiet">
        {counts === ""
          ? "No memories yet."
          : `${counts}. Given to sessions ${count(injected, "time")}, used ${formatNumber(used)}.`}
      </p>
      {categories.length > 0 && (
        <AnswerTable
          label="Answers to the inbox by category"
          rows={categories.map((one) => ({ ...one, name: one.category }))}
        />
      )}
      {patterns.length > 0 && (
        <details>
          <summary>{count(patterns.length, "source")}</summary>
          <AnswerTable
            label="Answers to the inbox by source"
            rows={patterns.map((one) => ({ ...one, name: one.pattern }))}
          />
        </details>
      )}
    </Section>
  );
}

type AnswerRow = Pick<
  MemoryHealth["patterns"][number],
  "accepted" | "edited" | "rejected" | "ignored" | "precision"
> & { name: string; waiting?: number };

function AnswerTable({ label, rows }: { label: string; rows: AnswerRow[] }) {
  const isCounted = rows.some(({ waiting }) => waiting !== undefined);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section class="table-scroll" aria-label={label} tabIndex={0}>
      <table class="compare">
        <thead>
          <tr>
            <th scope="col">Found</th>
            {["Precision", "Accepted", "Edited", "Rejected", "Ignored", ...(isCounted ? ["New"] : [])].map(
              (name) => (
                <th key={name} scope="col" class="number">
                  {name}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, precision, accepted, edited, rejected, ignored, waiting }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td class="number">{precision === null ? "–" : `${Math.round(precision * 100)}%`}</td>
              {[accepted, edited, rejected, ignored, ...(waiting === undefined ? [] : [waiting])].map(
                (n, column) => (
                  <td key={column} class="number">
                    {formatNumber(n)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const RESULTS = {
  ok: { tone: "good", label: "OK" },
  warn: { tone: "held", label: "Warning" },
  problem: { tone: "bad", label: "Problem" },
} as const;

function Doctor({ project }: { project: string | undefined }) {
  const state = useRead("/api/doctor", {}, []);
  const { isBusy, run } = useAction();
  const check = async () => {
    await run("/api/doctor", { project });
    state.reload();
  };
  const report = state.data;
  return (
    <Section
      title="Doctor"
      note={report ? <Age at={report.at} /> : "not run yet"}
      action={
        <button type="button" disabled={isBusy} onClick={check}>
          {isBusy ? "Checking…" : "Run checks"}
        </button>
      }
    >
      {report ? (
        <DoctorResult report={report} />
      ) : (
        <p class="quiet">
          Checks the installation, the settings and the files; takes a few seconds. In a terminal:{" "}
          <Command text="holdfast doctor" />
        </p>
      )}
    </Section>
  );
}

function DoctorResult({ report: { results } }: { report: DoctorReport }) {
  const order = { problem: 0, warn: 1, ok: 2 };
  const open = results
    .filter(({ status }) => status !== "ok")
    .sort((a, b) => order[a.status] - order[b.status]);
  const problems = open.filter(({ status }) => status === "problem").length;
  const fine = results.filter(({ status }) => status === "ok");
  return (
    <>
      <p>
        {open.length === 0
          ? "Everything works."
          : `${count(problems, "problem")}, ${count(open.length - problems, "warning")}.`}
      </p>
      <ul class="rows">{open.map(row)}</ul>
      {fine.length > 0 && (
        <details>
          <summary>{count(fine.length, "check")} passed</summary>
          <ul class="rows">{fine.map(row)}</ul>
        </details>
      )}
    </>
  );

  function row({ title, status, message, nextStep }: (typeof results)[number], n: number) {
    const { tone, label } = RESULTS[status];
    return (
      <Line
        key={n}
        badge={<Badge tone={tone}>{label}</Badge>}
        note={nextStep && <WithCode text={nextStep} />}
      >
        <b>{capitalise(title)}</b> <WithCode text={message} />
      </Line>
    );
  }
}
