// One session: what was asked, what happened, and the outcome.
import type { SessionRow, Story } from "../../contract.ts";
import { useRead } from "../api.ts";
import {
  capitalise,
  count,
  formatClock,
  formatDayAndClock,
  formatExactly,
  formatLength,
  formatNumber,
} from "../format.ts";
import {
  Age,
  Badge,
  Command,
  Detail,
  Fact,
  Line,
  Lines,
  Loaded,
  LongText,
  ProjectName,
  Rows,
  Section,
  SessionName,
  UntrustedText,
} from "../parts.tsx";
import { linkTo, withId } from "../router.ts";
import { ClaimList } from "./claims.tsx";
import { categoryName } from "./memories.tsx";
import { StepTime, Timeline } from "./timeline.tsx";

export function SessionDetail({ id }: { id: string }) {
  const state = useRead("/api/sessions/:id", {}, ["sessions", "stops"], id);
  return (
    <Detail
      label={state.data?.request ?? `Session ${id.slice(0, 8)}`}
      back="All sessions"
      backTo={withId("sessions", "")}
    >
      <Loaded state={state} rows={5} height={96}>
        {(story) => <StoryPage story={story} />}
      </Loaded>
    </Detail>
  );
}

function StoryPage({ story }: { story: Story }) {
  const { session, startedAt, lastSeenAt, endedAt, summary, turns, turnsLeftOut } = story;
  const {
    files,
    tests,
    commits,
    releases,
    tasks,
    told,
    claims,
    weakened,
    candidates,
    reflection,
    compactions,
  } = story;
  const until = Date.parse(endedAt ?? lastSeenAt);
  return (
    <>
      <header class="detail-head">
        <p class="detail-title">
          <SessionName {...story} />
        </p>
        <dl class="facts">
          <Fact name="Project">
            <ProjectName of={story} />
          </Fact>
          <Fact name="Began">
            <time dateTime={startedAt}>{formatExactly(Date.parse(startedAt))}</time>
          </Fact>
          <Fact name="Length">
            {describeLength(until - Date.parse(startedAt))}
            {describeEnd(story)}
          </Fact>
          <Fact name="Work">
            {[
              count(story.toolCalls, "tool call"),
              count(files.length, "file"),
              count(commits.length, "commit"),
            ].join(", ")}
          </Fact>
          <Fact name="Stops">
            {story.stops === 0 ? (
              "none on record"
            ) : (
              <a href={linkTo("stops", "", { session })}>
                {formatNumber(story.stops)}, {formatNumber(story.blocked)} held
              </a>
            )}
          </Fact>
          <Fact name="ID">
            <code class="foreign">{session}</code>
          </Fact>
        </dl>
      </header>
      {summary && (
        <Section title="Summary">
          <LongText text={summary} />
        </Section>
      )}
      <Section title="What happened">
        {turns.length === 0 && <p class="quiet">No prompts on record.</p>}
        {turns.map((turn, n) => (
          <div class="turn" key={n}>
            <p class="turn-prompt">
              <StepTime at={turn.at} after={turns[n - 1]?.at ?? ""} />
              {turn.prompt === null ? (
                <span class="quiet">before the first prompt</span>
              ) : (
                <LongText text={turn.prompt} />
              )}
            </p>
            <Timeline {...turn} began={turn.at} />
          </div>
        ))}
        {turnsLeftOut > 0 && <p class="quiet">{turnsLeftOut} turns in the middle are left out.</p>}
      </Section>
      <Tests tests={tests} />
      {files.length > 0 && (
        <Section title="Files changed" note={formatNumber(files.length)}>
          <ul class="plain-list mono">
            {files.map(({ path, changes }) => (
              <li key={path}>
                <UntrustedText text={path} /> <span class="quiet">{changes}×</span>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {commits.length > 0 && (
        <Section title="Commits">
          <ul class="plain-list">
            {commits.map(({ title, at }) => (
              <li key={`${at} ${title}`}>
                <UntrustedText text={title} />{" "}
                <span class="quiet">
                  <Age at={at} />
                </span>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <ClaimList title="Claims" claims={claims} />
      <Lines title="Weakened checks" lines={weakened} />
      {told.length > 0 && <Told told={told} />}
      <Rows
        title="Worth remembering"
        rows={candidates.map(({ id, title, category, status }) => (
          <Line key={id} badge={<StatusBadge status={status} />} end={categoryName(category)}>
            <UntrustedText text={title} />
          </Line>
        ))}
      />
      {reflection && (
        <Rows
          title="Reflection"
          note={<Age at={reflection.at} />}
          rows={reflection.findings.map(({ id, title, status }) => (
            <Line key={id} badge={<StatusBadge status={status} />}>
              <UntrustedText text={title} />
            </Line>
          ))}
        />
      )}
      <Lines title="Tasks" lines={tasks.map(({ subject, status }) => `${status}: ${subject}`)} />
      <Lines
        title="Manual actions"
        lines={releases.map(
          ({ at, command, by, from }) =>
            `${formatDayAndClock(Date.parse(at))}  ${describeAct(command)}, by ${by}${from ? `, from the ${from}` : ""}`,
        )}
      />
      <Lines
        title="Compactions"
        lines={compactions.map(({ at, text }) => `${formatDayAndClock(Date.parse(at))}  ${text}`)}
      />
      <Section title="In the terminal">
        <Command text={`holdfast sessions show ${session.slice(0, 8)}`} />
      </Section>
    </>
  );
}

/** Spells out commands that name only a number. */
function describeAct(command: string): string {
  const [, verb, id, undo] = /^(wrong|memory accept|memory reject) (\d+)( --undo)?$/.exec(command) ?? [];
  if (verb === "wrong") return undo ? `stop ${id} no longer marked wrong` : `stop ${id} marked wrong`;
  if (verb) return `${verb === "memory accept" ? "accepted" : "rejected"} ${id} in the inbox`;
  return command;
}

function describeLength(milliseconds: number): string {
  return milliseconds < 60_000 ? "under a minute" : formatLength(milliseconds);
}

const ENDS: Record<string, string> = {
  ingested: ", read from its transcript",
  clear: ", ended by /clear",
  logout: ", ended by /logout",
  prompt_input_exit: ", ended by you",
  other: ", ended",
};

function describeEnd({ endedAt, endReason, lastSeenAt }: SessionRow): string {
  if (endedAt === null) return mayBeOpen(lastSeenAt) ? " so far" : ", no end on record";
  return endReason ? (ENDS[endReason] ?? `, ended: ${endReason}`) : ", ended";
}

/** A killed client reports no end. */
export function mayBeOpen(lastSeenAt: string): boolean {
  return Date.now() - Date.parse(lastSeenAt) < OPEN_MS;
}

const OPEN_MS = 12 * 3_600_000;

const RUNS = {
  green: { tone: "good", label: "Passed" },
  red: { tone: "bad", label: "Failed" },
  unknown: { tone: "calm", label: "Unknown" },
} as const;

function StatusBadge({ status }: { status: string }) {
  return <Badge tone={status === "new" ? "ask" : "calm"}>{capitalise(status)}</Badge>;
}

function Tests({ tests }: { tests: Story["tests"] }) {
  return (
    <Rows
      title="Test runs"
      note={formatNumber(tests.length)}
      rows={tests.map(({ at, command, state, scope, passed, failed, skipped, hidden }, n) => (
        <Line
          key={n}
          badge={<Badge tone={RUNS[state].tone}>{RUNS[state].label}</Badge>}
          note={
            <>
              {scope !== "unknown" && <span>{scope}</span>}
              {passed !== null && <span>{formatNumber(passed)} passed</span>}
              {failed !== null && failed > 0 && <span>{formatNumber(failed)} failed</span>}
              {skipped !== null && skipped > 0 && <span>{formatNumber(skipped)} skipped</span>}
              {hidden && <span>reported success</span>}
            </>
          }
          end={formatClock(Date.parse(at))}
        >
          <code class="foreign">{command}</code>
        </Line>
      ))}
    />
  );
}

function Told({ told }: { told: Story["told"] }) {
  return (
    <Section title="Recalled from earlier sessions" note="and whether it was used">
      {told.map(({ at, event, tokens, terms, lines }, n) => (
        <div class="turn" key={n}>
          <p class="quiet">
            {event === "SessionStart" ? "At the start" : "With a prompt"}, {formatClock(Date.parse(at))},
            about {formatNumber(tokens)} tokens
            {terms.length > 0 && `, found by: ${terms.join(", ")}`}
          </p>
          <ul class="rows">
            {lines.map(({ kind, text, session, memory, used, how }, m) => (
              <Line
                key={m}
                badge={<span class="kind">{kind}</span>}
                note={how && <UntrustedText text={how} />}
                end={
                  <>
                    {used !== null && (
                      <Badge tone={used ? "good" : "calm"}>{used ? "Used" : "Not used"}</Badge>
                    )}
                    {memory && <a href={linkTo("memories", memory.id, { key: memory.projectKey })}>Memory</a>}
                    {!memory && session && <a href={linkTo("sessions", session)}>Session</a>}
                  </>
                }
              >
                {text === null ? <span class="quiet">forgotten since</span> : <UntrustedText text={text} />}
              </Line>
            ))}
          </ul>
        </div>
      ))}
    </Section>
  );
}
