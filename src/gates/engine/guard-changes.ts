// What got round our commands: a grant of trust, a pause, or a gate that is off although it was on. The person is told once,
// with the way to take it back. Loaded when the session's guard mark has changed.
import { formatKey } from "../../config/config-problem.ts";
import { activePause, pauseId, readPauses } from "../../config/pause.ts";
import { grantIds, parseGrants, readTrustFile } from "../../config/trust.ts";
import type { OpenContext } from "../../store/hook-context.ts";
import { keepKnown, readKnown } from "../../store/known-changes.ts";
import { saveGuardMark } from "../../store/sessions.ts";
import { clipLine } from "../../text/clip.ts";
import { formatTime } from "../../text/format-time.ts";
import { printable, quoteForShell } from "../../text/printable.ts";
import { newlyOff } from "./guard-fingerprint.ts";

interface Changes {
  /** For the person. */
  messages: string[];
  /** To be called in the transaction that tells them. */
  save(): void;
}

const MAX_PROJECTS = 3;
const MAX_PATH = 200;

/** `earlier`: null when the session has no mark yet. */
export async function findGuardChanges(
  context: OpenContext,
  earlier: string | null,
  mark: string,
): Promise<Changes> {
  const { store, event } = context;
  const found = [await findGrants(context), await findPause(context)];
  return {
    messages: [...found.flatMap(({ messages }) => messages), ...describeGatesOff(context, earlier, mark)],
    save() {
      for (const { save } of found) save();
      if (event.sessionId !== null) saveGuardMark(store, event.sessionId, mark);
    },
  };
}

async function findGrants({ store, env }: OpenContext): Promise<Changes> {
  const file = await readTrustFile(env);
  const grants = [...(file.state === "read" ? parseGrants(file.text) : [])];
  const projects = grants.map(([project, { files }]) => ({ project, ids: grantIds(project, files) }));
  const known = readKnown(store, "grants");
  // At the first look nothing is new.
  const fresh = known ? projects.filter(({ ids }) => ids.some((id) => !known.has(id))) : [];
  const rest = fresh.length - MAX_PROJECTS;
  return {
    messages: [
      ...fresh.slice(0, MAX_PROJECTS).map(({ project }) => describeGrant(show(project))),
      ...(rest > 0 ? [`holdfast: ${rest} more such grants. See trust.json in holdfast's folder.`] : []),
    ],
    save: () => {
      if (known === null || fresh.length > 0)
        keepKnown(
          store,
          "grants",
          (known ? fresh : projects).flatMap(({ ids }) => ids),
        );
    },
  };
}

function describeGrant(project: string): string {
  return `holdfast: commands of ${project} are trusted now, and that did not come from \`holdfast trust\` at a terminal. If it was not you, take it back in a terminal of your own: \`holdfast trust --revoke --project ${quoteForShell(project)}\`.`;
}

async function findPause({ store, env, event, startDir, now }: OpenContext): Promise<Changes> {
  const pauses = await readPauses(env);
  const known = readKnown(store, "pauses");
  const active = activePause(
    pauses.filter((pause) => !known?.has(pauseId(pause))),
    { startDir, sessionId: event.sessionId, now },
  );
  const fresh = known ? [active].filter((pause) => pause !== null) : pauses;
  return {
    messages:
      known && active
        ? [
            `holdfast: paused ${active.until === null ? "without an end" : `until ${formatTime(active.until)}`}, and that did not come from \`holdfast pause\`. Nothing is held until \`holdfast resume\`.`,
          ]
        : [],
    save: () => {
      if (known === null || fresh.length > 0) keepKnown(store, "pauses", fresh.map(pauseId));
    },
  };
}

function describeGatesOff({ loaded }: OpenContext, earlier: string | null, mark: string): string[] {
  if (earlier === null) return [];
  return newlyOff(earlier, mark).map((id) => {
    const file = loaded.sources.get(formatKey(["gates", id, "enabled"]));
    const how = file === undefined ? "what it checks was taken out of the config" : `by ${show(file)}`;
    return `holdfast: the ${id} gate was switched off in this session: ${how}. If it was not you, undo that change; \`holdfast config show\` tells what is in force.`;
  });
}

/** From files that anyone may have written. */
function show(path: string): string {
  return clipLine(printable(path), MAX_PATH);
}
