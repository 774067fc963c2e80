// A running session: why it is held, and what you can do about it.
import { useState } from "preact/hooks";
import { capitalise } from "../../../text/capitalise.ts";
import type { Condition, Goal, LiveSession, PauseScope } from "../../contract.ts";
import { ConfirmButton, useAction } from "../dialog.tsx";
import { LabelledSelect } from "../fields.tsx";
import { clock, count, formatLength } from "../format.ts";
import {
  Badge,
  CardHead,
  Command,
  Meter,
  OutcomeBadge,
  SessionName,
  type Tone,
  UntrustedText,
} from "../parts.tsx";
import { linkTo } from "../router.ts";

const STATES: Record<LiveSession["state"], { label: string; tone: Tone }> = {
  held: { label: "Held", tone: "held" },
  working: { label: "Working", tone: "good" },
  asking: { label: "Asking you", tone: "ask" },
  stopped: { label: "Stopped", tone: "calm" },
  paused: { label: "Paused", tone: "calm" },
  idle: { label: "No prompt yet", tone: "calm" },
};

export function SessionCard({ session }: { session: LiveSession }) {
  const { state, lastSeenAt, goals, lastStop, toolCalls, openTasks, startedWith } = session;
  const { label, tone } = STATES[state];
  const isTitle = ({ kind, what }: Goal) => session.title === `${capitalise(kind)}: ${what}`;
  return (
    <article class={`card ${state}`}>
      <CardHead badge={<Badge tone={tone}>{label}</Badge>} of={session} at={lastSeenAt} />
      <p class="request">
        <a href={linkTo("sessions", session.session)} data-row>
          <SessionName {...session} />
        </a>
      </p>
      {startedWith && (
        <p class="row-below quiet">
          started with: <UntrustedText text={startedWith} />
        </p>
      )}
      {state === "asking" && lastStop?.about && (
        <blockquote>
          <UntrustedText text={lastStop.about} />
        </blockquote>
      )}
      {goals.map((goal, n) => (
        <GoalBox
          key={`${n} ${goal.kind} ${goal.what}`}
          goal={isTitle(goal) ? { ...goal, what: "" } : goal}
          session={session}
        />
      ))}
      <footer class="card-foot">
        <span class="quiet">
          {count(toolCalls, "tool call")}
          {openTasks > 0 && `, ${count(openTasks, "open task")}`}
          {lastStop && (
            <>
              {" · "}
              <a href={linkTo("stops", lastStop.id)}>last stop</a>
              {lastStop.outcome !== state && (
                <>
                  {" "}
                  <OutcomeBadge outcome={lastStop.outcome} title={lastStop.title} />
                </>
              )}
            </>
          )}
        </span>
        <CardActions session={session} />
      </footer>
    </article>
  );
}

function GoalBox({ goal, session: { budget } }: { goal: Goal; session: LiveSession }) {
  const { kind, what, why, state, conditions, waived } = goal;
  return (
    <div class={`goal ${state}`}>
      <p>
        <b>
          {kind}
          {state === "suspended" && ", suspended"}
        </b>{" "}
        <UntrustedText text={what} />
      </p>
      {why && (
        <p class="quiet">
          <UntrustedText text={why} />
        </p>
      )}
      {waived.length > 0 && conditions.length === 0 && (
        <p class="quiet">
          Waived without a sign from you: <UntrustedText text={waived.join(", ")} />
        </p>
      )}
      {conditions.length > 0 && <Conditions conditions={conditions} />}
      {goal.rounds !== null && <Rounds {...goal} rounds={goal.rounds} budget={budget} />}
      {state === "suspended" && <Command text={`holdfast resume ${kind}`} />}
    </div>
  );
}

const SIGNS = {
  met: ["✓", "met"],
  open: ["○", "open"],
  waived: ["✗", "waived"],
  "not-needed": ["–", "not needed"],
} as const;

function Conditions({ conditions }: { conditions: readonly Condition[] }) {
  return (
    <ul class="conditions" aria-label="Conditions">
      {conditions.map(({ text, state, note }) => (
        <li key={text} class={state}>
          <span role="img" aria-label={SIGNS[state][1]}>
            {SIGNS[state][0]}
          </span>
          <span>
            <UntrustedText text={text} />
            {note && (
              <>
                {": "}
                <UntrustedText text={note} class="quiet" />
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Rounds({
  rounds,
  maxRounds,
  endsAt,
  budget,
}: Pick<Goal, "maxRounds" | "endsAt"> & { rounds: number } & Pick<LiveSession, "budget">) {
  const now = clock.use();
  const end = endsAt ?? budget?.endsAt ?? null;
  const left = end === null ? null : Date.parse(end) - now;
  const max = maxRounds === null ? "" : ` of ${maxRounds}`;
  const round = rounds === 0 ? "not held yet" : `round ${rounds}${max}`;
  return (
    <p class="goal-rounds">
      {maxRounds !== null && <Meter value={rounds} max={maxRounds} label={round} />}
      <span class="quiet">
        {round}
        {left !== null && (left > 0 ? `, ${formatLength(left)} left` : ", time is up")}
        {budget &&
          budget.blocks !== rounds &&
          `, ${budget.blocks} of ${budget.maxBlocks} holds for this prompt`}
      </span>
    </p>
  );
}

const PAUSES: readonly (readonly [label: string, minutes: number | undefined])[] = [
  ["15 minutes", 15],
  ["1 hour", 60],
  ["Until resumed", undefined],
];

const SCOPES: readonly (readonly [scope: PauseScope, label: string])[] = [
  ["session", "in this session"],
  ["project", "in this project"],
  ["all", "everywhere"],
];

function CardActions({ session }: { session: LiveSession }) {
  const { run } = useAction();
  const { session: id, state, goals } = session;
  return (
    <span class="buttons">
      {goals.map(({ kind, what, state: stands, endedBy }, n) => {
        // One button ends all of a kind.
        const isFirst = goals.findIndex((goal) => goal.endedBy === endedBy) === n;
        if (stands === "open" || endedBy === null || !isFirst) return null;
        return endedBy === "unlock" ? (
          <ConfirmButton
            key={kind}
            label="Unlock"
            question="Remove the lock?"
            answers={[["Remove the lock", () => run("/api/unlock", { session: id })]]}
          >
            <p class="foreign">The agent may then stop, done or not: {what}</p>
          </ConfirmButton>
        ) : (
          <ConfirmButton
            key={kind}
            label={`Cancel ${kind}`}
            question={`Cancel the ${kind}?`}
            answers={[[`Cancel the ${kind}`, () => run("/api/cancel", { session: id, kind })]]}
          >
            <p class="foreign">It ends and cannot be resumed: {what}</p>
          </ConfirmButton>
        );
      })}
      {state !== "paused" && <PauseButton session={session} />}
    </span>
  );
}

function PauseButton({ session: { session, project } }: { session: LiveSession }) {
  const { run } = useAction();
  const [scope, setScope] = useState<PauseScope>("session");
  return (
    <ConfirmButton
      label="Pause…"
      question="Pause holdfast?"
      answers={PAUSES.map(([label, minutes]) => [
        label,
        () => run("/api/pause", { scope, session, minutes }),
      ])}
    >
      <p>While paused, nothing is held and no checks run.</p>
      <LabelledSelect
        label="Where"
        value={scope}
        options={SCOPES.filter(([one]) => one !== "project" || project !== null)}
        onChange={(one) => setScope(one as PauseScope)}
      />
    </ConfirmButton>
  );
}
