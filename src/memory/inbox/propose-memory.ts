// Puts into the inbox what Claude may not save itself: personal memories, and changes to the person's memories.
import type { Store } from "../../store/open.ts";
import { redact } from "../../text/redaction/redact.ts";
import { cleanTitle } from "../files/clean-memory.ts";
import type { MemoryInput, MemorySource } from "../files/remember.ts";
import { recordCandidate } from "./candidates.ts";

export interface Proposal {
  id: number;
  title: string;
  why: string;
}

/** `why`: what accepting it would do. */
export function proposeMemory(
  store: Store,
  projectKey: string,
  { title, body = "", category = "DECISION" }: MemoryInput,
  { session }: Pick<MemorySource, "session">,
  why: string,
): Proposal {
  const shown = cleanTitle(title);
  const line = redact(body.trim() === "" ? shown : `${shown}\n${body}`).text;
  const fingerprint = Bun.hash(`proposed\n${category}\n${line}`).toString(36);
  recordCandidate(store, {
    fingerprint,
    project_key: projectKey,
    session_id: session ?? "",
    category,
    title: shown,
    score: 0,
    who: "claude",
    evidence: JSON.stringify([{ line, who: "claude", why }]),
    patterns: "[]",
    at: Date.now(),
  });
  const row = store
    .query("SELECT id FROM candidates WHERE project_key = $projectKey AND fingerprint = $fingerprint")
    .get({ projectKey, fingerprint }) as { id: number };
  return { id: row.id, title: shown, why };
}
