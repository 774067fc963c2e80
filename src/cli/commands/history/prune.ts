import { resolve } from "node:path";
import { type Environment, stateDir } from "../../../config/environment.ts";
import { loadConfig } from "../../../config/load-config.ts";
import { pickMemory, requireOwn } from "../../../memory/files/change-memory.ts";
import { findMemoryFilesContaining, type MemoryRow } from "../../../memory/index/memories.ts";
import { pathExists } from "../../../platform/files.ts";
import { startDetached } from "../../../platform/process/start-self.ts";
import { isSessionId } from "../../../protocol/claude-code/parse-event.ts";
import { pruneArchives } from "../../../recording/archive/archive-files.ts";
import {
  findFilesToForget,
  removeForgottenFiles,
  removeSharedLogs,
} from "../../../recording/archive/forget-files.ts";
import { releaseDrainLock, waitForDrainLock } from "../../../recording/queue/drain-lock.ts";
import { pruneSessionLogs } from "../../../recording/session-log/prune-logs.ts";
import { listQuarantined, removeAbandonedDrafts } from "../../../store/create.ts";
import {
  clearCaches,
  countRows,
  type DeleteTarget,
  forgetRows,
  projectToDelete,
  scrub,
  sessionsContaining,
  sessionsOfProject,
} from "../../../store/forget.ts";
import type { Store } from "../../../store/open.ts";
import { knownProjectDirs, listSeenSince, MAX_SILENCE_MS } from "../../../store/sessions.ts";
import {
  findSyncedContaining,
  findTravelledSessions,
  forgetMemories,
  planForgetting,
} from "../../../sync/forget-memories.ts";
import { isTeamUrl } from "../../../sync/postgres/team-url.ts";
import { countNoun } from "../../../text/count-noun.ts";
import { printable } from "../../../text/printable.ts";
import { UserError } from "../../../text/user-error.ts";
import { drainQueue } from "../../../upkeep/drain-queue.ts";
import { noteEndedSessions } from "../../../upkeep/note-ended-sessions.ts";
import { estimatePrune, pruneStore } from "../../../upkeep/prune-store.ts";
import { removeAbandonedWorktrees } from "../../../worktree/temporary-worktree.ts";
import type { Act } from "../../actor.ts";
import {
  type Context,
  defineCommand,
  flag,
  type Invocation,
  JSON_OPTION,
  option,
  requireAtMostOne,
  verbatim,
} from "../../command.ts";
import { onlyProject } from "../../limit-to-project.ts";
import { permitLoosening, reportLoosening } from "../../loosening.ts";
import { findAgent, requirePerson } from "../../person.ts";
import {
  findByBeginning,
  findProject,
  findProjectAndKey,
  LIST_SESSIONS_HINT,
  withStore,
  withStoreInBackground,
} from "../../target.ts";
import { formatSize } from "../../terminal.ts";
import { withMemories } from "../memory/memories.ts";

export const prune = defineCommand({
  details:
    "Removes raw tool calls after `retention.rawDays`, and the oldest records above `retention.megabytes`. The same limits\n" +
    "apply to exported transcripts and session logs; the record of runs is kept for a year. Also removes work tree copies\n" +
    "that a killed check left behind, and ends the processes in them. holdfast does this once a day. To remove particular\n" +
    "records, use `holdfast forget`.",
  examples: ["holdfast prune --dry-run", "holdfast prune"],
  options: {
    "dry-run": flag("only show what would be removed"),
    ...JSON_OPTION,
  },
  async run({ options, env, out }) {
    // The user's config: the store serves all projects.
    const { config } = await loadConfig(env, null);
    const dryRun = options["dry-run"] === true;
    const result = await withStore(env, async (store) => ({
      ...(await (dryRun ? estimatePrune : pruneStore)(store, config, Date.now())),
      ...pruneArchives(store, config, Date.now(), dryRun),
    }));
    const sessionLogs = pruneSessionLogs(env, config, Date.now(), dryRun);
    const copies = await removeAbandonedWorktrees(env, { dryRun });
    if (!dryRun) removeAbandonedDrafts(env.holdfastHome, Date.now());
    if (options.json) out.json({ ...result, sessionLogs, copies });
    else {
      const { calls, events, observations, bytesBefore, bytesAfter, exports, exportBytes } = result;
      const verb = dryRun ? "Would remove" : "Removed";
      out.line(
        `${verb} ${countNoun(calls, "tool call")}, ${countNoun(events, "log line")}, ${countNoun(observations, "observation")}.`,
      );
      if (exports > 0)
        out.line(`${verb} ${countNoun(exports, "exported transcript")}, ${formatSize(exportBytes)}.`);
      if (sessionLogs > 0) out.line(`${verb} ${countNoun(sessionLogs, "session log")} of other agents.`);
      if (copies > 0)
        out.line(`${verb} ${countNoun(copies, "work tree copy", "work tree copies")} left by killed checks.`);
      out.line(`Database: ${formatSize(bytesBefore)} → ${formatSize(bytesAfter)}.`);
    }
  },
});

const AFTER_STOP_MS = 300;

