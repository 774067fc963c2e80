// Finds guards that were changed without our commands: a grant of trust, a pause, a lowered setting, a deleted database. The
// person is told, with the way to undo it. Loaded when the session's guard fingerprint has changed.
import type { LoweredSetting } from "../../config/find-lowered.ts";
import { guardedPart } from "../../config/guarded-part.ts";
import { pauseId, readPauses } from "../../config/pause.ts";
import { grantIds, parseGrants, readTrustFile } from "../../config/trust.ts";
import { pathExists } from "../../platform/files.ts";
import type { OpenContext } from "../../store/hook-context.ts";
import { readKnownChanges, saveKnownChanges } from "../../store/known-changes.ts";
import { type Loosening, tellLoosening } from "../../store/loosenings.ts";
import { findSession, hasStarted, saveGuards } from "../../store/sessions.ts";
import { clipLine } from "../../text/clip.ts";
import { formatTime } from "../../text/format-time.ts";
import { printable, quoteForShell } from "../../text/printable.ts";
import { isRecord, parseJson } from "../../text/unknown-values.ts";

type Change = Omit<Loosening, "at">;

interface Comparison {
  changes: Change[];
  /** Makes them known. */
  save(): void;
}

const MAX_PROJECTS = 3;
const MAX_SETTINGS = 5;
const MAX_LENGTH = 200;

/** `save` queues the messages and makes the changes known: to be called in the transaction that then takes the messages. */
export async function findGuardChanges(
  context: OpenContext,
  earlier: string | null,
  current: string,
): Promise<{ hasMessages: boolean; save(): void }> {
  const { store, now, event, loaded } = context;
  const { sessionId } = event;
  const compared = [await findGrants(context), await findPauses(context)];
  const changes = [
    ...compared.flatMap((each) => each.changes),
    ...(await describeLowered(context)),
    ...(earlier === null ? await describeLoss(context) : []),
  ];
  return {
    hasMessages: changes.length > 0,
    save() {
      for (const change of changes) tellLoosening(store, { ...change, at: now });
      for (const { save } of compared) save();
      if (sessionId !== null)
        saveGuards(store, sessionId, current, JSON.stringify(guardedPart(loaded.config)));
    },
  };
}

/** The session's files are there, but the database does not know that it started. */
async function describeLoss({ store, env, event: { sessionId } }: OpenContext): Promise<Change[]> {
  if (sessionId === null || hasStarted(store, sessionId)) return [];
  const { baselineDir } = await import("../../worktree/baseline.ts");
  if (!pathExists(baselineDir(env, sessionId))) return [];
  const text =
    "holdfast: its record of this session is gone, because its database was deleted or damaged. Earlier changes may not have been checked: `holdfast gate run` checks them.";
  return [{ text, dir: null, sessionId, isForSessionOnly: true }];
}

async function findGrants({ store, env }: OpenContext): Promise<Comparison> {
  const file = readTrustFile(env);
  const grants = [...(file.state === "read" ? parseGrants(file.text) : [])];
  const projects = grants.map(([project, { files }]) => ({ project, ids: grantIds(project, files) }));
  const known = readKnownChanges(store, "grants");
  // Without a record of known grants, none of them is new.
  const fresh = known ? projects.filter(({ ids }) => ids.some((id) => !known.has(id))) : [];
  const rest = fresh.length - MAX_PROJECTS;
  const more = `holdfast: ${rest} more such grants. See trust.json in holdfast's folder.`;
  return {
    changes: [
      ...fresh.slice(0, MAX_PROJECTS).map(({ project }) => describeGrant(show(project))),
      ...(rest > 0 ? [more] : []),
    ].map((text) => ({ text, dir: null, sessionId: null })),
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
  return `holdfast: somebody trusted the commands of ${project}, but not with \`holdfast trust\`. If it was not you, undo it in your own terminal: \`holdfast trust --revoke --project ${quoteForShell(project)}\`.`;
}

async function findPauses({ store, env, event, now }: OpenContext): Promise<Comparison> {
  const pauses = await readPauses(env);
  const known = readKnownChanges(store, "pauses");
  const fresh = known
    ? pauses.filter((pause) => !known.has(pauseId(pause)) && (pause.until === null || pause.until > now))
    : pauses;
  return {
    changes: (known ? fresh : []).map(({ scope, target, until }) => {
      const end = until === null ? "without an end" : `until ${formatTime(until)}`;
      const where = {
        all: "everywhere",
        project: `in ${show(target)}`,
        session: `for session ${show(target)}`,
      };
      return {
        text: `holdfast: paused ${where[scope]} ${end}, but not by \`holdfast pause\`. Nothing is held there until \`holdfast resume\`.`,
        dir: scope === "project" ? target : null,
        ...(scope === "session"
          ? { sessionId: target, isForSessionOnly: true }
          : { sessionId: scope === "all" ? event.sessionId : null }),
      };
    }),
    save: () => {
      if (known === null || fresh.length > 0) saveKnownChanges(store, "pauses", fresh.map(pauseId));
    },
  };
}

/** Compared in each session, because each has its own effective settings. */
async function describeLowered({ store, loaded, event: { sessionId } }: OpenContext): Promise<Change[]> {
  const stored = sessionId === null ? null : (findSession(store, sessionId)?.guard_config ?? null);
  const before = stored === null ? null : parseJson(stored);
  if (!isRecord(before)) return [];
  const { findLowered } = await import("../../config/find-lowered.ts");
  const lowered = findLowered(before, loaded.config);
  const rest = lowered.length - MAX_SETTINGS;
  const texts = lowered.slice(0, MAX_SETTINGS).map((setting) => {
    const file = loaded.sources.get(setting.key);
    const source = file === undefined ? "no file sets it now" : `in ${show(file)}`;
    return `holdfast: the setting ${describeSetting(setting)} (${source}). If it was not you, undo that change. \`holdfast config show\` prints the active settings.`;
  });
  if (rest > 0) texts.push(`holdfast: ${rest} more settings were lowered. See \`holdfast config show\`.`);
  // A url may have a password in it.
  const { redact } = await import("../../text/redaction/redact.ts");
  return texts.map((text) => ({ text: redact(text).text, dir: null, sessionId, isForSessionOnly: true }));
}

function describeSetting({ key, before, after, isExposing }: LoweredSetting): string {
  if (isExposing)
    return `${show(key)} was changed from ${showValue(before)} to ${showValue(after)}, which shows or sends more`;
  if (Array.isArray(before)) return `${show(key)} was lowered: entries were removed or changed`;
  return `${show(key)} was lowered from ${show(String(before))} to ${show(String(after ?? "its default"))}`;
}

function showValue(value: unknown): string {
  return value === "" ? "nothing" : show(typeof value === "string" ? value : JSON.stringify(value));
}

/** It comes from a file that anyone may have written. */
function show(text: string): string {
  return clipLine(printable(text), MAX_LENGTH);
}
