// One session: what was asked, what happened, and the outcome.
import type { ReflectionFinding, Story } from "../../contract.ts";
import { useRead } from "../api.ts";
import { useAction } from "../dialog.tsx";
import { count, formatClock, formatExactly, formatLength, formatNumber } from "../format.ts";
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
import { UseBadge } from "./memories.tsx";
import { TimelineList } from "./timeline.tsx";

export function SessionDetail({ id }: { id: string }) {
  const state = useRead("/api/session", { id }, ["sessions", "stops"]);
  return (
    <Detail
      label={state.data?.title ?? `Session ${id.slice(0, 8)}`}
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
  const { session, startedAt, lastSeenAt, endedAt, summary, timeline } = story;
  const { files, checks, commits, tasks, given } = story;
  const until = Date.parse(endedAt ?? lastSeenAt);
  return (
    <>
      <header class="detail-head">
        <p class="detail-title">
          <SessionName {...story} />
        </p>
        {story.startedWith && (
          <p class="quiet">
            started with: <UntrustedText text={story.startedWith} />
          </p>
        )}
        <dl class="facts">
          <Fact name="Project">
            <ProjectName of={story} />
          </Fact>
          {story.agent && <Fact name="Agent">{story.agent}</Fact>}
          <Fact name="Began">
            <time dateTime={startedAt}>{formatExactly(Date.parse(startedAt))}</time>
          </Fact>
          <Fact name="Length">
            {describeLength(until - Date.parse(startedAt))}
            {story.ending === "open" ? " so far" : `, ${story.ending}`}
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
              "none recorded"
            ) : (
              <a href={linkTo("stops", "", { session })}>
                {formatNumber(story.stops)} ({formatNumber(story.held)} held)
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
      <Findings findings={story.findings} />
      <Section title="What happened">
        {timeline.steps.length === 0 && <p class="quiet">Nothing was recorded.</p>}
        <TimelineList timeline={timeline} />
      </Section>
      <Checks checks={checks} />
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
      {given.length > 0 && <Recalled given={given} />}
      <Lines title="Tasks" lines={tasks.map(({ subject, status }) => `${status}: ${subject}`)} />
      <Section title="In the terminal">
        <Command text={`holdfast sessions show ${session.slice(0, 8)}`} />
      </Section>
    </>
  );
}

const FINDINGS = {
  new: { tone: "ask", label: "Open" },
  accepted: { tone: "calm", label: "Accepted" },
  dismissed: { tone: "calm", label: "Dismissed" },
} as const;

function Findings({ findings }: { findings: readonly ReflectionFinding[] }) {
  if (findings.length === 0) return null;
  const isOpen = findings.some(({ status }) => status === "new");
  return (
    <Section
      title="Findings of reflections"
      note={isOpen && "file them as issues:"}
      action={isOpen && <Command text="holdfast reflect review" />}
    >
      <div class="cards">
        {findings.map((finding) => (
          <FindingCard key={finding.id} finding={finding} />
        ))}
      </div>
    </Section>
  );
}

function FindingCard({ finding }: { finding: ReflectionFinding }) {
  const { id, title, text, evidence, status, outcome, sessions } = finding;
  const { isBusy, run } = useAction();
  const { tone, label } = FINDINGS[status];
  return (
    <article class="card">
      <p class="wrap">
        <Badge tone={tone}>{label}</Badge>
        <b class="foreign">{title}</b>
      </p>
      <LongText text={text} />
      {evidence.length > 0 && (
        <ul class="evidence">
          {evidence.map(({ where, text: line }, n) => (
            <li key={n}>
              <UntrustedText text={where} />
              {/^line \d+$/.test(where) && " of the transcript"}
              <LongText text={line} mono />
            </li>
          ))}
        </ul>
      )}
      {sessions > 1 && <p class="quiet">found in {count(sessions, "session")}, last in this one</p>}
      {outcome && (
        <p class="quiet">
          <UntrustedText text={outcome} />
        </p>
      )}
      {status === "new" && (
        <div class="buttons">
          <button
            type="button"
            disabled={isBusy}
            aria-label={`Dismiss: ${title}`}
            onClick={() => run("/api/findings/dismiss", { id })}
          >
            Dismiss
          </button>
        </div>
      )}
    </article>
  );
}

function describeLength(milliseconds: number): string {
  return milliseconds < 60_000 ? "under a minute" : formatLength(milliseconds);
}

const RUNS = {
  green: { tone: "good", label: "Passed" },
  red: { tone: "bad", label: "Failed" },
  unknown: { tone: "calm", label: "Unknown" },
} as const;

function Checks({ checks }: { checks: Story["checks"] }) {
  return (
    <Rows
      title="Checks"
      note={formatNumber(checks.length)}
      rows={checks.map(({ at, command, state, scope, passed, failed, skipped, hidden, by }, n) => (
        <Line
          key={n}
          badge={<Badge tone={RUNS[state].tone}>{RUNS[state].label}</Badge>}
          note={
            <>
              <span>run by {by}</span>
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

function Recalled({ given }: { given: Story["given"] }) {
  return (
    <Section title="Recalled from earlier sessions" note="and whether it was used">
      {given.map(({ at, event, tokens, terms, lines }, n) => (
        <div class="turn" key={n}>
          <p class="quiet">
            {event === "SessionStart" ? "At the start" : "With a prompt"}, {formatClock(Date.parse(at))},
            about {formatNumber(tokens)} tokens
            {terms.length > 0 && `, found by: ${terms.join(", ")}`}
          </p>
          <ul class="rows">
            {lines.map(({ kind, text, session, memory }, m) => (
              <Line
                key={m}
                badge={<span class="kind">{kind}</span>}
                note={memory?.how && <UntrustedText text={memory.how} />}
                end={
                  <>
                    {memory && <UseBadge used={memory.used} />}
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
