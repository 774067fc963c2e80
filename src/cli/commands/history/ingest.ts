import { loadConfig } from "../../../config/load-config.ts";
import { readStore } from "../../../install/doctor/read-store.ts";
import type { FoundTranscripts } from "../../../recording/ingest/find-transcripts.ts";
import {
  measureUnread,
  NOTHING_INGESTED,
  readIngestedHistory,
} from "../../../recording/ingest/session-files.ts";
import { UserError } from "../../../text/user-error.ts";
import { projectKey } from "../../../worktree/project-key.ts";
import { defineCommand, type Invocation } from "../../command.ts";
import { findProject } from "../../project.ts";
import { describeHistory, printIngested, toJson } from "./ingest-report.ts";
import { readJobs } from "./jobs.ts";
import { findPastTranscripts } from "./past-transcripts.ts";
import { runIngest } from "./run-ingest.ts";

const options = {
  project: { type: "string", value: "DIR", help: "only sessions of this project" },
  since: {
    type: "string",
    value: "90d",
    help: "only sessions since then, or since a date such as 2026-01-31",
  },
  jobs: {
    type: "string",
    value: "2",
    help: "how many threads read (as many as there are cores)",
  },
  "dry-run": { type: "boolean", help: "say how much there is to read, change nothing" },
  json: { type: "boolean", help: "print the result as JSON" },
} as const;

type Call = Invocation<typeof options>;

export const command = defineCommand({
  summary: "make past sessions searchable from their transcripts",
  usage: "[DIR|FILE…]",
  details:
    "Reads the transcripts Claude Code has kept (its `projects` folder, unless others are named) and records their\n" +
    "sessions, prompts, tool calls and summaries, without secrets. What was read or recorded before is not taken again:\n" +
    "run it as often as you like, and again after it was interrupted.",
  examples: [
    "holdfast ingest",
    "holdfast ingest --since 90d --dry-run",
    "holdfast ingest --project .",
    "holdfast ingest ~/backup/projects",
  ],
  options,
  maxPositionals: 1000,
  async run(call) {
    const { env, out } = call;
    const found = findPastTranscripts(call, call.positionals, call.options.since);
    if (call.options["dry-run"]) return dryRun(call, found);
    await refuseWhenOff(call);
    const key = call.options.project === undefined ? null : await keyOf(call, call.options.project);
    const startedAt = performance.now();
    const ingested = await runIngest(call, {
      files: found.files,
      projectKey: key,
      readers: readJobs(call.options.jobs),
    });
    const ms = performance.now() - startedAt;
    if (call.options.json) out.json(toJson(ingested, found, ms));
    else
      printIngested(out, ingested, found, { ms, retention: (await loadConfig(env, null)).config.retention });
    if (ingested.stopped) return 130;
    return ingested.problems.length === 0 && found.unreadable.length === 0 ? 0 : 1;
  },
});

function dryRun({ env, out, options: { json } }: Call, { files }: FoundTranscripts): number {
  const reading = readStore(env, readIngestedHistory);
  const cursors = reading.state === "read" ? reading.value.cursors : NOTHING_INGESTED.cursors;
  const history = measureUnread(files, { ...NOTHING_INGESTED, cursors });
  if (json) out.json({ dryRun: true, ...history });
  else
    out.line(
      history.sessions === 0
        ? "Nothing to read."
        : `Would read ${describeHistory(history)}. Nothing was changed.`,
    );
  return 0;
}

/** A person who switched recording off did not mean it for the live half only. */
async function refuseWhenOff({ env }: Call): Promise<void> {
  const { config } = await loadConfig(env, null);
  if (config.capture.enabled) return;
  throw new UserError(
    "capture-off",
    "recording is switched off (capture.enabled)",
    "Switch it on in your config, then run `holdfast ingest` again.",
  );
}

async function keyOf(call: Call, dir: string): Promise<string> {
  return projectKey((await findProject(call, dir)).dir);
}
