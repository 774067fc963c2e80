import { loadConfig } from "../../../config/load-config.ts";
import { readStore } from "../../../install/doctor/read-store.ts";
import { projectKey } from "../../../platform/repository.ts";
import type { FoundTranscripts } from "../../../recording/ingest/find-transcripts.ts";
import {
  measureUnread,
  NOTHING_INGESTED,
  readIngestedHistory,
} from "../../../recording/ingest/session-files.ts";
import { UserError } from "../../../text/user-error.ts";
import { defineCommand, type Invocation } from "../../command.ts";
import { JOBS_OPTION, JSON_OPTION, parseJobs } from "../../options.ts";
import { findProject } from "../../project.ts";
import { describeHistory, printIngested } from "./ingest-report.ts";
import { runIngest } from "./run-ingest.ts";
import { findPastTranscripts } from "./transcripts.ts";

const options = {
  project: { type: "string", value: "DIR", help: "only sessions of this project" },
  since: {
    type: "string",
    value: "90d",
    help: "only sessions not older than this age or date, such as 2026-01-31",
  },
  ...JOBS_OPTION,
  "dry-run": { type: "boolean", help: "show how much there is to read, change nothing" },
  ...JSON_OPTION,
} as const;

type Call = Invocation<typeof options>;

export const command = defineCommand({
  usage: "[DIR|FILE…]",
  details:
    "Reads the transcripts of Claude Code (its `projects` folder, unless others are named) and records their sessions,\n" +
    "prompts, tool calls and summaries, without secrets. What was read or recorded before is skipped: run it as often as\n" +
    "you like, and again after it was interrupted.",
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
      readers: parseJobs(call.options.jobs),
    });
    const ms = performance.now() - startedAt;
    const { links, unreadable: closed } = found;
    if (call.options.json) out.json({ ...ingested, links, closed, ms: Math.round(ms) });
    else
      printIngested(out, ingested, found, { ms, retention: (await loadConfig(env, null)).config.retention });
    if (ingested.stopped) return 130;
    return ingested.problems.length === 0 && closed.length === 0 ? 0 : 1;
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

/** A person who switched recording off did not mean live recording only. */
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
