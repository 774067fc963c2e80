// Each action in the dashboard runs the matching command, in this process, and is recorded as the person's act.
import { existsSync } from "node:fs";
import { databasePath, type Environment } from "../../../config/environment.ts";
import type { PauseScope } from "../../../dashboard/contract.ts";
import type { DashboardHost } from "../../../dashboard/server/serve.ts";
import { nameKind } from "../../../gates/goals/kinds.ts";
import { findCandidate } from "../../../memory/inbox/candidates.ts";
import { findMemoryById } from "../../../memory/index/memories.ts";
import { findFinding } from "../../../review/reflection/finding-rows.ts";
import { findDecision } from "../../../store/decisions.ts";
import { openLedger, type Store } from "../../../store/open.ts";
import { foldersOfProject, logEvent } from "../../../store/sessions.ts";
import { isRecord } from "../../../text/unknown-values.ts";
import { UserError } from "../../../text/user-error.ts";
import { requireSession } from "../../../views/sessions.ts";
import { line } from "../../../views/shared.ts";
import { type Output, PLAIN_STYLE } from "../../command.ts";
import { dispatch } from "../../dispatch.ts";
import { endPauses } from "../goals/pause.ts";
import { optionWords } from "../mcp/tool.ts";

const PLACES: Record<PauseScope, string> = {
  all: "everywhere",
  project: "in this project",
  session: "for this session",
};
const RESTORABLE = ["quarantined", "retired", "superseded"];

export function createActions(env: Environment): DashboardHost["act"] {
  return {
    "/api/unlock": async ({ session }, store) => {
      const place = placeOf(env, store, session);
      const done = await run(place, ["unlock", "--json"]);
      if (done.unlocked !== true)
        throw new UserError("no-lock", "no lock holds this session", "Reload the page.");
      return { done: `Unlocked ${(done.folders as string[]).join(", ")}.` };
    },
    "/api/pause": async ({ scope, session, minutes }, store) => {
      const place = pausePlace(env, store, scope, session);
      const flags = scope === "all" ? [] : [`--${scope}`];
      const length = minutes === undefined ? undefined : `${minutes}m`;
      await run(place, ["pause", "--json", ...flags, ...optionWords({ for: length })]);
      // In a session, the command records it.
      if (scope !== "session") await record(env, null, ["pause", ...flags].join(" "));
      const time = minutes === undefined ? "" : ` for ${minutes} minutes`;
      return { done: `Paused ${PLACES[scope]}${time}. Nothing is held.` };
    },
    "/api/resume": async ({ scope, target }) => {
      const { ended } = await endPauses(env, (each) => each.scope === scope && each.target === target);
      if (ended.length === 0) throw new UserError("not-paused", "this pause has ended", "Reload the page.");
      await record(env, scope === "session" ? target : null, "resume");
      return { done: "Resumed: stops are held again." };
    },
    "/api/cancel": async ({ session, kind }, store) => {
      await run(placeOf(env, store, session), ["cancel", kind, "--json"]);
      return { done: `The ${nameKind(kind)} was cancelled.` };
    },
    "/api/memory/restore": async ({ projectKey, id }, store) => {
      const memory = findMemoryById(store, projectKey, id);
      if (!memory) throw new UserError("no-memory", `there is no memory ${line(id, 80)}`, "Reload the page.");
      if (!RESTORABLE.includes(memory.status))
        throw new UserError("not-restorable", `this memory is ${memory.status}`, "Reload the page.");
      // A personal memory must not be mistaken for one of the project's.
      const cwd = projectKey === "" ? env.home : projectFolder(store, projectKey);
      await run(inFolder(env, cwd), ["memory", "restore", "--json", "--", id]);
      await record(env, null, `memory restore ${id}`);
      return { done: `Restored: ${line(memory.title)}` };
    },
    "/api/inbox/accept": async ({ id, ...given }, store) => {
      // On the command line a dash stands for stdin.
      if (given.body?.trim() === "-")
        throw new UserError("bad-body", "the text is only a dash", "Write what to remember.");
      const words = ["memory", "accept", String(id)];
      const { title } = await answerCandidate(env, store, words, optionWords(given));
      return { done: `Saved: ${title}` };
    },
    "/api/inbox/reject": async ({ id, duplicate }, store) => {
      await answerCandidate(env, store, ["memory", "reject", String(id)], optionWords({ duplicate }));
      return { done: duplicate ? "Marked as a duplicate." : "Rejected." };
    },
    "/api/wrong": async ({ id, why, undo }, store) => {
      const words = ["wrong", String(id), ...optionWords({ undo })];
      await run(here(env), [...words, "--json", ...optionWords({ why })]);
      await record(env, findDecision(store, id)?.session_id ?? null, words.join(" "));
      return { done: undo ? `Stop ${id} is no longer marked as wrong.` : `Stop ${id} is marked as wrong.` };
    },
    "/api/findings/dismiss": async ({ id }, store) => {
      const row = findFinding(store, id);
      if (!row) throw new UserError("no-finding", `there is no finding ${id}`, "Reload the page.");
      const cwd = projectFolder(store, row.project_key, row.session_id);
      const words = ["reflect", "review", "--reject", String(id)];
      const { results } = await run(inFolder(env, cwd), [...words, "--json"], [0, 1]);
      const [result] = Array.isArray(results) ? results.filter(isRecord) : [];
      if (result?.how !== "dismissed")
        throw new UserError("not-done", String(result?.text ?? "the action failed"), "Reload the page.");
      await record(env, row.session_id, words.join(" "));
      return { done: "Dismissed: it will not be shown again." };
    },
  };
}