export const drain = defineCommand({
  details:
    "holdfast does this in the background after each turn with tool calls and at the end of a session, and before it\n" +
    "shows the inbox.",
  examples: ["holdfast drain", "holdfast drain --json"],
  options: {
    quiet: flag("print nothing"),
    ...JSON_OPTION,
  },
  async run({ options, env, out }) {
    // Started at a stop: what answers it goes first, and the client has then written the last message.
    if (options.quiet) await Bun.sleep(AFTER_STOP_MS);
    const use = options.quiet ? withStoreInBackground : withStore;
    const drained = await use(env, async (store) => {
      // Whoever reads the result wants everything done. The hook, which is quiet, leaves it to the running drain.
      if (!options.quiet) await waitForDrainLock(store, "holdfast drain");
      const done = await drainQueue(env, store);
      if (done.busy) return done;
      // Without the lock: a model may take a minute.
      return { ...done, candidates: done.candidates + (await noteEndedSessions(env, store)) };
    });
    if (options.json) out.json(drained);
    else if (!options.quiet) out.line(describe(drained));
  },
});

function describe({
  calls,
  observations,
  sessions,
  poison,
  candidates,
}: Awaited<ReturnType<typeof drainQueue>>): string {
  const unreadable = poison > 0 ? ` ${poison} could not be read and were skipped.` : "";
  const found = candidates > 0 ? ` ${candidates} new in the inbox.` : "";
  return `${countNoun(calls, "tool call")} of ${countNoun(sessions, "session")}: ${countNoun(observations, "observation")}.${found}${unreadable}`;
}

const FORGET_OPTIONS = {
  session: option("ID", "everything about a session; the beginning of the ID is enough"),
  project: option("DIR", "everything about a project and its work trees"),
  match: option("TEXT", "every record that contains this text"),
  memory: option("ID", "one memory, with its file"),
  "dry-run": flag("only show what would be removed"),
  yes: flag("remove it"),
  ...JSON_OPTION,
};

export const forget = defineCommand({
  changes: true,
  details:
    "Removes database rows, search index, write-ahead log, state and task files, locks, check results and logs, exported\n" +
    "transcripts, and lines of metrics and faults. It keeps Claude Code's own transcripts, your\n" +
    "settings and memory files (it lists those that contain the text), except with --memory and, if you use `holdfast sync`,\n" +
    "memories that travel: they are removed on all your machines. --match ignores case. Without --yes it only shows\n" +
    "what would be removed. Inside an agent nothing is deleted.",
  examples: [
    "holdfast forget --session ID --yes",
    "holdfast forget --project . --yes",
    'holdfast forget --match "project nightjar" --dry-run',
    "holdfast forget --memory use-pnpm --yes",
  ],
  options: FORGET_OPTIONS,
  async run(invocation) {
    const { options, env, out } = invocation;
    const dryRun = options["dry-run"] === true || options.yes !== true;
    // The data is also the record of what Claude did.
    if (!dryRun) requirePerson(env, "only a person can delete recorded data", "Run it in your own terminal.");
    if (options.memory !== undefined) return forgetOne(invocation, dryRun);
    const act = dryRun ? null : await permitLoosening(env, (await findProject(invocation)).dir, "forget");
    return withStore(env, async (store) => {
      // What an ingest or a drain has read already would be written afterwards.
      if (!dryRun) await waitForDrainLock(store, "holdfast forget");
      const { what, sessions } = await choose(invocation, store);
      const stateRoot = stateDir(env, await loadConfig(env, null));
      const files = await findFilesToForget(store, env, stateRoot, what);
      const exports = files.removed.filter((path) => `${path}/`.includes(EXPORTS)).length;
      const changed = files.removed.length + files.shortened.length;
      const text = "text" in what ? what.text : null;
      const found = text === null ? [] : findSyncedContaining(store, text);
      const travelling = await planForgetting(env, store, found);
      travelling.sessions = findTravelledSessions(store, "text" in what ? [] : sessions, text);
      const removed = new Set(travelling.removed.map(({ root, place }) => `${root}/${place}`));
      const memories =
        text === null ? [] : findMemoryFilesContaining(store, text).filter((path) => !removed.has(path));
      // Renewed: looking through files may have taken longer than the lock lasts.
      if (!dryRun) await waitForDrainLock(store, "holdfast forget");
      const live = listSeenSince(store, sessions, Date.now() - MAX_SILENCE_MS);
      const rows = (dryRun ? countRows : forgetRows)(store, what);
      const count = Object.values(rows).reduce((sum, n) => sum + n, travelling.ids.length);
      const isTold =
        !dryRun &&
        travelling.ids.length + travelling.sessions.length > 0 &&
        forgetMemories(env, store, travelling);
      const isNothing = count + changed === 0;
      if (act !== null && !isNothing) await report(env, act, live);
      if (!dryRun && !isNothing) {
        removeForgottenFiles(files);
        if (!("text" in what)) {
          clearCaches(store);
          removeSharedLogs(env);
        }
      }
      if (!dryRun) releaseDrainLock(store, process.pid);
      const clean = dryRun || scrub(store);
      if (options.json)
        out.json({
          rows: verbatim(rows),
          sessions,
          exports,
          files: changed,
          memories,
          travelling: travelling.ids,
          dryRun,
          clean,
        });
      else {
        const whose = options.session ? `session ${sessions[0]}` : countNoun(sessions.length, "session");
        const many = `${countNoun(count, "record")} of ${whose}`;
        if (isNothing) out.line("Nothing to remove: no such record.");
        else if (!dryRun) out.line(`Removed ${many}, for good.`);
        else
          out.line(
            `Would remove ${many}. ${findAgent(env) ? "Only a person can do it, with --yes in their own terminal." : "Add --yes to do it."}`,
          );
      }
      const setAside = dryRun ? [] : listQuarantined(env.holdfastHome);
      if (setAside.length > 0)
        out.error(
          `A quarantined database may still contain it. Delete it: rm '${env.holdfastHome}'/holdfast*.db.corrupt-*`,
        );
      if (isTold) await sayWhatRemains(invocation);
      if (memories.length > 0)
        out.error(`Memory files are not removed. These contain it:\n${memories.join("\n")}`);
      if (clean) return setAside.length + memories.length > 0 && !dryRun ? 1 : 0;
      out.error(
        "Another process is reading the database, so its log still contains removed data. Run this again later.",
      );
      return 1;
    });
  },
});

