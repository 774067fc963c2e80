import { resolve } from "node:path";
import type { Environment } from "../config/environment.ts";
import { UserError } from "../config/user-error.ts";
import { type Imported, importMemories } from "../memory/import-memories.ts";
import { FORMATS, type Format, readSource } from "../memory/read-source.ts";
import { defineCommand, type Output } from "./command.ts";
import { PLACE_OPTIONS, withMemories } from "./memory-place.ts";

const MOST_SHOWN = 10;
const LONGEST_NAME = 200;

export const command = defineCommand({
  summary: "take over memories from elsewhere",
  usage: "[PATH]",
  details:
    "JSON lines ({id?, title, body, category?, tags?, created?}), the client's auto-memory (a folder with MEMORY.md;\n" +
    "without a path: this project's), or the JSON files of claude-memory. The format is seen from the path. A second\n" +
    "import of the same changes nothing; an id that is known is updated.",
  examples: [
    "holdfast memory import notes.jsonl",
    "holdfast memory import",
    "holdfast memory import old/.claude/memory",
  ],
  options: {
    format: {
      type: "string",
      value: "jsonl",
      help: `one of ${FORMATS.join(", ")}, when the path does not tell`,
    },
    personal: { type: "boolean", help: "about you, not the project" },
    ...PLACE_OPTIONS,
  },
  maxPositionals: 1,
  async run(invocation) {
    const { options, positionals, env, cwd, out } = invocation;
    const format = readFormat(options.format);
    return withMemories(invocation, async (store, place) => {
      const path =
        positionals[0] === undefined ? autoMemoryDir(env, place.projectDir) : resolve(cwd, positionals[0]);
      const { drafts, problems } = await readSource(path, format);
      const all = options.personal ? drafts.map((draft) => ({ ...draft, personal: true })) : drafts;
      const imported = importMemories(store, place, all);
      const whole = { ...imported, problems: [...problems, ...imported.problems] };
      if (options.json) out.json(whole);
      else print(out, whole);
      return whole.problems.length > 0 && all.length === 0 ? 1 : 0;
    });
  },
});

/** Where the client keeps what it remembers of a project. */
function autoMemoryDir(env: Environment, projectDir: string): string {
  const name = projectDir.replace(/[^a-zA-Z0-9]/g, "-");
  if (name.length > LONGEST_NAME) {
    throw new UserError(
      "long-path",
      "this project's path is too long to find the client's folder",
      `Give the folder below ${env.claudeDir}/projects.`,
    );
  }
  return `${env.claudeDir}/projects/${name}/memory`;
}

function print(out: Output, { added, changed, unchanged, problems }: Imported): void {
  const isNews = added + changed > 0 || unchanged === 0;
  out.line(
    isNews
      ? `${added} added, ${changed} changed, ${unchanged} as they were.`
      : `Nothing changed: all ${unchanged} are here already.`,
  );
  for (const { where, why } of problems.slice(0, MOST_SHOWN))
    out.line(out.style.yellow(`  left out: ${where}: ${why}`));
  if (problems.length > MOST_SHOWN)
    out.line(`  and ${problems.length - MOST_SHOWN} more; --json lists them all`);
}

function readFormat(given: string | undefined): Format | null {
  if (given === undefined) return null;
  const format = FORMATS.find((name) => name === given);
  if (format) return format;
  throw new UserError("usage", `there is no format ${given}`, `One of: ${FORMATS.join(", ")}.`);
}
