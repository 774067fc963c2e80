// The commands `completions` and `complete`.
import { databasePath } from "../../../config/environment.ts";
import { pathExists } from "../../../platform/files.ts";
import { clipLine } from "../../../text/clip.ts";
import { isPlainName, printable } from "../../../text/printable.ts";
import { type Caller, defineCommand, flag, type OptionTable, parseChoice } from "../../command.ts";
import { COMMANDS, GROUPS, startsCommand } from "../../registry.ts";

const SHELLS = ["bash", "zsh", "fish"] as const;

/** Each script calls `holdfast complete`, so it never lags behind the program. */
const SCRIPTS: Record<(typeof SHELLS)[number], string> = {
  bash: `_holdfast() {
  local typed="\${COMP_WORDS[COMP_CWORD]}" word what
  COMPREPLY=()
  while IFS=$'\\t' read -r word what; do
    if [[ "$word" == "$typed"* ]]; then printf -v word %q "$word"; COMPREPLY+=("$word"); fi
  done < <(holdfast complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _holdfast holdfast`,
  zsh: `#compdef holdfast
_holdfast() {
  local -a found
  local tab=$'\\t'
  found=("\${(@f)$(holdfast complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  found=("\${(@)found//:/\\\\:}")
  found=("\${(@)\${(@)found/$tab/:}%:}")
  if [[ -n "$found" ]]; then _describe -V holdfast found; else _files; fi
}
if [[ "$funcstack[1]" == _holdfast ]]; then _holdfast "$@"; else compdef _holdfast holdfast; fi`,
  fish: `function __holdfast_complete
  set -l found (holdfast complete -- (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)
  if test -n "$found"
    printf '%s\\n' $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c holdfast -f -k -a '(__holdfast_complete)'`,
};

export const completions = defineCommand({
  usage: "bash|zsh|fish",
  details:
    "Prints a script for your shell. Add the line for your shell to its start file:\n" +
    '  bash  ~/.bashrc                     eval "$(holdfast completions bash)"\n' +
    '  zsh   ~/.zshrc, after compinit      eval "$(holdfast completions zsh)"\n' +
    "  fish  ~/.config/fish/config.fish    holdfast completions fish | source",
  examples: ['eval "$(holdfast completions bash)"', "holdfast completions fish | source"],
  options: {},
  maxPositionals: 1,
  async run({ positionals, out }) {
    const shell = positionals[0] ?? process.env.SHELL?.split("/").at(-1) ?? "";
    out.line(SCRIPTS[parseChoice("shell", shell, SHELLS)], "unwrapped");
  },
});

/** Prints one line per possible word: the word, a tab, a description. */
export const complete = defineCommand({
  usage: "-- WORDS",
  examples: ["holdfast complete -- memory in"],
  options: {},
  maxPositionals: 1000,
  async run(call) {
    for (const [word, what] of await findCompletions(call.positionals, call))
      call.out.line(`${word}\t${printable(what)}`, "unwrapped");
  },
});

type Completion = [word: string, what: string];

const MAX_OFFERED = 20;
const MAX_WHAT = 60;
const TAKES_FILES = /FILE|DIR|PATH/;

export async function findCompletions(words: readonly string[], call: Caller): Promise<Completion[]> {
  const last = words.at(-1) ?? "";
  const before = words.slice(0, -1).filter((word) => word !== "help" || words[0] !== "help");
  const found = last.startsWith("-") || before.at(-1)?.startsWith("--") ? [] : nextWords(before);
  const options = words[0] === "help" ? [] : await nextOptions(before, last, call);
  const topics = words[0] === "help" && before.length === 0 ? await listTopics() : [];
  return [...found, ...options, ...topics].filter(([word]) => word.startsWith(last));
}

/** Those that `help` shows by their own name. */
async function listTopics(): Promise<Completion[]> {
  const { TOPICS } = await import("../../topics.ts");
  return Object.entries(TOPICS)
    .filter(([topic]) => !startsCommand(topic))
    .map(([topic, text]) => [topic, text.slice(2, text.indexOf("\n"))]);
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
  if (before.length === 0) found.set("help", "show the commands, the page of one, or a guide");
  return [...found];
}