async function forgetOne(invocation: Invocation<typeof FORGET_OPTIONS>, dryRun: boolean): Promise<number> {
  const { options, env, out } = invocation;
  const { memory = "", session, project, match } = options;
  requireAtMostOne({ "--memory": memory, "--session": session, "--project": project, "--match": match });
  return withMemories({ ...invocation, options: {} }, async (store, place) => {
    const row = pickMemory(store, place, memory);
    requireOwn(row);
    const plan = await planForgetting(env, store, [row]);
    const files = (rows: readonly MemoryRow[]) => rows.map((one) => printable(`${one.root}/${one.place}`));
    const isTold = !dryRun && forgetMemories(env, store, plan);
    const clean = dryRun || scrub(store);
    const removed = files(plan.removed);
    const tracked = files(plan.tracked);
    if (options.json) out.json({ ids: plan.ids, removed, tracked, dryRun, clean });
    else if (dryRun) out.line(`Would remove ${row.memory_id}: ${printable(row.title)}. Add --yes to do it.`);
    else out.line(`Removed ${row.memory_id}: ${printable(row.title)}.`);
    if (!options.json) for (const file of removed) out.line(out.style.dim(`  ${file}`));
    if (isTold) await sayWhatRemains(invocation);
    if (tracked.length > 0)
      out.error(`The project's git has these, so they are not removed:\n${tracked.join("\n")}`);
    return tracked.length > 0 && !dryRun ? 1 : 0;
  });
}

/** What a person expects of "for good" and a remote cannot do. */
async function sayWhatRemains({ env, out }: Context): Promise<void> {
  const { url } = (await loadConfig(env, null)).config.sync;
  if (url === "") return;
  startDetached(["sync", "--quiet"]);
  out.error(
    isTeamUrl(url)
      ? "The next sync removes it from your team's database and on all machines. Backups of the database keep it as long as its admin keeps them."
      : "The next sync removes it on your other machines. The git history of the remote keeps its text. To rewrite that: sync all machines,\n" +
          "then `git push URL --delete holdfast/rows`, then sync all machines again.",
  );
}

/** A session's lock and goals are part of its data. */
function report(env: Environment, act: Act, sessions: readonly string[]): Promise<void> {
  return reportLoosening(env, act, {
    done: "the records of this session, with its lock and goals, were deleted",
    undo: "That cannot be taken back; `holdfast lock` sets a lock again.",
    dir: null,
    also: sessions,
    isForSessionOnly: true,
  });
}

const EXPORTS = "/.claude/runtime/logs/";

async function choose(
  invocation: Invocation,
  store: Store,
): Promise<{ what: DeleteTarget; sessions: readonly string[] }> {
  const { session, project, match } = invocation.options as Record<string, string | undefined>;
  if ([session, project, match].filter((given) => given !== undefined && given !== "").length !== 1) {
    throw new UserError(
      "usage",
      "one of --session, --project, --match or --memory is required",
      "`holdfast forget --help` shows them.",
    );
  }
  if (match) return { what: { text: match }, sessions: sessionsContaining(store, match) };
  if (session !== undefined) {
    if (!isSessionId(session))
      throw new UserError("usage", `${session} is not a session ID`, LIST_SESSIONS_HINT);
    // Records may outlive the session's row, so an unknown ID is accepted.
    const id = findByBeginning(store, session, await onlyProject(invocation))?.session_id ?? session;
    return { what: { sessions: [id] }, sessions: [id] };
  }
  const named = resolve(invocation.cwd, project ?? "");
  const isGone = !pathExists(named) && knownProjectDirs(store).includes(named);
  const { dir, key } = isGone ? { dir: named, key: named } : await findProjectAndKey(invocation, project);
  const whole = projectToDelete(store, key, dir);
  const sessions = sessionsOfProject(store, whole);
  return { what: { sessions, project: whole }, sessions };
}
