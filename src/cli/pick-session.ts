import type { Store } from "../store/open.ts";
import { findSession, type SessionRow, sessionsStartingWith } from "../store/sessions.ts";
import { UserError } from "../text/user-error.ts";

/** By its id or the beginning of it. */
export function pickSession(store: Store, id: string): SessionRow {
  const exact = id === "" ? null : findSession(store, id);
  const found = exact ? [exact] : id === "" ? [] : sessionsStartingWith(store, id);
  const [first] = found;
  if (first && found.length === 1) return first;
  if (id === "")
    throw new UserError(
      "usage",
      "which session?",
      "Give its ID, or the beginning of it: `holdfast sessions list` shows them.",
    );
  throw new UserError(
    "no-session",
    first ? `several sessions start with ${id}` : `there is no session ${id}`,
    "`holdfast sessions list` shows them.",
  );
}
