import { resolve } from "node:path";
import type { Environment } from "../../../config/environment.ts";
import {
  FORMATS,
  type Format,
  type ImportResult,
  importMemories,
  MAX_BYTES,
  readSource,
} from "../../../memory/formats/import-memories.ts";
import { type ParsedMemories, parseJsonLines, type Remark } from "../../../memory/formats/json-lines.ts";
import { countNoun } from "../../../text/count-noun.ts";
import { printable } from "../../../text/printable.ts";
import { UserError } from "../../../text/user-error.ts";
import { choice, defineCommand, flag, type Output, PROJECT_OPTIONS } from "../../command.ts";
import { reportPersonsWord } from "../../loosening.ts";
import { transcriptFolder } from "../../own-transcripts.ts";
import { requireSignOfPerson } from "../../person.ts";
import { readStandardInput } from "../../terminal.ts";
import { withMemories } from "./memories.ts";

const MAX_SHOWN = 10;
const MAX_NAME = 200;

export const command = defineCommand({
  changes: true,
  usage: "[PATH]",
  details:
    "Imports JSON lines ({id?, title, body, category?, tags?, created?}; - is stdin), Claude Code's auto-memory (MEMORY.md,\n" +
    "its folder, or one of its files; by default this project's), or the JSON files of claude-memory. The format follows\n" +
    "from the path. The default category is decision. Importing twice changes nothing; a known id is updated. Unreadable\n" +
    "items are listed and left out. Exit code 0; 1 if nothing was imported. Claude cannot do this.",
  examples: [
    "holdfast memory import notes.jsonl",
    "holdfast memory import",
    "ssh host holdfast memory export | holdfast memory import -",
    "holdfast memory import old/.claude/memory",
  ],
  options: {
    format: choice("jsonl", `one of ${FORMATS.join(", ")}, if the path does not say`, FORMATS),
    personal: flag("about you, not the project"),
    ...PROJECT_OPTIONS,
  },
  maxPositionals: 1,
  async run(invocation) {
    const { options, positionals, env, cwd, out } = invocation;
    const { format = null } = options;
    // The file says who said each memory, and may change any that it knows the id of.
    await requireSignOfPerson(
      invocation,
      "only a person can import memories",
      "Run it in your own terminal.",
    );
    const result = await withMemories(invocation, async (store, place) => {
      const { drafts, problems, notes } =
        positionals[0] === "-"
          ? await readLines(format)
          : await readSource(
              positionals[0] === undefined
                ? autoMemoryDir(env, place.projectDir)
                : resolve(cwd, positionals[0]),
              format,
            );
      const all = options.personal ? drafts.map((draft) => ({ ...draft, personal: true })) : drafts;
      const imported = importMemories(store, place, all);
      return {
        ...imported,
        problems: [...problems, ...imported.problems],
        notes: [...notes, ...imported.notes],
      };
    });
    const { added, changed, unchanged } = result;
    if (added + changed > 0)
      await reportPersonsWord(invocation, {
        done: `${countNoun(added + changed, "memory", "memories")} were imported`,
        undo: "`holdfast memory list` shows them.",
        dir: null,
      });
    if (options.json) out.json(result);
    else print(out, result);
    return added + changed + unchanged === 0 ? 1 : 0;
  },
});

async function readLines(format: Format | null): Promise<ParsedMemories> {
  if (format === null || format === "jsonl") return parseJsonLines(await readStandardInput(MAX_BYTES));
  throw new UserError("usage", `--format ${format} needs a folder`, "stdin takes JSON lines.");
}

/** The client's own memory folder of a project. */
function autoMemoryDir(env: Environment, projectDir: string): string {
  const name = transcriptFolder(projectDir);
  if (name.length > MAX_NAME) {
    throw new UserError(
      "long-path",
      "this project's path is too long to find Claude Code's folder for it",
      `Give the folder below ${env.claudeDir}/projects.`,
    );
  }
  return `${env.claudeDir}/projects/${name}/memory`;
}

function print(out: Output, { added, changed, unchanged, problems, notes }: ImportResult): void {
  const hasNews = added + changed > 0 || unchanged === 0;
  out.line(
    hasNews
      ? `${added} added, ${changed} changed, ${unchanged} unchanged.`
      : `Nothing changed: all ${unchanged} are already here.`,
  );
  if (added + changed + unchanged + problems.length === 0) out.line("It contains no memories.");
  if (problems.length > 0) out.line(`${problems.length} left out:`);
  printRemarks(out, problems, out.style.yellow);
  if (notes.length > 0) out.line(`${countNoun(notes.length, "note")}:`);
  printRemarks(out, notes, out.style.dim);
}

function printRemarks(out: Output, remarks: readonly Remark[], paint: (text: string) => string): void {
  for (const { where, why } of remarks.slice(0, MAX_SHOWN)) out.line(paint(printable(`  ${where}: ${why}`)));
  if (remarks.length > MAX_SHOWN) out.line(`  and ${remarks.length - MAX_SHOWN} more; --json lists them all`);
}
