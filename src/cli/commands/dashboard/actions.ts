// Each action in the dashboard runs the matching command, in this process, and is recorded as the person's act.
import { existsSync } from "node:fs";
import { databasePath, type Environment } from "../../../config/environment.ts";
import type { Actions, PauseScope } from "../../../dashboard/contract.ts";
import type { DashboardHost } from "../../../dashboard/server/serve.ts";
import { requireSession } from "../../../dashboard/views/sessions.ts";
import { line } from "../../../dashboard/views/shared.ts";
import { findCandidate } from "../../../memory/inbox/candidates.ts";
import { findMemoryById } from "../../../memory/index/memories.ts";
import { findFinding } from "../../../review/reflection/finding-rows.ts";
import { findDecision } from "../../../store/decisions.ts";
import { openLedger, type Store } from "../../../store/open.ts";
import { logEvent } from "../../../store/sessions.ts";
import { isRecord } from "../../../text/unknown-values.ts";
import { UserError } from "../../../text/user-error.ts";
import { type Output, PLAIN_STYLE } from "../../command.ts";
import { dispatch } from "../../dispatch.ts";
import { endPauses } from "../hold/pause.ts";
import { optionWords } from "../mcp/tool.ts";

const PLACES: Record<PauseScope, string> = {
  all: "everywhere",
  project: "in this project",
  session: "for this session",
};
const RESTORABLE = ["quarantined", "retired", "superseded"];

