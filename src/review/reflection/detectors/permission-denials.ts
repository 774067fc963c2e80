import type { ToolCall } from "../../../transcript/tool-item.ts";
import { isHarmlessRule, permissionRule } from "../permission-rule.ts";
import type { Draft, TranscriptDetector } from "./detector.ts";
import { type Counted, createTally } from "./tally.ts";

const MOST = 3;

/** Calls that the settings did not allow, or the person refused. */
export const permissionDenials: TranscriptDetector = {
  id: "PERMISSION_DENIALS",
  watch({ permission_denials: least }) {
    const denied = createTally();
    const refused = createTally();
    const reasons = new Map<string, string>();
    let lastRefused: string | null = null;
    return {
      see(item) {
        if (item.kind === "tool-result" && item.failure === "permission" && item.call)
          denied.add(ruleOf(item.call), { at: item.offset, text: describeCall(item.call) });
        if (item.kind !== "rejection" || !item.call || isDialog(item.call)) return;
        // Calls made side by side are refused together, and an edit is refused for what is in it.
        const { messageId } = item.call;
        if (messageId !== null && messageId === lastRefused) return;
        lastRefused = messageId;
        if (item.reason === null && item.call.tool !== "Bash") return;
        const said = item.reason === null ? "" : ` (you: ${item.reason})`;
        const key = ruleOf(item.call);
        refused.add(key, { at: item.offset, text: `${describeCall(item.call)}${said}` });
        if (item.reason !== null && reasons.size < 100) reasons.set(key, item.reason);
      },
      found: () => [
        ...denied.atLeast(least).slice(0, MOST).map(describeDenied),
        ...refused
          .atLeast(least)
          .slice(0, MOST)
          .map((counted) => describeRefused(counted, reasons.get(counted.key))),
      ],
    };
  },
};

function ruleOf({ tool, input }: ToolCall): string {
  return permissionRule(tool, input);
}

/** To refuse a plan or a question is an answer. */
function isDialog({ tool }: ToolCall): boolean {
  return tool === "ExitPlanMode" || tool === "AskUserQuestion";
}

function describeCall({ tool, input }: ToolCall): string {
  const what = input.command ?? input.file_path ?? input.url ?? input.pattern ?? "";
  return `${tool} ${typeof what === "string" ? what : ""}`.trim();
}

function describeDenied({ key, count, sightings }: Counted): Draft {
  const harmless = isHarmlessRule(key);
  return {
    id: "PERMISSION_DENIALS",
    count,
    title: `${count} calls had no permission: ${key}`,
    subject: `denied ${key}`,
    evidence: sightings,
    suggestion: harmless
      ? { kind: "permission", text: `If you trust it, allow it once for all: ${key}`, payload: { rule: key } }
      : {
          kind: "none",
          text: `Claude wants ${key}, which can do harm: say in CLAUDE.md what to use instead.`,
          payload: null,
        },
  };
}

function describeRefused({ key, count, sightings }: Counted, reason?: string): Draft {
  return {
    id: "PERMISSION_DENIALS",
    count,
    title: `You refused ${count} calls: ${key}`,
    subject: `refused ${key}`,
    evidence: sightings,
    suggestion:
      reason === undefined
        ? {
            kind: "none",
            text: `Deny it in the client's settings, or say in CLAUDE.md what you want instead.`,
            payload: null,
          }
        : {
            kind: "memory",
            text: "Keep your reason as a preference, so that you need not refuse it again.",
            payload: {
              category: "PREFERENCE",
              title: reason.split("\n")[0]?.slice(0, 100) ?? reason,
              body: reason,
            },
          },
  };
}
