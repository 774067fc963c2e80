import { resolve } from "node:path";
import type { Config } from "../../../config/config.ts";
import { loadConfig } from "../../../config/load-config.ts";
import { isSessionId } from "../../../protocol/hook-event.ts";
import { isExcludedProject } from "../../../recording/capture/may-capture.ts";
import {
  findLastTranscript,
  findSessionTranscript,
  type TranscriptLocation,
} from "../../../review/reflection/find-transcript.ts";
import { processPending } from "../../../review/reflection/process-pending.ts";
import { reflect } from "../../../review/reflection/reflect.ts";
import type { Reflection } from "../../../review/reflection/reflection.ts";
import { renderMarkdown } from "../../../review/reflection/render-markdown.ts";
import { renderSummary } from "../../../review/reflection/render-summary.ts";
import { type SummaryFile, saveReflection } from "../../../review/reflection/save-reflection.ts";
import { listSessionDecisions } from "../../../store/decisions.ts";
import type { Store } from "../../../store/open.ts";
import { findSession, sessionsStartingWith } from "../../../store/sessions.ts";
import { countNoun } from "../../../text/count-noun.ts";
import { UserError } from "../../../text/user-error.ts";
import { defineCommand, type Invocation } from "../../command.ts";
import { findProject } from "../../project.ts";
import { withStore } from "../../with-store.ts";
import { printReflection } from "./reflect-view.ts";

const LISTED = "`holdfast sessions list` shows them.";
const OPTIONS = {
  session: { type: "string", value: "ID", help: "this session; the beginning of the ID is enough" },
  last: { type: "boolean", help: "the last session of the project (as without any)" },
  project: { type: "string", value: "DIR", help: "the project, when it is not the one at hand" },
  markdown: { type: "boolean", help: "print Markdown" },
  json: { type: "boolean", help: "print JSON, as in reflection_summary.json" },
  pending: { type: "boolean", help: "look at the sessions that ended and wait for it, and print how many" },
} as const;

export const command = defineCommand({
  summary: "look back at a session: measures, patterns, suggestions",
  usage: "[FILE]",
  details:
    "Reads a session's transcript and tells what was repeated, failed, slow or tried your patience, with the lines\n" +
    "where it stands and what could be done about it. Nothing is done by itself: `holdfast reflect review` asks.",
  examples: [
    "holdfast reflect",
    "holdfast reflect --session 3f6c --markdown > reflection.md",
    "holdfast reflect session.jsonl --json",
  ],
  options: OPTIONS,
  maxPositionals: 1,
  async run(invocation) {
    const { options, env, out } = invocation;
    if (env.reflecting) {
      out.error("CLAUDE_REFLECTION_MODE=1: this is part of a reflection, which does not start another.");
      return options.pending ? 0 : 1;
    }
    if (options.pending) return workOff(invocation);
    checkChoice(invocation);
    const { reflection, kept } = await withStore(env, (store) => lookAt(invocation, store));
    if (options.json) out.json(JSON.parse(renderSummary(reflection, [])));
    else if (options.markdown) out.line(renderMarkdown(reflection));
    else printReflection(out, reflection, kept);
    return 0;
  },
});

async function workOff({ options, env, out }: Invocation<typeof OPTIONS>): Promise<number> {
  const done = await withStore(env, (store) => processPending(env, store));
  if (options.json) out.json(done);
  else if (done.busy) out.line("Another reflection is at it.");
  else
    out.line(
      `${countNoun(done.reflected.length, "session")} looked at, ${done.passedOver} too short, ${done.failed} failed.`,
    );
  return done.failed > 0 ? 1 : 0;
}

function checkChoice({ options, positionals }: Invocation<typeof OPTIONS>): void {
  const chosen = [positionals[0], options.session, options.last].filter((choice) => choice !== undefined);
  if (chosen.length > 1)
    throw new UserError("usage", "only one session at a time", "Give a FILE, --session ID or --last.");
}

async function lookAt(
  invocation: Invocation<typeof OPTIONS>,
  store: Store,
): Promise<{ reflection: Reflection; kept: SummaryFile | null }> {
  const { env, positionals, cwd } = invocation;
  const [file] = positionals;
  const found = file === undefined ? await find(invocation, store) : fromFile(resolve(cwd, file));
  const { config } = await loadConfig(env, found.projectDir);
  const reflected = await reflect({
    transcriptPath: found.path,
    sessionId: found.sessionId,
    projectDir: found.projectDir,
    decisionsOf: (sessionId) => listSessionDecisions(store, sessionId),
    thresholds: config.reflection.thresholds,
    trigger: "manual",
    now: Date.now(),
  });
  if (!reflected.ok) {
    const { message } = reflected.problem;
    throw new UserError(
      "no-transcript",
      `${found.path}: ${message}`,
      "`holdfast sessions list` shows what there is.",
    );
  }
  const { reflection } = reflected;
  const keeps = isOwn(store, reflection) && mayKeep(config, reflection, env.home);
  return { reflection, kept: keeps ? await saveReflection(store, reflection) : null };
}

/** A file from elsewhere says nothing about a project on this machine. */
function isOwn(store: Store, { sessionId }: Reflection): boolean {
  return sessionId !== null && findSession(store, sessionId) !== null;
}

function mayKeep({ capture }: Config, { projectDir }: Reflection, home: string): boolean {
  return capture.enabled && !isExcludedProject(projectDir, capture.exclude, home);
}

async function find(invocation: Invocation<typeof OPTIONS>, store: Store): Promise<TranscriptLocation> {
  const { options, env } = invocation;
  if (options.session !== undefined) return findById(invocation, store, options.session);
  const project = await findProject(invocation, options.project);
  const last = await findLastTranscript(env, store, project.dir);
  if (last) return last;
  throw new UserError(
    "no-session",
    `no session of ${project.dir} (${project.how}) is known`,
    "Give a session (--session ID) or a transcript's file.",
  );
}

async function findById(
  { env }: Pick<Invocation, "env">,
  store: Store,
  id: string,
): Promise<TranscriptLocation> {
  const found = isSessionId(id) ? await findSessionTranscript(env, store, id) : null;
  if (found) return found;
  const [first, second] = id === "" ? [] : sessionsStartingWith(store, id);
  if (second) throw new UserError("no-session", `several sessions start with ${id}`, LISTED);
  const begun = first ? await findSessionTranscript(env, store, first.session_id) : null;
  if (begun) return begun;
  throw new UserError("no-session", `there is no transcript of session ${id}`, LISTED);
}

function fromFile(path: string): TranscriptLocation {
  return { path, sessionId: null, projectDir: null };
}
