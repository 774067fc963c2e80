// Sessions from before holdfast was there, or while it was not: they can still be read.
import {
  NOTHING_INGESTED,
  readIngestedHistory,
  unreadHistory,
} from "../../../recording/ingest/session-files.ts";
import { type Check, ok } from "../check.ts";
import { readStore } from "../read-store.ts";

export const history: Check = {
  id: "history",
  title: "history",
  async run({ env }) {
    const reading = readStore(env, readIngestedHistory);
    const { sessions, bytes } = unreadHistory(
      env,
      reading.state === "read" ? reading.value : NOTHING_INGESTED,
    );
    if (sessions === 0) return [ok("every session was recorded or read")];
    const size = `${(bytes / 1_000_000).toFixed(1)} MB`;
    const unread = ok(`${sessions} ${sessions === 1 ? "session" : "sessions"} (${size}) not searchable yet`);
    return [{ ...unread, nextStep: "`holdfast ingest` reads them." }];
  },
};
