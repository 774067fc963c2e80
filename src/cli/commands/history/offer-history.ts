// After an install: what Claude Code did before is there to be read.
import { loadConfig } from "../../../config/load-config.ts";
import { ask } from "../../../install/ask.ts";
import { readStore } from "../../../install/doctor/read-store.ts";
import { findTranscripts } from "../../../recording/ingest/find-transcripts.ts";
import {
  historyDir,
  NOTHING_INGESTED,
  readIngestedHistory,
  type UnreadHistory,
  unreadHistory,
} from "../../../recording/ingest/session-files.ts";
import { UserError } from "../../../text/user-error.ts";
import type { Invocation } from "../../command.ts";
import { describeHistory, printIngested } from "./ingest-report.ts";
import { runIngest } from "./run-ingest.ts";

type Call = Pick<Invocation, "env" | "out"> & { options: { yes?: boolean; json?: boolean } };

export function lookForHistory({ env }: Pick<Call, "env">): UnreadHistory {
  const reading = readStore(env, readIngestedHistory);
  return unreadHistory(env, reading.state === "read" ? reading.value : NOTHING_INGESTED);
}

/** Asks where a person can answer; else says how. Never fails: the install is done. */
export async function offerHistory(call: Call): Promise<void> {
  const { out, options } = call;
  const history = lookForHistory(call);
  if (history.sessions === 0) return;
  const past = `${describeHistory(history)} of past work`;
  if (options.yes || !out.interactive || !(await ask(`Make ${past} searchable now?`))) {
    out.line(`To make ${past} searchable: holdfast ingest`);
    return;
  }
  await ingestNow(call);
}

async function ingestNow({ env, out }: Call): Promise<void> {
  const found = findTranscripts([historyDir(env)]);
  const startedAt = performance.now();
  try {
    const what = { files: found.files, projectKey: null, readers: null };
    const ingested = await runIngest({ env, out, options: {} }, what);
    const { retention } = (await loadConfig(env, null)).config;
    printIngested(out, ingested, found, { ms: performance.now() - startedAt, retention });
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    out.error(`${out.style.yellow("not read:")} ${error.message}`);
    out.error("Try it again: holdfast ingest");
  }
}
