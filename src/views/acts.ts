// What people and agents did in a session with our commands or in the dashboard, such as `holdfast unlock`.
import { describeActor } from "../store/notices.ts";
import type { Store } from "../store/open.ts";
import { isRecord, parseJson } from "../text/unknown-values.ts";
import { iso, line } from "./shared.ts";

export type Act = ReturnType<typeof listActs>[number];

const MAX_ACTS = 100;

/** Oldest first. */
export function listActs(store: Store, session: string, from = 0, until = Number.MAX_SAFE_INTEGER) {
  const rows = store
    .query(
      `SELECT at, event, detail FROM event_log WHERE session_id = $session AND event IN ('release', 'dashboard')
         AND at >= $from AND at < $until ORDER BY id LIMIT ${MAX_ACTS}`,
    )
    .all({ session, from, until }) as { at: number; event: string; detail: string }[];
  return rows.map(({ at, event, detail }) => {
    const read = parseJson(detail);
    const text = (key: string) =>
      isRecord(read) && typeof read[key] === "string" ? line(read[key], 80) : "";
    const [command, by, from] = [text("command"), text("by"), text("from")];
    /** It lets stops through: unlock, cancel, pause. */
    const isRelease = event === "release";
    return { at: iso(at), command, by, isRelease, text: describeAct(command, by, from) };
  });
}

function describeAct(command: string, by: string, from: string): string {
  const what = command === "unlock" ? "unlocked" : `\`holdfast ${command}\``;
  return `${what} ${describeActor(by)}${from === "" ? "" : `, from the ${from}`}`;
}
