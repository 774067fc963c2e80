// One decision: the findings, the message to Claude, what would have released it, and its prompt.
import { useState } from "preact/hooks";
import { capitalise } from "../../../text/capitalise.ts";
import type { ApiStop, StopFinding } from "../../contract.ts";
import { useRead } from "../api.ts";
import { ConfirmButton, useAction } from "../dialog.tsx";
import { count, formatClock, formatExactly, formatMs } from "../format.ts";
import {
  Age,
  Badge,
  Command,
  Detail,
  Fact,
  Loaded,
  LongText,
  OutcomeBadge,
  ProjectName,
  Section,
  UntrustedText,
  WithCode,
} from "../parts.tsx";
import { linkTo, withId } from "../router.ts";
import { TimelineList } from "./timeline.tsx";

export function StopDetail({ id }: { id: string }) {
  const state = useRead("/api/stop", { id }, ["stops"]);
  return (
    <Detail label={`Stop ${id}`} back="All stops" backTo={withId("stops", "")}>
      <Loaded state={state} rows={4} height={96}>
        {(stop) => <StopPage stop={stop} />}
      </Loaded>
    </Detail>
  );
}

function StopPage({ stop }: { stop: ApiStop }) {
  const { outcome, verdict, because, prompt, at, session, durationMs, reason, findings, suggestions } = stop;
  const { timeline, judges } = stop;
  return (
    <>
      <header class="detail-head">
        <p class="detail-title">
          <OutcomeBadge outcome={outcome} /> <UntrustedText text={because} />
        </p>
        <dl class="facts">
          <Fact name="When">
            <time dateTime={at}>{formatExactly(Date.parse(at))}</time>
          </Fact>
          <Fact name="Project">
            <ProjectName of={stop} />
          </Fact>
          {session && (
            <Fact name="Session">
              <a href={linkTo("sessions", session)}>{session.slice(0, 8)}</a>
            </Fact>
          )}
          <Fact name="Event">
            {stop.event}
            {stop.agent !== "main" && `, ${stop.agent}`}
          </Fact>
          {prompt && (
            <Fact name="Prompt">
              <UntrustedText text={prompt} />
            </Fact>
          )}
          {stop.withheld && <Fact name="Note">{capitalise(stop.withheld)}</Fact>}
          <NeighbourFact name="Before" neighbour={stop.before} />
          <NeighbourFact name="After" neighbour={stop.after} />
          <Fact name="Took">{formatMs(durationMs)}</Fact>
        </dl>
        <MarkWrong stop={stop} />
        {stop.wrong && <WrongMark stop={stop} />}
        {suggestions.map((text) => (
          <p key={text} class="remark">
            {text}
          </p>
        ))}
      </header>
      {findings.length > 0 && (
        <Section title="Findings">
          <div class="cards">
            {findings.map((finding) => (
              <FindingCard
                key={`${finding.gate} ${finding.code} ${finding.fingerprint}`}
                finding={finding}
                message={reason ?? ""}
              />
            ))}
          </div>
        </Section>
      )}
      {judges.length > 0 && (
        <Section title="Judges">
          <div class="cards">
            {judges.map((call) => (
              <JudgeCard key={`${call.judge} ${call.at}`} call={call} />
            ))}
          </div>
        </Section>
      )}
      {reason && (
        <Section title={verdict === "asking" ? "The question" : "The message to the agent"}>
          <LongText text={reason} mono />
        </Section>
      )}
      <Section title="This prompt">
        <TimelineList timeline={timeline} here={stop.id} />
      </Section>
    </>
  );
}

