// Running sessions, why each one is held, and what waits for the person.
import type { LiveSession, Now, PauseRow, Waiting } from "../../contract.ts";
import { useRead } from "../api.ts";
import { useAction } from "../dialog.tsx";
import { clock, count, formatLength, formatNumber } from "../format.ts";
import {
  Age,
  Badge,
  Command,
  Empty,
  Line,
  Loaded,
  ProjectName,
  Rows,
  Section,
  Tile,
  type Tone,
  UntrustedText,
} from "../parts.tsx";
import { linkTo, type Route } from "../router.ts";
import { SessionCard } from "./session-card.tsx";

/** Most urgent first. */
const ORDER: readonly LiveSession["state"][] = ["asking", "held", "working", "paused", "stopped", "idle"];

export function NowView({ query }: Route) {
  const project = query.get("project") ?? undefined;
  const state = useRead("/api/now", { project }, ["now"]);
  return (
    <div class="page">
      <Loaded state={state} rows={4} height={132}>
        {(now) => <NowPage now={now} isFiltered={project !== undefined} />}
      </Loaded>
    </div>
  );
}

function NowPage({ now, isFiltered }: { now: Now; isFiltered: boolean }) {
  const { today, storeProblem, pauses, waiting } = now;
  const sessions = now.sessions.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state));
  return (
    <>
      {storeProblem && (
        <div class="problem" role="alert">
          <p class="problem-title">{storeProblem}</p>
          <Command text="holdfast doctor" />
        </div>
      )}
      <dl class="tiles">
        <Tile
          label="Held now"
          value={formatNumber(sessions.filter(({ state }) => state === "held").length)}
        />
        <Tile label="Waiting for you" value={formatNumber(waiting.length)} />
        <Tile
          label="Stops, 24 h"
          value={formatNumber(today.stops)}
          note={`${formatNumber(today.held)} held`}
        />
        <Tile
          label="Sessions, 24 h"
          value={formatNumber(today.sessions)}
          note={
            today.faults > 0 ? (
              <a href={linkTo("health")}>
                {count(today.faults, "fault")}
                {isFiltered && " in all projects"}
              </a>
            ) : (
              "no faults"
            )
          }
        />
      </dl>
      <Pauses pauses={pauses} />
      <Section title="Sessions" note={sessions.length > 0 ? "needs you first" : undefined}>
        {sessions.length === 0 && isFiltered ? (
          <Empty title="No session of this project is active.">
            Start Claude Code in it, or look at <a href="/now">all projects</a>.
          </Empty>
        ) : sessions.length === 0 ? (
          <Empty title="No session is active." command="holdfast install">
            Start Claude Code in a project. If it is running and nothing appears here, register holdfast with
            it:
          </Empty>
        ) : (
          <div class="cards">
            {sessions.map((session) => (
              <SessionCard key={session.session} session={session} />
            ))}
          </div>
        )}
      </Section>
      <Rows
        title="Waiting for you"
        rows={waiting.map((one) => (
          <WaitingRow
            key={`${one.kind} ${one.session} ${one.stop} ${one.project} ${one.text}`}
            waiting={one}
          />
        ))}
      />
    </>
  );
}

function Pauses({ pauses }: { pauses: readonly PauseRow[] }) {
  const { isBusy, run } = useAction();
  const now = clock.use();
  const names = {
    all: "Everything is paused",
    project: "A project is paused",
    session: "A session is paused",
  };
  return (
    <Rows
      title="Paused"
      note="nothing is held"
      rows={pauses.map(({ scope, target, until, by }) => (
        <Line
          key={`${scope} ${target}`}
          badge={<Badge tone="calm">{until ? describeLeft(Date.parse(until) - now) : "Until resumed"}</Badge>}
          action={
            <button type="button" disabled={isBusy} onClick={() => run("/api/resume", { scope, target })}>
              Resume
            </button>
          }
        >
          {names[scope]}
          {target && ": "}
          <UntrustedText text={target} class="mono" /> <span class="quiet">by {by}</span>
        </Line>
      ))}
    />
  );
}

/** The page is not told when a pause ends. */
function describeLeft(milliseconds: number): string {
  return milliseconds > 0 ? `${formatLength(milliseconds)} left` : "Over";
}

const WAITING: Record<Waiting["kind"], { label: string; tone: Tone }> = {
  question: { label: "Question", tone: "ask" },
  approval: { label: "Approval", tone: "ask" },
  suspended: { label: "Suspended", tone: "held" },
  released: { label: "Released", tone: "bad" },
  inbox: { label: "Inbox", tone: "ask" },
  finding: { label: "Findings", tone: "ask" },
  trust: { label: "Trust", tone: "held" },
  fault: { label: "Faults", tone: "bad" },
};

function WaitingRow({ waiting }: { waiting: Waiting }) {
  const { kind, text, command, project, at } = waiting;
  const { label, tone } = WAITING[kind];
  const href = hrefOf(waiting);
  return (
    <Line
      badge={<Badge tone={tone}>{label}</Badge>}
      note={
        (project || at) && (
          <>
            {project && <ProjectName of={waiting} />}
            {at && <Age at={at} />}
          </>
        )
      }
      action={command && <Command text={command} />}
    >
      {href ? (
        <a href={href} data-row>
          <UntrustedText text={text} />
        </a>
      ) : (
        <UntrustedText text={text} />
      )}
    </Line>
  );
}

function hrefOf({ kind, stop, session, projectKey }: Waiting): string | null {
  const project = { project: projectKey };
  if (kind === "inbox") return linkTo("memories", "inbox", project);
  if (kind === "finding") return linkTo("sessions", "", { ...project, findings: "1" });
  if (kind === "fault") return linkTo("health");
  if (stop !== null) return linkTo("stops", stop);
  return session === null ? null : linkTo("sessions", session);
}
