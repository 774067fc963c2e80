// Every decision: how stops ended over time, the list with its filters, and the open one beside it.

import { capitalise } from "../../../text/capitalise.ts";
import type { Outcome, OutcomeShare, StopRow } from "../../contract.ts";
import { type ReadState, SLOWLY_MS, useRead } from "../api.ts";
import { Chart } from "../chart.tsx";
import { ANY_TIME, Select, SPANS, TimeSelect, useSince } from "../fields.tsx";
import { count, formatMs, formatNumber, formatShare } from "../format.ts";
import { List } from "../list.tsx";
import {
  Age,
  Badge,
  Empty,
  Line,
  OutcomeBadge,
  ProjectName,
  RowCells,
  Section,
  Skeleton,
  UntrustedText,
} from "../parts.tsx";
import { go, type Route, useRoute, withId, withQuery } from "../router.ts";
import { StopDetail } from "./stop.tsx";

export function StopsView({ id, query }: Route) {
  const filters = useFilters(query);
  const share = useRead("/api/share", filters, ["stops"], SLOWLY_MS);
  return (
    <div class={`split ${id === "" ? "" : "open"}`}>
      <div class="split-list">
        <div class="toolbar">
          <Filters gates={share.data?.gates ?? []} />
        </div>
        <div class="shares">
          {share.data ? (
            <ShareChart share={share.data} />
          ) : (
            !share.error && <Skeleton rows={1} height={140} />
          )}
        </div>
        <TeamSection project={filters.project} />
        <StopList id={id} query={query} filters={filters} share={share} />
      </div>
      {id !== "" && <StopDetail key={id} id={id} />}
    </div>
  );
}

/** What all of a team say, if they share counts. */
function TeamSection({ project }: { project: string | undefined }) {
  const { data } = useRead("/api/team", { project }, ["stops"], SLOWLY_MS);
  if (!data) return null;
  const { days, stops, machines, gates } = data;
  const note = `${count(stops, "stop")} on ${count(machines, "machine")} in ${days} days`;
  return (
    <div class="shares">
      <Section title="Your team" note={note}>
        {gates.length === 0 ? (
          <p class="quiet">Nothing was held.</p>
        ) : (
          <ul class="rows">
            {gates.map(({ gate, held, wrong }) => (
              <Line
                key={gate}
                badge={<span class="gate">{gate}</span>}
                note={wrong > 0 && `${formatShare(wrong, held)} of them marked wrong`}
                end={wrong > 0 && <Badge tone="bad">{formatNumber(wrong)} wrong</Badge>}
              >
                held {count(held, "time")}
              </Line>
            ))}
          </ul>
        )}
      </Section>
    </div>
  );
}

/** Of the list and of the chart. */
function useFilters(query: URLSearchParams) {
  const choice = (name: string) => query.get(name) ?? undefined;
  return {
    project: choice("project"),
    gate: choice("gate"),
    outcome: choice("outcome"),
    session: choice("session"),
    wrong: choice("wrong"),
    since: useSince(query.get("days") ?? ""),
  };
}

function Filters({ gates }: { gates: OutcomeShare["gates"] }) {
  const outcomes = ORDER.map((one) => [one, capitalise(one)] as const);
  const marks = [
    ["", "Any mark"],
    ["1", "Marked wrong"],
  ] as const;
  return (
    <div class="filters">
      <Select name="outcome" label="Outcome" options={[["", "Any outcome"], ...outcomes]} />
      <Select
        name="gate"
        label="Gate"
        options={[["", "Any gate"], ...gates.map((gate) => [gate, gate] as const)]}
      />
      <TimeSelect options={[...SPANS, ANY_TIME]} usual="all" />
      <Select name="wrong" label="Marks" options={marks} />
      <SessionFilter />
    </div>
  );
}

/** Set by a link; can be removed here. */
function SessionFilter() {
  const session = useRoute().query.get("session");
  if (!session) return null;
  return (
    <button type="button" onClick={() => go(withQuery({ session: null }))}>
      Session {session.slice(0, 8)} ×
    </button>
  );
}

function StopList({
  id,
  query,
  filters,
  share,
}: {
  id: string;
  query: URLSearchParams;
  filters: ReturnType<typeof useFilters>;
  share: ReadState<unknown>;
}) {
  const isFiltered = ["gate", "outcome", "session", "wrong", "days", "project"].some((name) =>
    query.has(name),
  );
  return (
    <List
      label="Stops"
      path="/api/stops"
      query={filters}
      part="stops"
      beside={share}
      keyOf={(row) => String(row.id)}
      hrefOf={(row) => withId("stops", row.id)}
      openKey={id}
      empty={
        isFiltered ? (
          <Empty title="No stops match these filters.">
            <a href="/stops">Show all</a>
          </Empty>
        ) : (
          <Empty title="No stop has been recorded yet." command="holdfast doctor">
            Each time an agent wants to stop, a row appears here. If one has already stopped, find the reason
            with:
          </Empty>
        )
      }
    >
      {(row) => <StopCells row={row} />}
    </List>
  );
}

function StopCells({ row }: { row: StopRow }) {
  const { outcome, because, about, prompt, name, at, wrong, agent, event, session, durationMs } = row;
  const text = prompt ?? about;
  return (
    <RowCells
      badge={<OutcomeBadge outcome={outcome} />}
      note={
        <>
          {text && <span class={outcome === "allowed" ? "" : "gate"}>{because}</span>}
          {name && <ProjectName of={row} />}
          {session && !prompt && <span class="mono">{session.slice(0, 8)}</span>}
          {event !== "Stop" && <span>{event}</span>}
          {agent !== "main" && <span class="foreign">{agent}</span>}
        </>
      }
      end={
        <>
          {wrong && <Badge tone="bad">Wrong</Badge>}
          <span class="wide-only">{formatMs(durationMs)}</span>
          <Age at={at} />
        </>
      }
    >
      <UntrustedText text={text ?? because} />
    </RowCells>
  );
}

/** Held ones at the bottom, where they are easiest to compare. */
const ORDER: readonly Outcome[] = ["held", "released", "allowed"];

function ShareChart({ share }: { share: OutcomeShare }) {
  const { at, outcomes, total, bucketMs, wrong } = share;
  if (total === 0) return null;
  const counts = ORDER.map((outcome) => ({ outcome, n: outcomes[outcome].reduce((sum, n) => sum + n, 0) }));
  const series = counts
    .filter(({ n }) => n > 0)
    .map(({ outcome, n }) => ({
      name: `${capitalise(outcome)} ${formatShare(n, total)}`,
      values: outcomes[outcome],
      colour: `ink-${outcome}`,
    }));
  const label = `How ${formatNumber(total)} stops ended: ${series.map(({ name }) => name).join(", ")}; ${wrong} holds marked wrong`;
  return <Chart label={label} at={at} series={series} kind="stacked" height={120} bucketMs={bucketMs} />;
}
