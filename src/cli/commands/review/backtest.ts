import { resolve } from "node:path";
import { groupBySession } from "../../../recording/ingest/session-files.ts";
import { loadCurrentSettings, loadSettings } from "../../../review/backtest/load-settings.ts";
import { openReplayer } from "../../../review/backtest/replay-session.ts";
import { BacktestReport, renderText } from "../../../review/backtest/report.ts";
import { defineCommand, JSON_OPTION, option } from "../../command.ts";
import { findProject } from "../../target.ts";
import { startProgressBar } from "../../terminal.ts";
import { printProblems } from "../history/run-ingest.ts";
import { findTranscriptsToShow, SINCE_OPTION } from "../history/transcripts.ts";

export const command = defineCommand({
  details:
    "Replays the stops in Claude Code's transcripts through the gates and the budget, and shows which would have been held\n" +
    "and which of them ended otherwise then. A file given with --config replaces a project's .claude/holdfast.json, on top\n" +
    "of your own settings; strict and gentle are the presets of `holdfast init`. Changes nothing. Exit code 0; 1 if\n" +
    "something could not be read.",
  examples: [
    "holdfast backtest",
    "holdfast backtest --since 30d --config strict",
    "holdfast backtest --config new.json --json",
  ],
  options: {
    config: option("FILE", "the settings to try, or strict or gentle (default: the current ones)"),
    ...SINCE_OPTION,
    ...JSON_OPTION,
  },
  async run(call) {
    const { env, out, cwd } = call;
    const { config: name, json } = call.options;
    const settings =
      name === undefined
        ? await loadCurrentSettings(env, (await findProject(call)).dir)
        : await loadSettings(env, name, resolve(cwd, name));
    const found = await findTranscriptsToShow(call);
    const files = groupBySession(found.files, new Map()).flatMap(({ sessionId, files: ofSession }) =>
      ofSession.filter(({ agent }) => !agent).map(({ path, size }) => ({ path, size, sessionId })),
    );
    const totalBytes = files.reduce((sum, { size }) => sum + size, 0);
    const report = new BacktestReport();
    const replay = openReplayer(settings);
    const bar = startProgressBar(out);
    let bytes = 0;
    try {
      for (const { path, size, sessionId } of files) {
        report.add(path, await replay(path, sessionId));
        bytes += size;
        bar?.show({ bytes, totalBytes, sessions: report.sessions });
      }
    } finally {
      bar?.end();
    }
    if (json) out.json({ ...report.toJson(), unreadable: found.unreadable });
    else if (files.length === 0) out.line("There are no transcripts to replay.");
    else for (const line of await renderText(report, out.style)) out.line(line);
    if (!json) printProblems(out, report, found);
    return report.problems.length === 0 && found.unreadable.length === 0 ? 0 : 1;
  },
});
