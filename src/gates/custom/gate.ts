// Gates of the user's own: what their commands said, one finding among the others.
import { clip, oneLine } from "../../text/clip.ts";
import type { Finding, Gate } from "../engine/gate.ts";
import { gatherCustom } from "./gather.ts";

export interface CustomFacts {
  verdicts: CustomVerdict[];
  /** Gates of the project that did not run, and why. */
  refused: "untrusted" | "changed" | null;
  toolCalls: number;
}

/** What a gate of the user's own said. */
export interface CustomVerdict {
  id: string;
  kind: "block" | "advise";
  text: string;
  /** Stable while it says the same. */
  fingerprint: string;
}

const MAX_TEXT = 900;
const MAX_ID = 60;

export const custom: Gate<CustomFacts> = {
  id: "custom",
  gather: gatherCustom,
  judge(_stop, { verdicts, refused, toolCalls }) {
    const found = [
      ...verdicts.map((verdict) => toFinding(verdict, toolCalls)),
      ...(refused ? [notTrusted(refused)] : []),
    ];
    return [...new Map(found.map((finding) => [finding.fingerprint, finding])).values()];
  },
  replay: { unknown: "commands would have to run on the work tree of that moment" },
};

function toFinding({ id, kind, text, fingerprint }: CustomVerdict, toolCalls: number): Finding {
  const name = oneLine(id).slice(0, MAX_ID).toWellFormed();
  return {
    gate: "custom",
    code: kind === "block" ? "refused" : "note",
    severity: kind,
    reason: `${name}: ${clip(text.trim() || "(no reason given)", MAX_TEXT)}`,
    summary: `The gate "${name}" says: ${text.trim().split("\n", 1)[0] || "(no reason given)"}`,
    label: name,
    fingerprint: `custom-${kind}:${Bun.hash(`${id}\n${fingerprint}`).toString(36)}`,
    // What it looks at is not known: working is progress.
    progress: `tools:${toolCalls}`,
    releasedBy: `the gate "${name}" answering otherwise`,
  };
}

function notTrusted(refused: NonNullable<CustomFacts["refused"]>): Finding {
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
