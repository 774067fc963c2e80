/** Commands and options of earlier versions, and what to use instead. */
export const RETIRED_COMMANDS: Readonly<Record<string, string>> = {
  claims: "Use `holdfast checks`.",
  insights:
    "`holdfast wrong` names a setting from the third wrong hold on; `holdfast reflect` looks back at a session.",
  receipt: "Use `holdfast checks`, with --markdown for a pull request.",
  "reflect review --accept": "Use --issue to file a finding, or --reject to drop it.",
  runs: "Use `holdfast checks`, with --session for the runs of one session.",
};