/** The named command's options, or the values of an option that needs one. */
async function nextOptions(before: readonly string[], last: string, call: Caller): Promise<Completion[]> {
  const [first = "", second = ""] = before;
  const name = COMMANDS[`${first} ${second}`] ? `${first} ${second}` : first;
  const entry = COMMANDS[name];
  if (!entry || entry.hidden) return [];
  const { command } = await entry.load();

  const given = before.at(-1) ?? "";
  const waiting = given.startsWith("--") ? command.options[given.slice(2)] : undefined;
  if (waiting && waiting.type !== "boolean")
    return waiting.choices?.map(toCompletion) ?? (await findValues(`${name} ${given}`, call));
  // The shell completes file names instead.
  if (last === "" && TAKES_FILES.test(command.usage ?? "")) return [];
  const all: OptionTable = { ...command.options, help: flag("show this page") };
  const isFirstArgument = before.length === name.split(" ").length;
  return [
    ...(isFirstArgument ? await findValues(name, call) : []),
    ...Object.entries(all)
      .filter(([option, { type }]) => type === "list" || !before.includes(`--${option}`))
      .map(([option, { help }]): Completion => [`--${option}`, help]),
  ];
}

/** Values by command, by option, or by option of one command. */
async function findValues(place: string, call: Caller): Promise<Completion[]> {
  const find = VALUES[place] ?? VALUES[place.split(" ").at(-1) ?? ""];
  // An unreadable store must not break the line that a person is typing.
  const found = find ? await find(call).catch(() => []) : [];
  // They may come from a stranger's project, and a person presses Enter on what is offered.
  return found.filter(([word]) => isPlainName(word));
}

const VALUES: Record<string, (call: Caller) => Promise<Completion[]>> = {
  completions: async () => SHELLS.map(toCompletion),
  "--session": listSessionIds,
  "sessions show": listSessionIds,
  transcript: listSessionIds,
  triage: listSessionIds,
  "flow start --kind": listFlowKinds,
  "flow set --kind": listFlowKinds,
  "flow set": async () => {
    const { CONDITIONS } = await import("../../../gates/flow/flow.ts");
    return CONDITIONS.map(({ id, evidence }): Completion => [id, clipLine(evidence, MAX_WHAT)]);
  },
  "gate run": async (call) => {
    const [{ findProject }, { loadConfig }] = await Promise.all([
      import("../../target.ts"),
      import("../../../config/load-config.ts"),
    ]);
    const { config } = await loadConfig(call.env, (await findProject(call)).dir);
    return Object.keys(config.quality.stages).map(toCompletion);
  },
  ...Object.fromEntries(
    ["show", "edit", "edit --supersede", "retire", "vouch"].map((name) => [
      `memory ${name}`,
      listMemoryNames,
    ]),
  ),
};

function toCompletion(word: string): Completion {
  return [word, ""];
}

async function listFlowKinds(): Promise<Completion[]> {
  const { KINDS } = await import("../../../gates/flow/flow.ts");
  return KINDS.map(toCompletion);
}

async function listSessionIds(call: Caller): Promise<Completion[]> {
  if (!pathExists(databasePath(call.env))) return [];
  const [{ findProjectAndKey, withStore }, { listSessions }, { titleSession }] = await Promise.all([
    import("../../target.ts"),
    import("../../../store/sessions.ts"),
    import("../../../views/session-title.ts"),
  ]);
  const project = await findProjectAndKey(call);
  return withStore(call.env, (store) =>
    listSessions(store, project, MAX_OFFERED).map((row) => [
      row.session_id,
      clipLine(titleSession(store, row).title ?? "", MAX_WHAT),
    ]),
  );
}

/** By the names of their files, which people can read, unlike ids. */
async function listMemoryNames(call: Caller): Promise<Completion[]> {
  if (!pathExists(databasePath(call.env))) return [];
  const [{ findProjectKey, withStore }, { listMemories }] = await Promise.all([
    import("../../target.ts"),
    import("../../../memory/index/memories.ts"),
  ]);
  const filter = { status: "active", category: null, limit: MAX_OFFERED } as const;
  const key = await findProjectKey(call);
  const rows = await withStore(call.env, (store) => listMemories(store, { ...filter, projectKey: key }));
  return rows.map(({ memory_id, place, title }) => {
    const name = place.replace(/^.*\//, "").replace(/\.md$/, "");
    return [isPlainName(name) ? name : memory_id, clipLine(title, MAX_WHAT)];
  });
}