/** The session's stop before or after this one, and what was done between the two. */
function JudgeCard({ call }: { call: ApiStop["judges"][number] }) {
  const { judge, outcome, by, ask, said, evidence, saw, calls, tokens, costUsd, durationMs } = call;
  const cost = [
    by,
    count(calls, "call"),
    ...(durationMs === null ? [] : [formatMs(durationMs)]),
    ...(tokens === null ? [] : [count(tokens, "token")]),
    ...(costUsd === null ? [] : [`$${costUsd.toFixed(4)}`]),
  ];
  return (
    <article class="card">
      <p class="wrap">
        <Badge tone={outcome === "yes" ? "good" : outcome === "no" ? "held" : "bad"}>
          {capitalise(outcome)}
        </Badge>
        <b>{judge}</b>
        <UntrustedText text={ask} />
      </p>
      {said && (
        <LongText text={outcome === "could not answer" ? `The judge could not answer: ${said}` : said} />
      )}
      {evidence.length > 0 && (
        <ul class="evidence">
          {evidence.map((quote, n) => (
            <li key={n}>
              <LongText text={quote} mono />
            </li>
          ))}
        </ul>
      )}
      <dl class="facts">
        <Fact name="Asked">{cost.join(", ")}</Fact>
        {saw.map(({ name, text }) => (
          <Fact key={name} name={`Saw: ${name}`}>
            <LongText text={text} mono />
          </Fact>
        ))}
      </dl>
    </article>
  );
}

function NeighbourFact({ name, neighbour }: { name: string; neighbour: ApiStop["before"] }) {
  const { stop, acts } = neighbour;
  if (!stop && acts.length === 0) return null;
  const link = stop && (
    <li>
      <a href={linkTo("stops", stop.id)}>Stop {stop.id}</a>: {stop.title}
    </li>
  );
  return (
    <Fact name={name}>
      <ul class="evidence">
        {name === "Before" && link}
        {acts.map(({ at, text }) => (
          <li key={`${at} ${text}`}>
            {capitalise(text)}, {formatClock(Date.parse(at))}
          </li>
        ))}
        {name === "After" && link}
      </ul>
    </Fact>
  );
}

const SEVERITIES = {
  block: { label: "Holds", tone: "held" },
  advise: { label: "Advice", tone: "ask" },
  note: { label: "Noted", tone: "calm" },
} as const;

/** `message`: what is shown below, so that a text in it is not shown twice. */
function FindingCard({ finding, message }: { finding: StopFinding; message: string }) {
  const { gate, severity, summary, reason, details, releasedBy, switchOff } = finding;
  const { label, tone } = SEVERITIES[severity];
  return (
    <article class="card">
      <p class="wrap">
        <Badge tone={tone}>{label}</Badge>
        <b>{gate}</b>
        <WithCode text={summary} />
      </p>
      {reason && reason !== summary && !message.includes(reason) && <LongText text={reason} mono />}
      {details.length > 0 && (
        <ul class="evidence">
          {details.map((line, n) => (
            <li key={n}>
              <LongText text={line} mono />
            </li>
          ))}
        </ul>
      )}
      <dl class="facts">
        {releasedBy && (
          <Fact name="What ends it">
            <WithCode text={releasedBy} />
          </Fact>
        )}
        {switchOff && (
          <Fact name="Switch off with">
            <code class="foreign">{switchOff}</code>
          </Fact>
        )}
      </dl>
    </article>
  );
}

function WrongMark({ stop: { id, wrongAt, wrongWhy } }: { stop: ApiStop }) {
  const { isBusy, run } = useAction();
  return (
    <p class="wrap">
      <Badge tone="bad">Marked wrong</Badge>
      {wrongAt && (
        <span class="quiet">
          <Age at={wrongAt} />
        </span>
      )}
      {wrongWhy && <UntrustedText text={wrongWhy} />}
      <button
        type="button"
        class="link"
        disabled={isBusy}
        onClick={() => run("/api/wrong", { id, undo: true })}
      >
        Remove the mark
      </button>
    </p>
  );
}

function MarkWrong({ stop: { id, verdict, wrong } }: { stop: ApiStop }) {
  const [why, setWhy] = useState("");
  const { run } = useAction();
  if (verdict !== "blocked" || wrong) return null;
  return (
    <div class="buttons">
      <ConfirmButton
        label="Mark as wrong"
        question="Was this hold wrong?"
        answers={[["Mark as wrong", () => run("/api/wrong", { id, why: why.trim() || undefined })]]}
      >
        <p>
          After the third mark for the same reason, this page shows the setting that would have avoided these
          holds.
        </p>
        <label class="block-field">
          Why (optional)
          <textarea rows={3} value={why} onInput={(event) => setWhy(event.currentTarget.value)} />
        </label>
        <p class="quiet">The same as:</p>
        <Command text={`holdfast wrong ${id}`} />
      </ConfirmButton>
    </div>
  );
}