interface CommandPlace {
  env: Environment;
  cwd: string;
}

/** As if the person had run it in the folder of the dashboard. */
function here(env: Environment): CommandPlace {
  return { env: asPerson(env), cwd: process.cwd() };
}

/** As if the person had run it in that folder. */
function inFolder(env: Environment, cwd: string): CommandPlace {
  return { env: asPerson(env, null, cwd), cwd };
}

function asPerson(
  env: Environment,
  session: string | null = null,
  projectDir: string | null = null,
): Environment {
  return { ...env, insideAgent: false, fromDashboard: true, sessionId: session, projectDir };
}

/** As if run where the session works. */
function placeOf(env: Environment, store: Store, session: string): CommandPlace {
  const { project_dir } = requireSession(store, session);
  return { env: asPerson(env, session, project_dir), cwd: existing(project_dir) };
}

/** A pause of a project is not an act in the session. */
function pausePlace(env: Environment, store: Store, scope: PauseScope, session: string): CommandPlace {
  if (scope === "all") return here(env);
  const place = placeOf(env, store, session);
  return scope === "project" ? inFolder(env, place.cwd) : place;
}

function existing(dir: string | null): string {
  if (dir !== null && existsSync(dir)) return dir;
  throw new UserError(
    "no-project",
    `the folder ${dir ?? "of this session"} no longer exists`,
    "There is nothing to change.",
  );
}

/** An existing folder of the project, preferably the session's. */
function projectFolder(store: Store, key: string, session = ""): string {
  return existing(foldersOfProject(store, key, session).find((dir) => existsSync(dir)) ?? key);
}

/** Accepts or rejects something in the inbox: `words` end with its ID. */
async function answerCandidate(env: Environment, store: Store, words: string[], options: string[]) {
  const id = words.at(-1);
  const row = findCandidate(store, Number(id));
  if (!row) throw new UserError("no-candidate", `there is no ${id} in the inbox`, "Reload the page.");
  const cwd = projectFolder(store, row.project_key, row.session_id);
  const answered = await run(inFolder(env, cwd), [...words, "--json", ...options]);
  await record(env, row.session_id, words.join(" "));
  return answered;
}

/** Returns what the command prints with --json. `codes`: exit codes that count as success. */
async function run(
  { env, cwd }: CommandPlace,
  words: string[],
  codes: readonly number[] = [0],
): Promise<Record<string, unknown>> {
  let printed: unknown = null;
  const output: string[] = [];
  const out: Output = {
    line: (text = "") => void output.push(text),
    error: (text) => void output.push(text),
    json: (value) => {
      printed = value;
    },
    draw: () => {},
    redraw: () => {},
    style: PLAIN_STYLE,
    interactive: false,
    width: 80,
  };
  const code = await dispatch(words, { env, cwd, out });
  if (!codes.includes(code) || !isRecord(printed))
    throw new UserError(
      "not-done",
      output.join(" ") || "the command failed",
      "Reload the page and try again.",
    );
  return printed;
}

/** In the log of the session concerned, beside its own events. */
async function record(env: Environment, sessionId: string | null, command: string): Promise<void> {
  const detail = { command, by: "user", from: "dashboard" };
  const store = await openLedger(databasePath(env));
  try {
    logEvent(store, {
      sessionId: sessionId ?? "",
      event: "dashboard",
      agentId: null,
      detail,
      at: Date.now(),
    });
  } finally {
    store.close();
  }
}
