// What a shell asks for: completions, and the version.
import { VERSION } from "../../../config/version.ts";
import { defineCommand, flag, JSON_OPTION, type OptionTable, parseChoice } from "../../command.ts";
import { COMMANDS, GROUPS } from "../../registry.ts";

const SHELLS = ["bash", "zsh", "fish"] as const;

/** Each asks `holdfast complete` for what may follow, so that a script never lags behind the program. */
const SCRIPTS: Record<(typeof SHELLS)[number], string> = {
  bash: `_holdfast() {
  local IFS=$'\\n'
  local found=$(holdfast complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f1)
  COMPREPLY=($(compgen -W "$found" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _holdfast holdfast`,
  zsh: `#compdef holdfast
_holdfast() {
  local -a found
  local tab=$'\\t'
  found=("\${(@f)$(holdfast complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  found=("\${(@)found//$tab/:}")
  if [[ -n "$found" ]]; then _describe holdfast found; else _files; fi
}
if [[ "$funcstack[1]" == _holdfast ]]; then _holdfast "$@"; else compdef _holdfast holdfast; fi`,
  fish: `complete -c holdfast -f -a '(holdfast complete -- (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'
complete -c holdfast -n 'contains -- (commandline -opc)[-1] --project --html --out' -F`,
};

export const completions = defineCommand({
  usage: "bash|zsh|fish",
  details:
    "Prints a script for your shell. To have it in every shell, add the line to its start file:\n" +
    '  bash  ~/.bashrc                     eval "$(holdfast completions bash)"\n' +
    '  zsh   ~/.zshrc, after compinit      eval "$(holdfast completions zsh)"\n' +
    "  fish  ~/.config/fish/config.fish    holdfast completions fish | source",
  examples: ['eval "$(holdfast completions bash)"', "holdfast completions fish | source"],
  options: {},
  maxPositionals: 1,
  async run({ positionals, out }) {
    const shell = positionals[0] ?? process.env.SHELL?.split("/").at(-1) ?? "";
    out.line(SCRIPTS[parseChoice("shell", shell, SHELLS)]);
  },
});

/** Prints a line for each word that may come last: the word, a tab, what it is. */
export const complete = defineCommand({
  usage: "-- WORDS",
  examples: ["holdfast complete -- memory in"],
  options: {},
  maxPositionals: 1000,
  async run({ positionals, out }) {
    for (const [word, what] of await findCompletions(positionals)) out.line(`${word}\t${what}`);
  },
});

type Completion = [word: string, what: string];

export async function findCompletions(words: readonly string[]): Promise<Completion[]> {
  const last = words.at(-1) ?? "";
  const before = words.slice(0, -1).filter((word) => word !== "help" || words[0] !== "help");
  const found = last.startsWith("-") || before.at(-1)?.startsWith("--") ? [] : nextWords(before);
  const options = words[0] === "help" ? [] : await nextOptions(before);
  return [...found, ...options].filter(([word]) => word.startsWith(last));
}

/** Commands, groups and the second words of a group. */
function nextWords(before: readonly string[]): Completion[] {
  if (before.length > 1) return [];
  const start = before.length === 0 ? "" : `${before[0]} `;
  const found = new Map<string, string>();
  for (const [name, { summary, hidden }] of Object.entries(COMMANDS)) {
    if (hidden || !name.startsWith(start)) continue;
    const [word = ""] = name.slice(start.length).split(" ", 1);
    if (!found.has(word)) found.set(word, (start === "" && GROUPS[word]) || summary);
  }
  if (before.length === 0) found.set("help", "show the commands, or the page of one");
  return [...found];
}

/** Of the command that was named: its options, or the values of the one that waits for a value. */
async function nextOptions(before: readonly string[]): Promise<Completion[]> {
  const [first = "", second = ""] = before;
  const entry = COMMANDS[`${first} ${second}`] ?? COMMANDS[first];
  if (!entry || entry.hidden) return [];
  const { command } = await entry.load();
  const given = before.at(-1) ?? "";
  const waiting = given.startsWith("--") ? command.options[given.slice(2)] : undefined;
  if (waiting && waiting.type !== "boolean")
    return waiting.value.includes("|")
      ? waiting.value.split("|").map((value): Completion => [value, ""])
      : [];
  const all: OptionTable = { ...command.options, help: flag("show this page") };
  const values = first === "completions" ? SHELLS.map((shell): Completion => [shell, ""]) : [];
  return [
    ...values,
    ...Object.entries(all)
      .filter(([name, { type }]) => type === "list" || !before.includes(`--${name}`))
      .map(([name, { help }]): Completion => [`--${name}`, help]),
  ];
}

export const version = defineCommand({
  examples: ["holdfast version", "holdfast version --json", "holdfast -V"],
  options: JSON_OPTION,
  async run({ options, out }) {
    const { platform, arch } = process;
    if (options.json) out.json({ version: VERSION, bun: Bun.version, platform, arch });
    else out.line(`holdfast ${VERSION} (Bun ${Bun.version}, ${platform} ${arch})`);
  },
});
