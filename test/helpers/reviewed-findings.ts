// Writes findings into the store as a reflection would, for a person to decide on.
import { databasePath } from "../../src/config/environment.ts";
import type { Pattern } from "../../src/review/reflection/reflection.ts";
import { saveReflection } from "../../src/review/reflection/save-reflection.ts";
import { openStore } from "../../src/store/open.ts";
import { homeOf, type Place } from "./holdfast.ts";
import { queryStore } from "./installed.ts";

export function makePattern(changes: Partial<Pattern> = {}): Pattern {
  return {
    id: "LONG_SESSION",
    count: 120,
    title: "The session had 120 messages",
    evidence: [{ where: "line 812", text: "the last of them" }],
    suggestion: { text: "Break it into smaller tasks." },
    fingerprint: "00112233445566aa",
    ...changes,
  };
}

/** Saves one reflection with these patterns; returns the ids of its findings, in the patterns' order. */
export async function leaveFindings(place: Place, patterns: Pattern[], sessionId = "s1"): Promise<number[]> {
  const store = await openStore(databasePath(homeOf(place)));
  await saveReflection(store, {
    sessionId,
    projectDir: place.project,
    transcriptPath: "/tmp/s1.jsonl",
    at: Date.now(),
    trigger: "manual",
    metrics: {
      messages: 120,
      userMessages: 20,
      assistantMessages: 100,
      toolUses: 50,
      toolErrors: 3,
      compactions: 0,
      tokens: { input: 1, output: 1, cacheRead: 0, cacheCreation: 0 },
      durationMs: 60_000,
    },
    trace: null,
    patterns,
  });
  store.close();
  const rows = queryStore(place, "SELECT id, fingerprint, project_key FROM findings").filter(
    (row) => row.project_key === place.project,
  );
  return patterns.map(({ fingerprint }) => Number(rows.find((row) => row.fingerprint === fingerprint)?.id));
}

export function statuses(place: Place): Record<number, string> {
  const rows = queryStore(place, "SELECT id, status FROM findings ORDER BY id");
  return Object.fromEntries(rows.map(({ id, status }) => [Number(id), String(status)]));
}
