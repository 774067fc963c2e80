// Finds guards that were changed without our commands: a grant of trust, a pause, a gate that was switched off, a deleted
// database. The person is told once, with the way to undo it. Loaded when the session's guard fingerprint has changed.
import { formatKey } from "../../config/config-problem.ts";
import { findActivePause, pauseId, readPauses } from "../../config/pause.ts";
import { grantIds, parseGrants, readTrustFile } from "../../config/trust.ts";
import { pathExists } from "../../platform/files.ts";
import type { OpenContext } from "../../store/hook-context.ts";
import { readKnownChanges, saveKnownChanges } from "../../store/known-changes.ts";
import { hasStarted, saveGuardFingerprint } from "../../store/sessions.ts";
import { clipLine } from "../../text/clip.ts";
import { formatTime } from "../../text/format-time.ts";
import { printable, quoteForShell } from "../../text/printable.ts";
import { newlyOff } from "./guard-fingerprint.ts";

interface GuardChanges {
  /** For the person. */
  messages: string[];
  /** To be called in the transaction that records the messages. */
  save(): void;
}

const MAX_PROJECTS = 3;
const MAX_PATH_LENGTH = 200;

/** `earlier`: the session's stored fingerprint; null when it has none yet. */
export async function findGuardChanges(
  context: OpenContext,
  earlier: string | null,
  current: string,
): Promise<GuardChanges> {
  const { store, event } = context;
  const changes = [await findGrants(context), await findPause(context)];
  return {
    messages: [
      ...changes.flatMap(({ messages }) => messages),
      ...describeGatesOff(context, earlier, current),
      ...(earlier === null ? await describeLoss(context) : []),
    ],
    save() {
      for (const { save } of changes) save();
      if (event.sessionId !== null) saveGuardFingerprint(store, event.sessionId, current);
    },
  };
}

/** The session's files are there, but the database does not know that it started. */
async function describeLoss({ store, env, event: { sessionId } }: OpenContext): Promise<string[]> {
  if (sessionId === null || hasStarted(store, sessionId)) return [];
  const { baselineDir } = await import("../../worktree/baseline.ts");
  if (!pathExists(baselineDir(env, sessionId))) return [];
  return [
    "holdfast: its record of this session is gone, because its database was deleted or damaged. Earlier changes may not have been checked: `holdfast gate run` checks them.",
  ];
}

async function findGrants({ store, env }: OpenContext): Promise<GuardChanges> {
  const file = readTrustFile(env);
  const grants = [...(file.state === "read" ? parseGrants(file.text) : [])];
  const projects = grants.map(([project, { files }]) => ({ project, ids: grantIds(project, files) }));
  const known = readKnownChanges(store, "grants");
  // Without a record of known grants, none of them is new.
  const fresh = known ? projects.filter(({ ids }) => ids.some((id) => !known.has(id))) : [];
  const rest = fresh.length - MAX_PROJECTS;
  return {
    messages: [
      ...fresh.slice(0, MAX_PROJECTS).map(({ project }) => describeGrant(show(project))),
      ...(rest > 0 ? [`holdfast: ${rest} more such grants. See trust.json in holdfast's folder.`] : []),
    ],
    save: () => {
      if (known === null || fresh.length > 0)
        saveKnownChanges(
          store,
          "grants",
          (known ? fresh : projects).flatMap(({ ids }) => ids),
        );
    },
  };
}

function describeGrant(project: string): string {
  return `holdfast: somebody trusted the commands of ${project}, but not with \`holdfast trust\` at a terminal. If it was not you, undo it in your own terminal: \`holdfast trust --revoke --project ${quoteForShell(project)}\`.`;
}

async function findPause({ store, env, event, startDir, now }: OpenContext): Promise<GuardChanges> {
  const pauses = await readPauses(env);
  const known = readKnownChanges(store, "pauses");
  const active = findActivePause(
    pauses.filter((pause) => !known?.has(pauseId(pause))),
    { startDir, sessionId: event.sessionId, now },
  );
  const fresh = known ? [active].filter((pause) => pause !== null) : pauses;
  return {
    messages:
      known && active
        ? [
            `holdfast: paused ${active.until === null ? "without an end" : `until ${formatTime(active.until)}`}, but not by \`holdfast pause\`. Nothing is held until \`holdfast resume\`.`,
          ]
        : [],
    save: () => {
      if (known === null || fresh.length > 0) saveKnownChanges(store, "pauses", fresh.map(pauseId));
    },
  };
}

function describeGatesOff({ loaded }: OpenContext, earlier: string | null, current: string): string[] {
  if (earlier === null) return [];
  return newlyOff(earlier, current).map((id) => {
    const file = loaded.sources.get(formatKey(["gates", id, "enabled"]));
    const how = file === undefined ? "its checks were removed from the config" : `by ${show(file)}`;
    return `holdfast: the ${id} gate was switched off in this session: ${how}. If it was not you, undo that change; \`holdfast config show\` prints the active settings.`;
  });
}

/** The path comes from a file that anyone may have written. */
function show(path: string): string {
  return clipLine(printable(path), MAX_PATH_LENGTH);
}
