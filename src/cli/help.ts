// The help pages, and what is wrong with a command line, with a guess at what was meant.
import { quote } from "../text/printable.ts";
import { closest } from "../text/suggest.ts";
import { UserError } from "../text/user-error.ts";
import { type Command, flag, type Style } from "./command.ts";
import { COMMANDS, HELP_SECTIONS } from "./registry.ts";

export function renderOverview(style: Style, version: string): string {
  const listed = Object.entries(COMMANDS).filter(([, entry]) => !entry.hidden);
  const width = Math.max(...listed.map(([name]) => name.length));
  const sections = HELP_SECTIONS.map((section) => {
    const lines = listed
      .filter(([, entry]) => entry.section === section)
      .map(([name, entry]) => `  ${style.cyan(name.padEnd(width))}  ${entry.summary}`);
    return [style.bold(section), ...lines].join("\n");
  });
  return [
    `${style.bold("holdfast")} ${version}: decides whether Claude Code may stop, and says why.`,
    `${style.bold("Usage")}  holdfast <command> [options]`,
    ...sections,
    [
      style.bold("Examples"),
      "  holdfast install",
      '  holdfast loop start "fix the tests" --verify "npm test"',
      "  holdfast explain",
      "  holdfast pause --for 1h",
    ].join("\n"),
    `Every command has a page: ${style.cyan("holdfast <command> --help")}. HOLDFAST=0 switches everything off.`,
  ].join("\n\n");
}

export function renderHelp(name: string, summary: string, command: Command, style: Style): string {
  const usage = ["holdfast", name, command.usage, "[options]"].filter(Boolean).join(" ");
  const rows = Object.entries({ ...command.options, help: flag("show this page") }).map(([option, spec]) => ({
    label: `--${option} ${spec.value}`.trimEnd(),
    help: spec.help,
  }));
  const width = Math.max(...rows.map((row) => row.label.length));
  return [
    `${style.bold(`holdfast ${name}`)}: ${summary}`,
    `${style.bold("Usage")}  ${usage}`,
    ...(command.details ? [command.details] : []),
    [
      style.bold("Options"),
      ...rows.map((row) => `  ${style.cyan(row.label.padEnd(width))}  ${row.help}`),
    ].join("\n"),
    [style.bold("Examples"), ...command.examples.map((example) => `  ${example}`)].join("\n"),
  ].join("\n\n");
}

/** The page of a first word that only stands before others, such as `config`; null when it does not. */
export function renderGroup(word: string, style: Style): string | null {
  const names = Object.keys(COMMANDS).filter((name) => name.startsWith(`${word} `));
  if (names.length === 0) return null;
  const width = Math.max(...names.map((name) => name.length));
  const [first] = names;
  return [
    `${style.bold("Usage")}  holdfast ${word} <command> [options]`,
    "",
    ...names.map((name) => `  ${style.cyan(name.padEnd(width))}  ${COMMANDS[name]?.summary ?? ""}`),
    "",
    `Each has a page with examples, such as ${style.cyan(`holdfast ${first} --help`)}.`,
  ].join("\n");
}

/** `second` null: the first word is not even the name of a group. */
export function explainCommand(first: string, second: string | null): UserError {
  const near = second === null ? closest(first, listedNames()) : nearInGroup(first, second);
  return new UserError(
    "unknown-command",
    `there is no command "${second === null ? first : `${first} ${second}`}"`,
    near
      ? `Did you mean \`holdfast ${near}\`?`
      : `\`holdfast ${second === null ? "--help" : first}\` lists the commands.`,
  );
}

/** Only the second word is compared: the first is right and would make anything look near. */
function nearInGroup(group: string, word: string): string | null {
  const verbs = listedNames()
    .filter((name) => name.startsWith(`${group} `))
    .map((name) => name.slice(group.length + 1));
  const near = closest(word, verbs);
  return near === null ? null : `${group} ${near}`;
}

function listedNames(): string[] {
  return Object.keys(COMMANDS).filter((name) => !COMMANDS[name]?.hidden);
}

/** For a line that the parser refused; `cause` is what it said. */
export function explainOption(name: string, { options }: Command, words: string[], cause: Error): UserError {
  const page = `\`holdfast ${name} --help\` shows what it takes.`;
  const explained = (message: string, hint: string) =>
    new UserError("bad-option", message, `${hint}${hint === "" ? "" : " "}${page}`, { cause });
  for (let at = 0; at < words.length && words[at] !== "--"; at++) {
    const word = words[at] ?? "";
    if (!word.startsWith("-") || word === "-") continue;
    const after = `A text that begins with a dash comes last, after --: holdfast ${name} … -- ${quote(word)}.`;
    if (!word.startsWith("--"))
      return explained(`${quote(word)} looks like an option, but is not one`, after);
    const [key = "", value] = word.slice(2).split(/=(.*)/s);
    const option = Object.hasOwn(options, key) ? options[key] : undefined;
    if (!option) {
      const near = closest(key, [...Object.keys(options), "help"]);
      const hint = near ? `Did you mean --${near}?` : /\s/.test(key) ? after : "";
      return explained(`there is no option ${/\s/.test(key) ? quote(word) : `--${key}`}`, hint);
    }
    if (option.type === "boolean") {
      if (value !== undefined) return explained(`--${key} takes no value`, "");
      continue;
    }
    if (value !== undefined) continue;
    const next = words[++at];
    if (next === undefined) return explained(`--${key} needs a value`, `Example: --${key} ${option.value}.`);
    if (next.startsWith("-") && next !== "-")
      return explained(
        `--${key} needs a value, and ${quote(next)} looks like an option`,
        `If it is the value: --${key}=${next.includes(" ") ? quote(next) : next}.`,
      );
  }
  return explained(cause.message.split(/[.\n]/, 1)[0] ?? "bad option", "");
}
