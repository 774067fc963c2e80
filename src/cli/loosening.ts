// Whatever makes holdfast hold less goes through here: it is refused if the user's settings say so, recorded, and told in every
// session that it concerns, whoever did it.
import type { Environment } from "../config/environment.ts";
import { loadConfig } from "../config/load-config.ts";
import { startDetached } from "../platform/process/start-self.ts";
import { isSessionId } from "../protocol/claude-code/parse-event.ts";
import { tellLoosening } from "../store/loosenings.ts";
import { outdateMessages } from "../store/notices.ts";
import { inTransaction, type Store } from "../store/open.ts";
import { logEvent } from "../store/sessions.ts";
import { redact } from "../text/redaction/redact.ts";
import { UserError } from "../text/user-error.ts";
import { type Act, AT_TERMINAL, findActor } from "./actor.ts";
import type { Context } from "./command.ts";
import type { ProcessView } from "./person.ts";
import { findProject, withStore } from "./target.ts";

/** `command`: such as "unlock" or "flow cancel". With `selfRelease: false` throws unless it is shown to be the person's act. */
export async function permitLoosening(
  env: Environment,
  projectDir: string,
  command: string,
  view: Partial<ProcessView> = {},
): Promise<Act> {
  const act = await findActor(env, projectDir, command, view);
  const { config } = await loadConfig(env, projectDir);
  if (act.by === "user" || config.selfRelease) return act;
  // The session's record shows what the person typed only after this process has ended.
  const waits =
    act.transcriptFrom !== null &&
    !env.awaitsRecord &&
    startDetached(process.argv.slice(2), { HOLDFAST_AWAIT_RECORD: "1" });
  if (waits) {
    const deferred = new UserError(
      "waits-for-record",
      `\`holdfast ${command}\` waits until this session's transcript shows that you typed it (selfRelease: false).`,
      "If you did, it takes effect in a moment, and the next stop tells you.",
    );
    deferred.isDeferred = true;
    throw deferred;
  }
  throw new UserError(
    "self-release",
    `\`holdfast ${command}\` ${act.words} is not allowed here (selfRelease: false)`,
    `The user can type \`! holdfast ${command}\` after the turn, or run it in their own terminal.`,
  );
}

/** What an act was about, for the session's story. */
interface About {
  /** Of the goal. */
  kind?: string;
  condition?: string;
  /** false: the person set the condition. */
  isWaived?: boolean;
}

interface Report {
  /** Such as "the lock was removed". */
  done: string;
  /** How to take it back, in a sentence. */
  undo: string;
  why?: string;
  /** The folder it concerns; null: everything. */
  dir: string | null;
  /** The session it concerns, when it is not the one it was done in. */
  sessionId?: string | null;
  /** More of them. */
  also?: readonly string[];
  isForSessionOnly?: boolean;
  about?: About;
}

export async function reportLoosening(env: Environment, act: Act, report: Report): Promise<void> {
  const { at, words, command, transcriptFrom } = act;
  const { done, undo, why = "", dir, also = [], isForSessionOnly, about } = report;
  const given = act.sessionId ?? report.sessionId ?? null;
  const sessionId = given !== null && isSessionId(given) ? given : null;
  const text = redact(`holdfast: ${done} ${words}${why === "" ? "" : `: ${why}`}`).text;
  // It must work even without a store.
  await withStore(env, (store) =>
    inTransaction(store, () => {
      if (sessionId !== null) logRelease(store, env, act, { sessionId, at }, about);
      const isPending = transcriptFrom !== null && sessionId === act.sessionId;
      tellLoosening(store, {
        text: `${/[.!?…]$/.test(text) ? text : `${text}.`} ${undo}`,
        dir,
        at,
        sessionId,
        also,
        unattributed: isPending ? { command, transcriptFrom } : null,
        ...(isForSessionOnly === undefined ? {} : { isForSessionOnly }),
      });
    }),
  ).catch(() => {});
}

/** What was reported has ended. Whoever was not told yet need not take it back. */
export async function reportEnded(env: Environment, { done, undo }: Pick<Report, "done" | "undo">) {
  await withStore(env, (store) => inTransaction(store, () => outdateMessages(store, done, undo))).catch(
    () => {},
  );
}

/** The person's own word, such as a memory of theirs, when it was given where others can give it as well. */
export async function reportPersonsWord(
  context: Context,
  report: Pick<Report, "done" | "undo" | "dir">,
): Promise<void> {
  const { env, out } = context;
  const { dir } = await findProject(context);
  const around = out.interactive ? { hasTerminal: () => true } : {};
  const act = await findActor(env, dir, "memory", around);
  if (act.words === AT_TERMINAL) await reportLoosening(env, act, report);
}

/** In the log of a session that it concerns. */
export function logRelease(
  store: Store,
  env: Environment,
  { command, by }: Act,
  where: { sessionId: string; at: number },
  about: About = {},
): void {
  const detail = { command, by, ...about, ...(env.fromDashboard ? { from: "dashboard" } : {}) };
  logEvent(store, { ...where, event: "release", agentId: null, detail });
}
