// Replaces what differs from run to run and machine to machine in a payload by fixed values.
import type { EventPayload } from "../recording-hook.ts";

type Place = { home: string; project: string };
type Replace = (text: string) => string;

const fixedTime = 10;

export function normalise(payload: EventPayload, place: Place): EventPayload {
  const steps = [replacePaths(place), replaceTaskIds(payload), replaceIds()];
  const replaceAll: Replace = (text) => steps.reduce((result, step) => step(result), text);
  return mapTree(payload, replaceAll) as EventPayload;
}

function replacePaths({ home, project }: Place): Replace {
  const temporaryFiles = new RegExp(`${RegExp.escape(home)}/tmp/claude-\\d+`, "g");
  return (text) =>
    text
      .replace(temporaryFiles, "/tmp/claude-1000")
      .replaceAll(toFolderName(project), toFolderName("/home/user/project"))
      .replaceAll(project, "/home/user/project")
      .replaceAll(home, "/home/user");
}

/** The client's name for a project's folder under `projects/`. */
function toFolderName(path: string): string {
  return path.replace(/[^A-Za-z0-9]/g, "-");
}

/** A background task's id looks like any short word, so it is taken from where the client names it. */
function replaceTaskIds(payload: EventPayload): Replace {
  const named = JSON.stringify(payload).matchAll(/(?:"backgroundTaskId":"|<task-id>|tasks\/)(\w+)/g);
  const running = (payload.background_tasks ?? []) as { id: string }[];
  const ids = [...[...named].map((match) => match[1] ?? ""), ...running.map((task) => task.id)];
  const shortIds = [...new Set(ids)].filter((id) => /^[a-z][a-z0-9]{8}$/.test(id));
  return (text) =>
    shortIds.reduce((result, id, index) => result.replaceAll(id, id.charAt(0) + number(index + 1, 8)), text);
}

function replaceIds(): Replace {
  const uuids = new Map<string, string>();
  const agents = new Map<string, string>();
  const toolUses = new Map<string, string>();
  return (text) =>
    text
      .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) =>
        numbered(uuids, id, "00000000-0000-4000-8000-", 12),
      )
      .replace(/\bsession-[0-9a-f]{8}\b/g, "session-00000000")
      .replace(/\b(a(?:[a-z]+-)?)([0-9a-f]{16})\b/g, (_, prefix, id) => numbered(agents, id, prefix, 16))
      .replace(/\btoolu_\w+/g, (id) => numbered(toolUses, id, "toolu_", 4))
      .replace(/<duration_ms>\d+/g, `<duration_ms>${fixedTime}`)
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, "2026-01-01T00:00:00.000Z");
}

function numbered(seen: Map<string, string>, id: string, prefix: string, digits: number): string {
  const known = seen.get(id) ?? prefix + number(seen.size + 1, digits);
  seen.set(id, known);
  return known;
}

function number(value: number, digits: number): string {
  return String(value).padStart(digits, "0");
}

function mapTree(value: unknown, replace: Replace, key = ""): unknown {
  if (typeof value === "string") return replace(value);
  if (typeof value === "number") return /duration.*ms$|^seconds_since_/i.test(key) ? fixedTime : value;
  if (Array.isArray(value)) return value.map((item) => mapTree(item, replace));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, mapTree(item, replace, name)]),
  );
}
