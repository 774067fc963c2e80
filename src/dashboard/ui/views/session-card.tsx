// A running session: what holds it, and what you can do about it.
import { useState } from "preact/hooks";
import type { Holding, LiveSession, PauseScope } from "../../contract.ts";
import { ConfirmButton, Dialog, useAction } from "../dialog.tsx";
import { LabelledSelect } from "../fields.tsx";
import { count, formatLength, useNow } from "../format.ts";
import {
  Badge,
  CardHead,
  Command,
  Meter,
  SessionName,
  type Tone,
  UntrustedText,
  VerdictBadge,
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
  const { state, lastSeenAt, holding, suspended, lastStop, toolCalls, openTasks } = session;
  const { label, tone } = STATES[state];
  return (
    <article class={`card ${state}`}>
      <CardHead badge={<Badge tone={tone}>{label}</Badge>} of={session} at={lastSeenAt} />
      <p class="request">
        <a href={linkTo("sessions", session.session)} data-row>
          <SessionName {...session} />
        </a>
      </p>
      {holding.map((one) => (
        <HoldingRow key={`${one.kind} ${one.what}`} holding={one} session={session} />
      ))}
      {suspended.map(({ kind, what }) => (
        <p key={`${kind} ${what}`} class="holding">
          <b>{kind}, suspended</b> <UntrustedText text={what} />
          <Command text={`holdfast ${kind} resume`} />
        </p>
      ))}
      <footer class="card-foot">
        <span class="quiet">
          {count(toolCalls, "tool call")}
          {openTasks > 0 && `, ${count(openTasks, "open task")}`}
          {lastStop && (
            <>
              {" · "}
              <a href={linkTo("stops", lastStop.id)}>last stop</a> <VerdictBadge verdict={lastStop.verdict} />
            </>
          )}
        </span>
        <CardActions session={session} />
      </footer>
    </article>
  );
}

function HoldingRow({ holding, session: { budget } }: { holding: Holding; session: LiveSession }) {
  const now = useNow();
  const { kind, what, why, rounds, maxRounds } = holding;
  const endsAt = holding.endsAt ?? budget?.endsAt ?? null;
  const left = endsAt === null ? null : Date.parse(endsAt) - now;
  const round = `round ${rounds}${maxRounds === null ? "" : ` of ${maxRounds}`}`;
  return (
    <div class="holding">
      <p>
        <b>{kind}</b> <UntrustedText text={what} />
      </p>
      {why && (
        <p class="quiet">
          <UntrustedText text={why} />
        </p>
      )}
      <p class="holding-budget">
        {maxRounds !== null && <Meter value={rounds} max={maxRounds} label={round} />}
        <span class="quiet">
          {round}
          {left !== null && (left > 0 ? `, ${formatLength(left)} left` : ", time is up")}
          {budget &&
            budget.blocks !== rounds &&
            `, ${budget.blocks} of ${budget.maxBlocks} holds for this prompt`}
        </span>
      </p>
    </div>
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
  const { isBusy, run } = useAction();
  const { session: id, actions, holding } = session;
  const goal = holding.map(({ what }) => what).join("; ");
  const kinds = (["loop", "flow", "pipeline"] as const).filter((kind) => actions.includes(`cancel-${kind}`));
  return (
    <span class="buttons">
      {actions.includes("unlock") && (
        <ConfirmButton
          label="Unlock"
          question="Remove the lock?"
          confirm="Remove the lock"
          onConfirm={() => run("/api/unlock", { session: id })}
        >
          <p class="foreign">Claude may then stop, done or not: {goal}</p>
        </ConfirmButton>
      )}
      {kinds.map((kind) => (
        <ConfirmButton
          key={kind}
          label={`Cancel ${kind}`}
          question={`Cancel the ${kind}?`}
          confirm={`Cancel the ${kind}`}
          onConfirm={() => run("/api/cancel", { session: id, kind })}
        >
          <p class="foreign">It ends and cannot be resumed: {goal}</p>
        </ConfirmButton>
      ))}
      {actions.includes("resume") && (
        <button
          type="button"
          disabled={isBusy}
          onClick={() => run("/api/resume", { scope: "session", target: id })}
        >
          Resume
        </button>
      )}
      {actions.includes("pause") && <PauseButton session={session} />}
    </span>
  );
}

function PauseButton({ session: { session, project } }: { session: LiveSession }) {
  const { isBusy, run } = useAction();
  const [isAsking, setAsking] = useState(false);
  const [scope, setScope] = useState<PauseScope>("session");
  const close = () => setAsking(false);
  const targets = { session, project: project ?? undefined, all: undefined };
  async function pause(minutes: number | undefined): Promise<void> {
    await run("/api/pause", { scope, target: targets[scope], minutes });
    close();
  }
  return (
    <>
      <button type="button" onClick={() => setAsking(true)}>
        Pause…
      </button>
      {isAsking && (
        <Dialog
          title="Pause holdfast?"
          onClose={close}
          buttons={PAUSES.map(([label, minutes]) => (
            <button key={label} type="button" disabled={isBusy} onClick={() => pause(minutes)}>
              {label}
            </button>
          ))}
        >
          <p>While paused, nothing is held and no checks run.</p>
          <LabelledSelect
            label="Where"
            value={scope}
            options={SCOPES.filter(([one]) => one !== "project" || project !== null)}
            onChange={(one) => setScope(one as PauseScope)}
          />
        </Dialog>
      )}
    </>
  );
}
