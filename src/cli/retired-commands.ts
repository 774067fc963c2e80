/** Commands and options of earlier versions, and what to use instead. */
export const RETIRED_COMMANDS: Readonly<Record<string, string>> = {
  claims: "Use `holdfast runs`.",
  insights:
    "`holdfast wrong` names a setting from the third wrong hold on; `holdfast reflect` looks back at a session.",
  "memory supersede": "Use `holdfast memory edit NEW --supersede OLD`.",
  "reflect review --accept": "Use --issue to file a finding, or --reject to drop it.",
};
