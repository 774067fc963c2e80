/** Settings of earlier versions. They are accepted and change nothing; each says what to do instead. */
export const RETIRED_SETTINGS: Readonly<Record<string, string>> = {
  weakenedChecks: "Remove it.",
  "reflection.thresholds.red_check": "Remove it: reflection no longer has this detector.",
  "reflection.thresholds.failing_test": "Remove it: reflection no longer has this detector.",
  "reflection.thresholds.discarded_edits": "Remove it: reflection no longer has this detector.",
  "reflection.thresholds.review_rounds": "Remove it: reflection no longer has this detector.",
  "reflection.thresholds.edit_churn": "Remove it: reflection no longer has this detector.",
  "reflection.thresholds.permission_denials":
    "Remove it: `reflection.thresholds.repeated_error` also counts refused calls.",
  "reflection.thresholds.slow_tools": "Remove it: reflection no longer has this detector.",
  "reflection.thresholds.compactions": "Remove it: reflection no longer has this detector.",
  "reflection.thresholds.gate_blocks": "Remove it: reflection no longer has this detector.",
  "reflection.thresholds.gate_releases": "Remove it: reflection no longer has this detector.",
  "reflection.thresholds.wrong_blocks":
    "Remove it: `holdfast wrong` names a setting from the third wrong hold on.",
};