export function createActions(env: Environment): DashboardHost["act"] {
  return {
    "/api/unlock": async ({ session, why }, store) => {
      const place = placeOf(env, store, session);
      const done = await run(place, ["unlock", "--json", ...optionWords({ why })]);
      if (done.unlocked !== true)
        throw new UserError("no-lock", "no lock holds this session", "Reload the page.");
      return { done: `Unlocked ${(done.folders as string[]).join(", ")}.` };
    },
    "/api/pause": async ({ scope, target, minutes }, store) => {
      const { place, flags } = pausePlace(env, store, scope, target);
      const length = minutes === undefined ? undefined : `${minutes}m`;
      await run(place, ["pause", "--json", ...flags, ...optionWords({ for: length })]);
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
    "/api/cancel": async ({ session, kind, why }, store) => {
      await run(placeOf(env, store, session), [kind, "cancel", "--json", ...optionWords({ why })]);
      return { done: `The ${kind} was cancelled.` };
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
    "/api/inbox/accept": (body, store) => accept(env, body, store),
    "/api/inbox/reject": async ({ id, duplicate }, store) => {
      const { place, session } = inboxPlace(env, store, id);
      await run(place, ["memory", "reject", String(id), "--json", ...optionWords({ duplicate })]);
      await record(env, session, `memory reject ${id}`);
      return { done: duplicate ? "Marked as a duplicate." : "Rejected." };
    },
    "/api/wrong": async ({ id, why, undo }, store) => {
      const words = ["wrong", String(id), ...optionWords({ undo })];
      await run({ env: asPerson(env), cwd: process.cwd() }, [...words, "--json", ...optionWords({ why })]);
      await record(env, findDecision(store, id)?.session_id ?? null, words.join(" "));
      return { done: undo ? `Stop ${id} is no longer marked as wrong.` : `Stop ${id} is marked as wrong.` };
    },
    "/api/findings/decide": async ({ id, accept: isAccepted }, store) => {
      const row = findFinding(store, id);
      if (!row) throw new UserError("no-finding", `there is no finding ${id}`, "Reload the page.");
      const cwd = projectFolder(store, row.project_key, row.session_id);
      const words = ["reflect", "review", isAccepted ? "--accept" : "--reject", String(id)];
      const { results } = await run(inFolder(env, cwd), [...words, "--json"], [0, 1]);
      const [result] = Array.isArray(results) ? results.filter(isRecord) : [];
      if (result?.how !== "done" && result?.how !== "dismissed")
        throw new UserError("not-done", String(result?.text ?? "the action failed"), "Reload the page.");
      await record(env, row.session_id, words.join(" "));
      return { done: isAccepted ? `Done: ${result.text}` : "Dismissed: it will not be shown again." };
    },
  };
}

async function accept(
  env: Environment,
  { id, tags, ...given }: Actions["/api/inbox/accept"]["body"],
  store: Store,
): Promise<Actions["/api/inbox/accept"]["answer"]> {
  const { place, session, projectKey } = inboxPlace(env, store, id);
  // On the command line a dash stands for stdin.
  if (given.body?.trim() === "-")
    throw new UserError("bad-body", "the text is only a dash", "Write what to remember.");
  const words = optionWords({ ...given, tags: tags?.join(",") });
  const saved = await run(place, ["memory", "accept", String(id), "--json", ...words]);
  await record(env, session, `memory accept ${id}`);
  const memory = {
    projectKey: given.personal ? "" : projectKey,
    id: String(saved.id),
    title: String(saved.title),
    status: String(saved.status),
  };
  return { done: `Saved: ${memory.title}`, memory };
}

interface CommandPlace {
  env: Environment;
  cwd: string;
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

function existing(dir: string | null): string {
  if (dir !== null && existsSync(dir)) return dir;
  throw new UserError(
    "no-project",
    `the folder ${dir ?? "of this session"} no longer exists`,
    "There is nothing to change.",
  );
}

function pausePlace(
  env: Environment,
  store: Store,
  scope: PauseScope,
  target: string | undefined,
): { place: CommandPlace; flags: string[] } {
  if (scope === "all") return { place: { env: asPerson(env), cwd: process.cwd() }, flags: [] };
  if (target === undefined)
    throw new UserError(
      "bad-target",
      "nothing to pause was named",
      "Give a session ID or a project's folder.",
    );
  if (scope === "session") return { place: placeOf(env, store, target), flags: ["--session"] };
  const known = store.query("SELECT 1 FROM sessions WHERE project_dir = $target LIMIT 1").get({ target });
  if (known === null) throw new UserError("no-project", "there is no such project", "Reload the page.");
  return { place: inFolder(env, existing(target)), flags: ["--project"] };
}

/** An existing folder of the project, preferably the session's. */
function projectFolder(store: Store, key: string, session = ""): string {
  const folders = store
    .query(
      `SELECT project_dir AS dir FROM sessions WHERE project_key = $key OR project_dir = $key
       GROUP BY project_dir ORDER BY max(session_id = $session) DESC, max(last_seen_at) DESC LIMIT 50`,
    )
    .all({ key, session }) as { dir: string | null }[];
  return existing(folders.map(({ dir }) => dir).find((dir) => dir !== null && existsSync(dir)) ?? key);
}

function inboxPlace(
  env: Environment,
  store: Store,
  id: number,
): { place: CommandPlace; session: string; projectKey: string } {
  const row = findCandidate(store, id);
  if (!row) throw new UserError("no-candidate", `there is no ${id} in the inbox`, "Reload the page.");
  const cwd = projectFolder(store, row.project_key, row.session_id);
  return { place: inFolder(env, cwd), session: row.session_id, projectKey: row.project_key };
}

/** Returns what the command prints with --json. `codes`: exit codes that count as success. */
async function run(
  { env, cwd }: CommandPlace,
  words: string[],
  codes: readonly number[] = [0],
): Promise<Record<string, unknown>> {
  let printed: unknown = null;
  const said: string[] = [];
  const out: Output = {
    line: (text = "") => void said.push(text),
    error: (text) => void said.push(text),
    json: (value) => {
      printed = value;
    },
    draw: () => {},
    style: PLAIN_STYLE,
    interactive: false,
    width: 80,
  };
  const code = await dispatch(words, { env, cwd, out });
  if (!codes.includes(code) || !isRecord(printed))
    throw new UserError("not-done", said.join(" ") || "the command failed", "Reload the page and try again.");
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
