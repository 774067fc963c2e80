import { loadConfig } from "../../../config/load-config.ts";
import { readStoreOr } from "../../../install/doctor/context.ts";
import { loggingAgents } from "../../../protocol/agent-log.ts";
import {
  type FoundTranscripts,
  measureUnread,
  NOTHING_INGESTED,
  readIngestedHistory,
} from "../../../recording/ingest/session-files.ts";
import { UserError } from "../../../text/user-error.ts";
import { defineCommand, flag, type Invocation, JOBS_OPTION, JSON_OPTION, option } from "../../command.ts";
import { findProjectKey } from "../../target.ts";
import { describeHistory, printIngested, runIngest } from "./run-ingest.ts";
import { findPastTranscripts, SINCE_OPTION } from "./transcripts.ts";

const options = {
  project: option("DIR", "only sessions of this project"),
  ...SINCE_OPTION,
  ...JOBS_OPTION,
  "dry-run": flag("show how much there is to read; change nothing"),
  ...JSON_OPTION,
};

type Call = Invocation<typeof options>;

export const command = defineCommand({
  changes: true,
  usage: "[DIR|FILE…]",
  details:
    "Reads the logs that agents keep of their sessions (by default where they keep them) and records sessions, prompts,\n" +
    `tool calls and summaries, without secrets. Of: Claude Code, ${loggingAgents().join(", ")}.\n` +
    "Sessions that are already recorded are skipped, so you can interrupt it and run it again.",
  examples: [
    "holdfast ingest",
    "holdfast ingest --since 90d --dry-run",
    "holdfast ingest --project .",
    "holdfast ingest ~/backup/projects",
  ],
  options,
  maxPositionals: 1000,
  async run(call) {
    const { out } = call;
    const found = findPastTranscripts(call, call.positionals, call.options.since);
    if (call.options["dry-run"]) return dryRun(call, found);
    await refuseWhenOff(call);
    const { project } = call.options;
    const ingested = await runIngest(call, {
      files: found.files,
      projectKey: project === undefined ? null : await findProjectKey(call, project),
      readers: call.options.jobs ?? null,
    });
    const { links, unreadable: closed } = found;
    if (call.options.json) out.json({ ...ingested, links, closed });
    else await printIngested(call, ingested, found);
    if (ingested.stopped) return 130;
    return ingested.problems.length === 0 && closed.length === 0 ? 0 : 1;
  },
});

function dryRun({ env, out, options: { json } }: Call, { files }: FoundTranscripts): number {
  const { cursors } = readStoreOr(env, readIngestedHistory, NOTHING_INGESTED);
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

/** Switching recording off also means no ingest. */
async function refuseWhenOff({ env }: Call): Promise<void> {
  const { config } = await loadConfig(env, null);
  if (config.capture.enabled) return;
  throw new UserError(
    "capture-off",
    "recording is switched off (capture.enabled)",
    "Switch it on in your config, then run `holdfast ingest` again.",
  );
}
