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
