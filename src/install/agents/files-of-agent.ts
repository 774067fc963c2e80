// Which files of each agent have entries of ours.

import type { Environment } from "../../config/environment.ts";
import { executablePath } from "../../config/environment.ts";
import { folderOf, type HostRegistration, hookCommand, hooksOf } from "../../protocol/registration.ts";
import { countNoun } from "../../text/count-noun.ts";
import { allowedPrefixes, type RuleChoice } from "../permission-rules.ts";
import type { AgentFile } from "./agent-file.ts";
import { jsonFile } from "./json-file.ts";
import { textFile } from "./text-file.ts";
import { writableRoot } from "./writable-root.ts";

export interface AgentChoices {
  rules: RuleChoice;
  /** Whether sandboxed commands may write our folder. */
  writableRoot: boolean;
}

/** What differs between the agents besides their hooks. */
interface Extras {
  /** The settings file may have comments. */
  allowsComments: boolean;
  /** A file of rules, below the agent's folder. */
  rules?: { file: string; render(prefixes: readonly string[][]): string };
  /** The TOML file with the folders that sandboxed commands may write. */
  roots?: string;
}

const EXTRAS: Record<string, Extras> = {
  codex: {
    allowsComments: false,
    rules: { file: "rules/holdfast.rules", render: renderCodexRules },
    roots: "config.toml",
  },
  copilot: { allowsComments: false },
  gemini: { allowsComments: true, rules: { file: "policies/holdfast.toml", render: renderGeminiPolicy } },
  // No rules: those of Qwen also match a command with variables before it, such as PATH or LD_PRELOAD, and with `$(…)` in it.
  qwen: { allowsComments: true },
};

const NO_EXTRAS: Extras = { allowsComments: false };

/** Whether the agent has a sandbox that our folder can be added to. */
export function hasWritableRoots({ id }: HostRegistration): boolean {
  return EXTRAS[id]?.roots !== undefined;
}

/** The files that an install with these choices edits. */
export function filesOf(env: Environment, host: HostRegistration, choices: AgentChoices): AgentFile[] {
  const folder = folderOf(host, env);
  const { allowsComments, rules, roots } = EXTRAS[host.id] ?? NO_EXTRAS;
  const command = hookCommand(executablePath(env));
  const prefixes = allowedPrefixes(choices.rules);
  const hooks = jsonFile({
    path: `${folder}/${host.file}`,
    what: `hooks for ${countNoun(host.events.length, "event")}`,
    client: host.name,
    allowsComments,
    preamble: host.preamble,
    hooks: hooksOf(host, command),
    command,
    isOwnFile: host.isOwnFile,
  });
  const listed =
    rules && prefixes.length > 0
      ? [
          textFile({
            path: `${folder}/${rules.file}`,
            what: countNoun(prefixes.length, "allow rule"),
            text: rules.render(prefixes),
          }),
        ]
      : [];
  const rooted = roots && choices.writableRoot ? [writableRoot(`${folder}/${roots}`, env.holdfastHome)] : [];
  return [hooks, ...listed, ...rooted];
}

/** A command that a rule allows also runs outside the sandbox, so it can record. */
function renderCodexRules(prefixes: readonly string[][]): string {
  const rules = prefixes.map(
    (words) => `prefix_rule(pattern = ${JSON.stringify(words)}, decision = "allow")`,
  );
  return `# Commands of holdfast that only read or record. \`holdfast uninstall\` removes this file.\n${rules.join("\n")}\n`;
}

function renderGeminiPolicy(prefixes: readonly string[][]): string {
  const commands = prefixes.map((words) => `  ${JSON.stringify(words.join(" "))},`);
  return [
    "# Commands of holdfast that only read or record. `holdfast uninstall` removes this file.",
    "[[rule]]",
    'toolName = "run_shell_command"',
    `commandPrefix = [\n${commands.join("\n")}\n]`,
    'decision = "allow"',
    "priority = 100",
    "",
  ].join("\n");
}
