// Help pages, and errors for a wrong command line with a guess at what was meant.
import { quote } from "../text/printable.ts";
import { findClosest } from "../text/suggest.ts";
import { UserError } from "../text/user-error.ts";
import { wrap, wrapParagraphs } from "../text/wrap.ts";
import { type Command, flag, type Output } from "./command.ts";
import { COMMANDS, GROUPS, HELP_SECTIONS } from "./registry.ts";
import { RETIRED_COMMANDS } from "./retired-commands.ts";

type Page = Pick<Output, "style" | "width">;

/** What most people need. */
const COMMON = [
  ...["lock", "unlock", "loop start", "pause"],
  ...["status", "explain", "checks", "dashboard"],
  ...["memory inbox", "install", "init", "doctor"],
];

/** The common commands, examples, and where the rest is. */
export function renderOverview(page: Page, version: string): string {
  const { style, width } = page;
  return [
    wrap(`${style.bold("holdfast")} ${version}: decides whether Claude Code may stop, and says why.`, width),
    `${style.bold("Usage")}  holdfast <command> [options]`,
    ...renderSections(COMMON, page),
    [
      style.bold("Examples"),
      "  holdfast install",
      '  holdfast loop start "fix the tests" --verify "npm test"',
      "  holdfast explain",
      "  holdfast pause --for 1h",
    ].join("\n"),
    [
      style.bold("More help"),
      ...renderRows(
        [
          ["holdfast help --all", `all ${listedNames().length} commands`],
          ["holdfast help lock", "options and examples of a command"],
          ["holdfast help memory", "the commands of a group"],
          ["holdfast help topics", "guides"],
        ],
        page,
      ),
    ].join("\n"),
    "HOLDFAST=0 switches everything off.",
  ].join("\n\n");
}

export function renderAllCommands(page: Page): string {
  return [
    ...renderSections(listedNames(), page),
    wrap(`${page.style.cyan("holdfast help COMMAND")} shows options and examples.`, page.width),
  ].join("\n\n");
}

function renderSections(names: readonly string[], page: Page): string[] {
  const column = Math.max(...names.map(({ length }) => length));
  return HELP_SECTIONS.map((section) => {
    const rows = names.flatMap((name): [string, string][] => {
      const entry = COMMANDS[name];
      return entry?.section === section ? [[name, entry.summary]] : [];
    });
    return [page.style.bold(section), ...renderRows(rows, page, column)].join("\n");
  });
}

function namesBelow(word: string): string[] {
  return listedNames().filter((name) => name.startsWith(`${word} `));
}

function verbsOf(group: string): string[] {
  return namesBelow(group).map((name) => name.slice(group.length + 1));
}

export function renderHelp(name: string, summary: string, command: Command, page: Page): string {
  const { style, width } = page;
  const usage = ["holdfast", name, command.usage, "[options]"].filter(Boolean).join(" ");
  const rows = Object.entries({ ...command.options, help: flag("show this page") }).map(
    ([option, spec]): [string, string] => [`--${option} ${spec.value}`.trimEnd(), spec.help],
  );
  const others = namesBelow(name);
  return [
    wrap(`${style.bold(`holdfast ${name}`)}: ${summary}`, width),
    wrap(usage, width, `${style.bold("Usage")}  `),
    ...(command.details ? [wrapParagraphs(command.details, width)] : []),
    [style.bold("Options"), ...renderRows(rows, page)].join("\n"),
    [style.bold("Examples"), ...command.examples.map((example) => `  ${example}`)].join("\n"),
    ...(others.length > 0
      ? [wrap(others.map((other) => style.cyan(`holdfast ${other}`)).join(", "), width, "See also: ")]
      : []),
  ].join("\n\n");
}

/** The help page of a group, such as `config`; null if the word is not a group. */
export function renderGroup(word: string, page: Page): string | null {
  const { style } = page;
  const names = namesBelow(word);
  const [first] = names;
  if (first === undefined) return null;
  return [
    ...(GROUPS[word] ? [`${style.bold(`holdfast ${word}`)}: ${GROUPS[word]}`, ""] : []),
    `${style.bold("Usage")}  holdfast ${word} <command> [options]`,
    "",
    ...renderRows(
      names.map((name) => [name, COMMANDS[name]?.summary ?? ""]),
      page,
    ),
    "",
    `For options and examples: ${style.cyan(`holdfast ${first} --help`)}`,
  ].join("\n");
}

const GAP = 2;
/** A longer label gets its own line. */
const MAX_LABEL = 30;

/** Two columns; long text continues below its own column. */
function renderRows(rows: [label: string, text: string][], { style, width }: Page, minColumn = 0): string[] {
  const fitting = rows.map(([label]) => label.length).filter((length) => length <= MAX_LABEL);
  const column = Math.max(minColumn, ...fitting);
  const indent = GAP + column + GAP;
  return rows.map(([label, text]) => {
    const lines = wrap(text, width - indent).split("\n");
    const head = `  ${style.cyan(label.padEnd(column))}`;
    const rest = lines.map((line) => `${" ".repeat(indent)}${line}`);
    if (label.length > column) return [head, ...rest].join("\n");
    return [`${head}  ${lines[0]}`, ...rest.slice(1)].join("\n");
  });
}

/** `second` null: the first word is not a group either. */
export function explainCommand(first: string, second: string | null): UserError {
  const given = second ? `${first} ${second}` : first;
  const instead = Object.hasOwn(RETIRED_COMMANDS, given) ? given : first;
  if (Object.hasOwn(RETIRED_COMMANDS, instead))
    return new UserError(
      "retired-command",
      `\`holdfast ${instead}\` no longer exists`,
      RETIRED_COMMANDS[instead] ?? "",
    );
  // In a group only the second word is compared: the first is right and would make anything look close.
  const near = second === null ? findClosest(first, listedNames()) : findClosest(second, verbsOf(first));
  const start = second === null ? "" : `${first} `;
  return new UserError(
    "unknown-command",
    `there is no command "${start}${second ?? first}"`,
    near
      ? `Did you mean \`holdfast ${start}${near}\`?`
      : `\`holdfast ${second === null ? "--help" : first}\` lists the commands.`,
  );
}

function listedNames(): string[] {
  return Object.keys(COMMANDS).filter((name) => !COMMANDS[name]?.hidden);
}

/** Explains the parser's error `cause`. */
export function explainOption(name: string, { options }: Command, words: string[], cause: Error): UserError {
  const page = `\`holdfast ${name} --help\` shows what it takes.`;
  const explained = (message: string, hint: string) =>
    new UserError("bad-option", message, `${hint}${hint === "" ? "" : " "}${page}`, { cause });
  for (let at = 0; at < words.length && words[at] !== "--"; at++) {
    const word = words[at] ?? "";
    if (!word.startsWith("-") || word === "-") continue;
    const after = `Put text that begins with a dash last, after --: holdfast ${name} … -- ${quote(word)}.`;
    if (!word.startsWith("--")) return explained(`unknown option ${quote(word)}`, after);
    const [key = "", value] = word.slice(2).split(/=(.*)/s);
    const option = Object.hasOwn(options, key) ? options[key] : undefined;
    if (!option) {
      const instead = `${name} --${key}`;
      if (Object.hasOwn(RETIRED_COMMANDS, instead))
        return explained(`--${key} no longer exists`, RETIRED_COMMANDS[instead] ?? "");
      const near = findClosest(key, [...Object.keys(options), "help"]);
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
