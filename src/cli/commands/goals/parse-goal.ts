import type { Environment } from "../../../config/environment.ts";
import { loadConfig } from "../../../config/load-config.ts";
import { AGENT_NEEDS_CLAUDE } from "../../../judge/ask-model.ts";
import { redact } from "../../../text/redaction/redact.ts";
import { UserError } from "../../../text/user-error.ts";

const MAX_TEXT = 500;
const MAX_COMMAND = 4000;

export function parseTask(kind: "loop" | "flow", text: string | undefined, example: string): string {
  const task = toLine(text);
  if (task !== "") return task;
  throw new UserError("no-task", `a ${kind} needs a task`, `Example: holdfast ${kind} start ${example}`);
}

export function parseCommand(text: string, option: string): string {
  if (text.trim() !== "" && text.length <= MAX_COMMAND && !text.includes("\0")) return text.trim();
  throw new UserError(`bad-${option}`, `--${option} is not a command`, `Example: --${option} "npm test"`);
}

export function parseQuestion(text: string): string {
  const question = toLine(text);
  if (question !== "") return question;
  throw new UserError("bad-judge", "--judge is not a question", 'Example: --judge "Is every page linked?"');
}

/** Nobody would ever answer. */
export async function requireJudge(env: Environment, projectDir: string): Promise<void> {
  const { judge } = (await loadConfig(env, projectDir)).config;
  if (judge.by !== "off") return;
  throw new UserError(
    "no-judge",
    "no judge is configured",
    "Set `judge.by` in your config: `holdfast help judges`.",
  );
}

/** A review reads the code. */
export async function requireAgentJudge(env: Environment, projectDir: string): Promise<void> {
  await requireJudge(env, projectDir);
  if ((await loadConfig(env, projectDir)).config.judge.by === "claude") return;
  throw new UserError("no-agent", AGENT_NEEDS_CLAUDE, "Leave out --judge: a subagent can review, too.");
}

/** One line without secrets, shortened: it is stored and shown. */
export function toLine(text: string | undefined): string {
  const line = redact(text ?? "").text.replaceAll(/[\s\u0000-\u001f\u007f]+/g, " ");
  return line.trim().slice(0, MAX_TEXT);
}
