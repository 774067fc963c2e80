import type { Command, OptionTable, Style } from "./command.ts";
import { COMMANDS } from "./registry.ts";

const SHARED_OPTIONS: OptionTable = { help: { type: "boolean", help: "show this page" } };

export function renderOverview(style: Style, version: string): string {
  const groups = [...new Set(Object.values(COMMANDS).map((entry) => entry.group))];
  const listed = Object.entries(COMMANDS).filter(([, entry]) => !entry.hidden);
  const width = Math.max(...listed.map(([name]) => name.length));
  const sections = groups.map((group) => {
    const lines = listed
      .filter(([, entry]) => entry.group === group)
      .map(([name, entry]) => `  ${style.cyan(name.padEnd(width))}  ${entry.summary}`);
    return [style.bold(group), ...lines].join("\n");
  });
  return [
    `${style.bold("holdfast")} ${version}: decides whether Claude Code may stop, and says why.`,
    `${style.bold("Usage")}  holdfast <command> [options]`,
    ...sections,
    [
      style.bold("Examples"),
      '  holdfast lock "all tests green" --done "npm test passes"',
      "  holdfast explain",
      "  holdfast pause --for 1h",
    ].join("\n"),
    `Every command has a page: ${style.cyan("holdfast <command> --help")}. HOLDFAST=0 switches everything off.`,
  ].join("\n\n");
}

export function renderHelp(name: string, command: Command, style: Style): string {
  const usage = ["holdfast", name, command.usage, "[options]"].filter(Boolean).join(" ");
  const rows = Object.entries({ ...command.options, ...SHARED_OPTIONS }).map(([option, spec]) => ({
    label: `--${option}${spec.type !== "boolean" ? ` ${spec.value ?? "VALUE"}` : ""}`,
    help: spec.help,
  }));
  const width = Math.max(...rows.map((row) => row.label.length));
  return [
    `${style.bold(`holdfast ${name}`)}: ${command.summary}`,
    `${style.bold("Usage")}  ${usage}`,
    ...(command.details ? [command.details] : []),
    [
      style.bold("Options"),
      ...rows.map((row) => `  ${style.cyan(row.label.padEnd(width))}  ${row.help}`),
    ].join("\n"),
    [style.bold("Examples"), ...command.examples.map((example) => `  ${example}`)].join("\n"),
  ].join("\n\n");
}

/** The page of a first word that only stands before others, such as `config`. */
export function renderGroup(word: string, style: Style): string | null {
  const names = Object.keys(COMMANDS).filter((name) => name.startsWith(`${word} `));
  if (names.length === 0) return null;
  const width = Math.max(...names.map((name) => name.length));
  return [
    `${style.bold(`holdfast ${word}`)}`,
    ...names.map((name) => `  ${style.cyan(name.padEnd(width))}  ${COMMANDS[name]?.summary ?? ""}`),
  ].join("\n");
}
