/** Commands and options of earlier versions, and what to use instead. */
export const RETIRED_COMMANDS: Readonly<Record<string, string>> = {
  claims: "Use `holdfast checks`.",
  "config schema": "Use `holdfast config show --schema`.",
  "gate run --sarif": "Use --junit, or --ci for annotations and the job summary.",
  insights:
    "`holdfast wrong` names a setting from the third wrong hold on; `holdfast reflect` looks back at a session.",
  "memory reindex":
    "holdfast reads changed files by itself; `holdfast memory list --status any` lists all of them, and `holdfast doctor` those with mistakes.",
  "memory stats": "Use `holdfast memory inbox --stats`. Accepting items gives a pattern its weight back.",
  "memory supersede": "Use `holdfast memory edit NEW --supersede OLD`.",
  receipt: "Use `holdfast checks`, with --markdown for a pull request.",
  "reflect review --accept": "Use --issue to file a finding, or --reject to drop it.",
  runs: "Use `holdfast checks`, with --session for the runs of one session.",
  version: "Use `holdfast --version`, or `holdfast update` for how it was installed.",
  "backtest --against": "Run `holdfast backtest --config FILE` for each, and compare the tables.",
  "backtest --html": "The table has the numbers, and --json all of them.",
  "backtest --transcripts": "It reads Claude Code's own folder; CLAUDE_CONFIG_DIR names another one.",
  "backtest --jobs": "Leave it out.",
  metrics: "The files in .claude/runtime/metrics/ have the numbers, one JSON object per line.",
  "update --check": "`npm view holdfast version` prints the newest version.",
  "update --to": "Run `npx holdfast@VERSION install`.",
  "update --from": "Run `npm install FILE`, then `npx holdfast install` in the same folder.",
  "update --yes": "`holdfast update` only prints the command to run.",
};
