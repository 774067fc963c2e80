// Runs a command line and returns its exit code. Loads only what the command needs, because a status line may run
// `holdfast status` every second.
import { executablePath } from "../config/environment.ts";
import { VERSION } from "../config/version.ts";
import { UserError } from "../text/user-error.ts";
import { type Command, type Context, type OptionTable, type OptionValues, printSteps } from "./command.ts";
import { COMMANDS, type CommandEntry, startsCommand } from "./registry.ts";

/** Options that may lead to other projects; see limit-to-project.ts. */
const OPTIONS_TO_LIMIT = ["all", "project", "session"];

export async function dispatch(words: string[], context: Context): Promise<number> {
  const { out } = context;
  const [first, second] = words;
  if (first === undefined && out.interactive && context.env.holdfastHome !== "") return showStart(context);
  if (first === undefined || isHelp(first) || (first === "help" && (!second || second === "--all"))) {
    const { renderAllCommands, renderOverview } = await import("./help.ts");
    out.line(second === "--all" ? renderAllCommands(out) : renderOverview(out, VERSION));
    return 0;
  }
  if (first === "--version" || first === "-v" || first === "-V") {
    out.line(VERSION);
    return 0;
  }
  if (first === "help") return showHelp(words.slice(1), context);
  const name = Object.hasOwn(COMMANDS, `${first} ${second}`) ? `${first} ${second}` : first;
  const entry = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!entry) return showGroup(words, context);
  const { command } = await entry.load();
  const rest = words.slice(name.split(" ").length);
  if (beforeDashes(rest).some(isHelp)) {
    const { renderHelp } = await import("./help.ts");
    out.line(renderHelp(name, entry.summary, command, out));
    await nameTopic(first, out);
    return 0;
  }
  if (context.env.holdfastHome === "")
    throw new UserError(
      "no-home",
      "HOME is not an absolute path, so holdfast has no place for its files",
      "Set HOME, or set HOLDFAST_HOME to a folder of your own.",
    );
  const { values, positionals } = await parse(name, command, rest);
  const caller = await asCallingSession(context);
  const options = await limitToOwnProject(entry, command, values, caller);
  return (await command.run({ ...caller, options, positionals })) ?? 0;
}

/** Of a command, of a group, or else a topic. */
async function showHelp(words: string[], context: Context): Promise<number> {
  const [first = "", second] = words;
  const { out } = context;
  if (startsCommand(first) || first.startsWith("-")) return dispatch([...words, "--help"], context);
  const { renderTopic, renderTopics } = await import("./help-topic.ts");
  if (first === "topics" || (first === "topic" && second === undefined))
    out.line(renderTopics(out), "unwrapped");
  else out.line(renderTopic(first === "topic" ? (second ?? "") : first, out), "unwrapped");
  return 0;
}

/** The page of docs/ about a command or a group. */
async function nameTopic(word: string, { line, style }: Context["out"]): Promise<void> {
  const { findTopic, helpCommand } = await import("./topics.ts");
  const topic = findTopic(word);
  if (topic !== null) line(`\nGuide: ${style.cyan(helpCommand(topic))}`);
}

/** Without arguments, at a terminal: the status and three hints. */
async function showStart(context: Context): Promise<number> {
  const { out, env } = context;
  await dispatch(["status"], context);
  const { pathExists } = await import("../platform/files.ts");
  out.line();
  printSteps(out, [
    pathExists(executablePath(env))
      ? ["holdfast explain", "why the last stop was held"]
      : ["holdfast install", "register it; not done yet"],
    ['holdfast loop start "…" --verify "npm test"', "keep Claude at a task until it passes"],
    ["holdfast help", "what else it can do"],
  ]);
  return 0;
}

/** A call by MCP may come from another session than the one that started the server. */
async function asCallingSession(context: Context): Promise<Context> {
  const { mcpCall } = context.env;
  if (mcpCall === null) return context;
  const { findCallingSession } = await import("./actor.ts");
  const sessionId = await findCallingSession(context, mcpCall);
  return { ...context, env: { ...context.env, sessionId } };
}

/** An agent sees only its own project. Hidden commands, which holdfast starts itself, are exempt. */
async function limitToOwnProject(
  { hidden }: CommandEntry,
  command: Command,
  values: OptionValues<OptionTable>,
  context: Context,
): Promise<OptionValues<OptionTable>> {
  if (hidden || !OPTIONS_TO_LIMIT.some((name) => name in values)) return values;
  const { limitOptions } = await import("./limit-to-project.ts");
  return (await limitOptions(command, values, context)) as OptionValues<OptionTable>;
}

/** The help page of a group, such as `config`. */
async function showGroup(words: string[], { out }: Context): Promise<number> {
  const [first = "", second] = words;
  const { explainCommand, renderGroup } = await import("./help.ts");
  const page = renderGroup(first, out);
  if (page === null || (second !== undefined && !isHelp(second)))
    throw explainCommand(first, page === null ? null : (second ?? ""));
  out.line(page);
  await nameTopic(first, out);
  return second === undefined ? 1 : 0;
}

async function parse(name: string, command: Command, words: string[]) {
  // The mod and MCP ask for `--json` all the time, and loading the parser takes a while.
  const flags = words.map((word) => word.slice("--".length));
  if (words.every((word) => word.startsWith("--")) && flags.every((flag) => isFlag(command, flag)))
    return { values: Object.fromEntries(flags.map((flag) => [flag, true])), positionals: [] };
  const { parseArgs } = await import("node:util");
  const options = Object.fromEntries(
    Object.entries(command.options).map(([key, { type }]) => [
      key,
      type === "list" ? { type: "string" as const, multiple: true } : { type },
    ]),
  );
  let parsed: ReturnType<typeof parseArgs>;
  try {
    parsed = parseArgs({ args: words, options, strict: true, allowPositionals: true });
  } catch (error) {
    const { explainOption } = await import("./help.ts");
    throw explainOption(name, command, words, error as Error);
  }
  const { positionals } = parsed;
  const max = command.maxPositionals ?? 0;
  if (positionals.length > max)
    throw new UserError(
      "extra-word",
      `unexpected argument "${positionals[max]}" (quote text with spaces)`,
      `\`holdfast ${name} --help\` shows what it takes.`,
    );
  const values = Object.entries(parsed.values).map(([key, value]) => {
    const convert = command.options[key]?.parse;
    return [key, convert && typeof value === "string" ? convert(value, key) : value];
  });
  return { values: Object.fromEntries(values), positionals };
}

function isFlag({ options }: Command, name: string): boolean {
  return Object.hasOwn(options, name) && options[name]?.type === "boolean";
}

function beforeDashes(words: string[]): string[] {
  const end = words.indexOf("--");
  return end === -1 ? words : words.slice(0, end);
}

function isHelp(word: string): boolean {
  return word === "--help" || word === "-h";
}
