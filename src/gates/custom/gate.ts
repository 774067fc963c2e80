// Gates of the user's own: what their commands said, one finding among the others.
import type { CustomGates, CustomVerdict, Facts } from "../engine/facts.ts";
import type { Finding, Gate } from "../engine/finding.ts";

const MAX_TEXT = 900;
const MAX_ID = 60;

export const custom: Gate = {
  id: "custom",
  events: ["Stop", "SubagentStop", "TaskCompleted", "TeammateIdle"],
  needs: ["custom", "toolCalls"],
  judge(_event, facts) {
    if (!facts.custom) return [];
    const { verdicts, refused } = facts.custom;
    const found = [
      ...verdicts.map((verdict) => toFinding(verdict, facts)),
      ...(refused ? [notTrusted(refused)] : []),
    ];
    return [...new Map(found.map((finding) => [finding.fingerprint, finding])).values()];
  },
};

function toFinding({ id, kind, text, fingerprint }: CustomVerdict, { toolCalls }: Facts): Finding {
  const name = id.replaceAll(/\s+/g, " ").slice(0, MAX_ID).toWellFormed();
  const said = text.trim() || "(no reason given)";
  return {
    gate: "custom",
    code: kind === "block" ? "refused" : "note",
    severity: kind,
    reason: `${name}: ${said.length <= MAX_TEXT ? said : `${said.slice(0, MAX_TEXT)}…`.toWellFormed()}`,
    fingerprint: `custom-${kind}:${Bun.hash(`${id}\n${fingerprint}`).toString(36)}`,
    // What it looks at is not known: working is progress.
    progress: `tools:${toolCalls}`,
    releasedBy: `the gate "${name}" answering otherwise`,
  };
}

function notTrusted(refused: NonNullable<CustomGates["refused"]>): Finding {
  const why = refused === "untrusted" ? "is not trusted" : "changed since you trusted it";
  return {
    gate: "custom",
    code: "untrusted",
    severity: "advise",
    reason: `gates of this project did not run: .claude/holdfast.json ${why}. See \`holdfast trust\`.`,
    fingerprint: `custom-${refused}`,
    progress: "",
    releasedBy: "`holdfast trust`",
  };
}
