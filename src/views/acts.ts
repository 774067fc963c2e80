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
    const place = from === "" ? "" : `, from the ${from}`;
    /** It lets stops through: unlock, cancel, pause. */
    const isRelease = event === "release";
    const isWaived = isRecord(read) && read.isWaived === true;
    const what = describeWhat(command, text("kind"), text("condition"), isWaived);
    return { at: iso(at), command, by, isRelease, text: `${what} ${describeActor(by)}${place}` };
  });
}

/** `kind`: of the goal; "" if unknown. */
function describeWhat(command: string, kind: string, condition: string, isWaived: boolean): string {
  if (condition !== "")
    return `${isWaived ? "waived" : "set without evidence"}: ${condition} of the ${kind},`;
  if (command === "unlock") return "unlocked";
  return `\`holdfast ${[command, kind].filter(Boolean).join(" ")}\``;
}
