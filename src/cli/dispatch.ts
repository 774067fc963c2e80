// From the words of the command line to an exit code.
import { parseArgs } from "node:util";
import { VERSION } from "../config/version.ts";
import { closest } from "../text/suggest.ts";
import { UserError } from "../text/user-error.ts";
import type { Command, Invocation, OptionValues } from "./command.ts";
import { explainOption } from "./explain-option.ts";
import { renderGroup, renderHelp, renderOverview } from "./help.ts";
import { COMMANDS } from "./registry.ts";

type Setting = Pick<Invocation, "env" | "cwd" | "out">;

export async function dispatch(words: string[], setting: Setting): Promise<number> {
  const { out } = setting;
  const [first, second] = words;
  if (first === undefined || first === "--help" || first === "-h" || (first === "help" && !second)) {
    out.line(renderOverview(out.style, VERSION));
    return 0;
  }
  if (first === "--version" || first === "-v") {
    out.line(VERSION);
    return 0;
  }
  if (first === "help") return dispatch([...words.slice(1), "--help"], setting);
  const name = `${first} ${second}` in COMMANDS ? `${first} ${second}` : first;
  const entry = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!entry) return explainUnknown(words, setting);
  const command = await entry.load();
  const rest = words.slice(name.split(" ").length);
  if (rest.includes("--help") || rest.includes("-h")) {
    out.line(renderHelp(name, command, out.style));
    return 0;
  }
  const { values, positionals } = parse(name, command, rest);
  return command.run({ ...setting, options: values, positionals });
}

function explainUnknown(words: string[], { out }: Setting): number {
  const [first = "", second] = words;
  const group = renderGroup(first, out.style);
  if (group && (second === undefined || second === "--help" || second === "-h")) {
    out.line(group);
    return second === undefined ? 1 : 0;
  }
  const said = group ? `${first} ${second}` : first;
  const near = nearCommand(group ? first : null, group ? (second ?? "") : first);
  throw new UserError(
    "unknown-command",
    `there is no command "${said}"`,
    near
      ? `Did you mean \`holdfast ${near}\`?`
      : `\`holdfast ${group ? first : "--help"}\` lists the commands.`,
  );
}

/** In a group only the second word is in question: the first, being right, would make anything look near. */
function nearCommand(group: string | null, word: string): string | null {
  const names = Object.keys(COMMANDS).filter((name) => !COMMANDS[name]?.hidden);
  if (group === null) return closest(word, names);
  const verbs = names
    .filter((name) => name.startsWith(`${group} `))
    .map((name) => name.slice(group.length + 1));
  const near = closest(word, verbs);
  return near === null ? null : `${group} ${near}`;
}

function parse(
  name: string,
  command: Command,
  words: string[],
): { values: OptionValues<never>; positionals: string[] } {
  const options = Object.fromEntries(
    Object.entries(command.options).map(([key, { type }]) => [
      key,
      type === "list" ? { type: "string" as const, multiple: true } : { type },
    ]),
  );
  const page = `\`holdfast ${name} --help\` shows what it takes.`;
  let parsed: ReturnType<typeof parseArgs>;
  try {
    parsed = parseArgs({ args: words, options, strict: true, allowPositionals: true });
  } catch (error) {
    throw explainOption(name, command, words, error as Error);
  }
  if (parsed.positionals.length > command.maxPositionals) {
    const extra = parsed.positionals[command.maxPositionals];
    throw new UserError("extra-word", `"${extra}" is one word too many (quote a text with spaces)`, page);
  }
  return { values: parsed.values as OptionValues<never>, positionals: parsed.positionals };
}
