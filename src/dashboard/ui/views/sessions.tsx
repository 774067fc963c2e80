// The list of sessions, and the open one beside it.
import type { SessionListRow } from "../../contract.ts";
import { SearchField, Select } from "../fields.tsx";
import { count, formatNumber } from "../format.ts";
import { List } from "../list.tsx";
import { Age, Badge, Empty, ProjectName, RowCells, SessionName, UntrustedText } from "../parts.tsx";
import { type Route, withId } from "../router.ts";
import { SessionDetail } from "./session.tsx";

export function SessionsView({ id, query }: Route) {
  const filters = {
    project: query.get("project") ?? undefined,
    q: query.get("q") ?? undefined,
    findings: query.get("findings") ?? undefined,
  };
  return (
    <div class={`split ${id === "" ? "" : "open"}`}>
      <div class="split-list">
        <div class="toolbar">
          <div class="filters">
            <SearchField label="Search requests and summaries" />
            <Select
              name="findings"
              label="Findings"
              options={[
                ["", "All sessions"],
                ["1", "With open findings"],
              ]}
            />
          </div>
        </div>
        <List
          label="Sessions"
          path="/api/sessions"
          query={filters}
          part="sessions"
          keyOf={(row) => row.session}
          hrefOf={(row) => withId("sessions", row.session)}
          openKey={id}
          empty={
            filters.findings ? (
              <Empty title="No session has an open finding." command="holdfast reflect">
                Reflection looks for repeated corrections, errors and commands, and for slow hooks. Start it
                for the last session:
              </Empty>
            ) : filters.q || filters.project ? (
              <Empty title="No sessions match.">
                <a href="/sessions">Show all</a>
              </Empty>
            ) : (
              <Empty title="No session has been recorded yet." command="holdfast ingest">
                Sessions appear as you work. Past ones can be read from their transcripts:
              </Empty>
            )
          }
        >
          {(row) => <SessionCells row={row} />}
        </List>
      </div>
      {id !== "" && <SessionDetail key={id} id={id} />}
    </div>
  );
}

function SessionCells({ row }: { row: SessionListRow }) {
  const { title, startedWith, agent, project, toolCalls, stops, held, openFindings, lastSeenAt, ending } =
    row;
  const isOpen = ending === "open";
  return (
    <RowCells
      below={
        startedWith && (
          <>
            started with: <UntrustedText text={startedWith} />
          </>
        )
      }
      note={
        <>
          {project && <ProjectName of={row} />}
          {agent && <span>{agent}</span>}
          {title === null && <span>{isOpen ? "no prompt yet" : "no prompt recorded"}</span>}
          <span>{count(toolCalls, "tool call")}</span>
          {stops > 0 && (
            <span>
              {count(stops, "stop")}
              {held > 0 && `, ${formatNumber(held)} held`}
            </span>
          )}
          {openFindings > 0 && <span>{count(openFindings, "open finding")}</span>}
        </>
      }
      end={
        <>
          {isOpen && <Badge tone="good">Open</Badge>}
          <Age at={lastSeenAt} />
        </>
      }
    >
      <SessionName {...row} />
    </RowCells>
  );
}
