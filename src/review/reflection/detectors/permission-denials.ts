import { splitCommand } from "../../../transcript/selectors/shell-command.ts";
import type { ToolCall, ToolResult } from "../../../transcript/tool-item.ts";
import type { Suggestion } from "../reflection.ts";
import { advise, Tally, type TranscriptDetector } from "./detector.ts";

const MAX_PATTERNS = 3;
const MAX_REASONS = 100;
const MAX_TITLE = 100;

/** Programs whose second word says what they do. */
const PROGRAMS_WITH_VERBS = new Set(
  "apt aws brew bun cargo composer deno docker dotnet gcloud gh git go gradle helm kubectl make mix mvn nix npm npx pip pipx pnpm podman poetry rails rake rustup systemctl terraform uv yarn".split(
    " ",
  ),
);

/** Commands that can do harm beyond what their first words say. */
const HARMFUL =
  /^Bash\((?:claude|rm|rmdir|sudo|su|dd|mkfs|chmod|chown|kill|pkill|killall|shutdown|reboot|curl|wget|ssh|scp|rsync|eval|bash|sh|zsh|python3?|node|perl|ruby|npx|xargs|find|env|git (?:push|reset|clean|checkout|restore|rebase|branch|config)|(?:npm|pnpm|yarn|bun) (?:publish|exec|x|dlx)|docker (?:rm|run|exec|system)|gh (?:api|repo|pr|release|secret)|kubectl \w+|terraform \w+|aws \w+|gcloud \w+|systemctl \w+)(?::\*)?\)$/;

/** Calls that the settings did not allow or the person refused. */
export const permissionDenials: TranscriptDetector = ({ permission_denials: min }) => {
  const denied = new Tally();
  const refused = new Tally();
  const reasons = new Map<string, string>();
  let lastRefusedMessage: string | null = null;
  return {
    follow(item) {
      if (item.kind === "tool-result" && item.failure === "permission" && item.call) {
        const sighting = { at: item.offset, text: describeCall(item.call) };
        for (const rule of deniedRules(item, item.call)) denied.add(rule, sighting);
      }
      if (item.kind !== "rejection" || !item.call || isDialog(item.call)) return;
      // Parallel calls are refused together and count once; edits and agents are refused for their content.
      const { messageId, tool } = item.call;
      if (messageId !== null && messageId === lastRefusedMessage) return;
      lastRefusedMessage = messageId;
      if (tool !== "Bash" && !tool.startsWith("mcp__") && !tool.startsWith("Web")) return;
      const said = item.reason === null ? "" : ` (you: ${item.reason})`;
      const key = permissionRule(item.call);
      refused.add(key, { at: item.offset, text: `${describeCall(item.call)}${said}` });
      if (item.reason !== null && reasons.size < MAX_REASONS) reasons.set(key, item.reason);
    },
    listPatterns: () => [
      ...denied.patterns("PERMISSION_DENIALS", min, MAX_PATTERNS, ({ key, count }) => ({
        title: `${count} calls had no permission: ${key}`,
        subject: `denied ${key}`,
        suggestion: {
          kind: "permission",
          text: `If you trust it, allow it permanently: ${key}`,
          payload: { rule: key },
        },
      })),
      ...refused.patterns("PERMISSION_DENIALS", min, MAX_PATTERNS, ({ key, count }) => ({
        title: `You refused ${count} calls: ${key}`,
        subject: `refused ${key}`,
        suggestion: suggestForRefused(reasons.get(key)),
      })),
    ],
  };
};

/** Rejecting a plan or a question is an answer, not a denial. */
function isDialog({ tool }: ToolCall): boolean {
  return tool === "ExitPlanMode" || tool === "AskUserQuestion";
}

function describeCall({ tool, input }: ToolCall): string {
  const what = input.command ?? input.file_path ?? input.url ?? input.pattern ?? "";
  return `${tool} ${typeof what === "string" ? what : ""}`.trim();
}

/** For a command of several parts, the client names the parts it did not allow. */
const DENIED_PARTS = /^This Bash command contains .{1,80}? requires? approval: ([\s\S]+)/;
/** A folder outside the allowed ones, which no rule for the command allows. */
const OUT_OF_BOUNDS = /^\S+ in '[^']+' was blocked/;

/** The rules that would have allowed the call, without those for harmful commands. */
function deniedRules({ text }: ToolResult, call: ToolCall): string[] {
  if (OUT_OF_BOUNDS.test(text)) return [];
  const [, denied] = DENIED_PARTS.exec(text) ?? [];
  if (denied === undefined) return [permissionRule(call)].filter(isHarmlessRule);
  const { command } = call.input;
  const parts = (typeof command === "string" ? splitCommand(command) : null) ?? [denied.split(/\s+/)];
  const names = parts.map((words) => firstWords(words.join(" ")));
  const isDenied = (name: string) => `, ${denied}`.includes(`, ${name}`);
  return [...new Set(names.filter(isDenied).map((name) => `Bash(${name}:*)`))].filter(isHarmlessRule);
}

function suggestForRefused(reason: string | undefined): Suggestion {
  if (reason === undefined)
    return advise("Deny it in the client's settings, or say in CLAUDE.md what you want instead.");
  return {
    kind: "memory",
    text: "Save your reason as a preference, so that you need not refuse it again.",
    payload: {
      category: "PREFERENCE",
      title: reason.split("\n")[0]?.slice(0, MAX_TITLE) ?? reason,
      body: reason,
    },
  };
}

/** The rule of the client's settings that covers a call. */
export function permissionRule({ tool, input }: Pick<ToolCall, "tool" | "input">): string {
  if (tool === "Bash") return `Bash(${firstWords(input.command)}:*)`;
  if (tool === "WebFetch") return `WebFetch(domain:${hostOf(input.url)})`;
  return tool;
}

/** Whether we may propose to allow it permanently. */
export function isHarmlessRule(rule: string): boolean {
  return rule.startsWith("Bash(")
    ? !HARMFUL.test(rule) && /^Bash\([\w./ -]+:\*\)$/.test(rule)
    : /^WebFetch\(domain:[\w.-]+\)$/.test(rule) || rule === "WebSearch" || rule.startsWith("mcp__");
}

function firstWords(command: unknown): string {
  const words = (typeof command === "string" ? command : "")
    .trim()
    .replace(/^(?:cd\s+\S+\s*&&\s*)+/, "")
    .replace(/^(?:\w+=\S*\s+)+/, "")
    .split(/\s+/);
  const [program = "", verb = ""] = words;
  const isVerb = PROGRAMS_WITH_VERBS.has(program) && /^[a-z][\w:-]*$/.test(verb);
  const script = isVerb && verb === "run" && /^[\w:-]+$/.test(words[2] ?? "") ? ` ${words[2]}` : "";
  return isVerb ? `${program} ${verb}${script}` : program;
}

function hostOf(url: unknown): string {
  return typeof url === "string" && URL.canParse(url) ? new URL(url).hostname : "";
}
