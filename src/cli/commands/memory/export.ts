import { mkdirSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { explainWriteErrors } from "../../../install/client-files.ts";
import { memoryFromRow } from "../../../memory/files/memory-row.ts";
import { toClientFiles } from "../../../memory/formats/client-folder.ts";
import { judgeExport, toJsonLine } from "../../../memory/formats/json-lines.ts";
import { listMemories } from "../../../memory/index/memories.ts";
import type { ScopedMemory } from "../../../memory/memory.ts";
import { countNoun } from "../../../text/count-noun.ts";
import { UserError } from "../../../text/user-error.ts";
import {
  choice,
  defineCommand,
  flag,
  type Invocation,
  option,
  PROJECT_OPTIONS,
  parseChoice,
} from "../../command.ts";
import { statTarget, writeOutput } from "../../write-output.ts";
import { readFolder, writeFolder } from "./export-folder.ts";
import { statusOption, toStatusFilter, withMemories } from "./memories.ts";

const MAX_MEMORIES = 100_000;
const MAX_SHOWN = 10;
const FORMATS = ["jsonl", "client"] as const;
const SCOPES = ["project", "personal", "all"] as const;

const options = {
  format: { ...option("jsonl", `${FORMATS.join(", ")} (default: jsonl)`, parseFormat), choices: FORMATS },
  to: option("PATH", "a file for jsonl (default: -, stdout), a folder for client"),
  scope: choice("all", `${SCOPES.join(", ")} (default: project)`, SCOPES),
  status: statusOption("active (default), superseded, retired"),
  force: flag("overwrite files that are not from an export, or changed since"),
  ...PROJECT_OPTIONS,
};

export const command = defineCommand({
  details:
    "jsonl: one memory per line, to stdout or --to FILE. client: MEMORY.md and one file per memory, in --to FOLDER, like\n" +
    "Claude Code's auto-memory. Personal memories need --scope. In an existing folder, files of an earlier export that are\n" +
    "no longer part of it are removed; other files stay.",
  examples: [
    "holdfast memory export > notes.jsonl",
    "holdfast memory export --format client --to ~/notes",
    "holdfast memory export --scope all --status any --to backup.jsonl",
  ],
  options,
  async run(invocation) {
    const { options: given, cwd } = invocation;
    const { format = "jsonl", scope = "project" } = given;
    const status = toStatusFilter(given.status);
    const to = given.to === undefined || given.to === "-" ? null : resolve(cwd, given.to);
    if (format === "client" && to === null)
      throw new UserError("usage", "--format client writes a folder", "Give it with --to FOLDER.");
    const all = await withMemories(invocation, (store, { projectKey }) =>
      listMemories(store, { projectKey, status, category: null, limit: MAX_MEMORIES })
        .filter(({ status: own }) => own !== "unreadable" && own !== "duplicate")
        .map(memoryFromRow),
    );
    const memories = all.filter(({ personal }) => scope === "all" || personal === (scope === "personal"));
    const leftOut = all.length - memories.length;
    if (to === null) for (const memory of memories) invocation.out.line(toJsonLine(memory), "unwrapped");
    else if (format === "jsonl") await writeLines(invocation, to, memories, leftOut);
    else await writeFiles(invocation, to, memories, leftOut);
    if (leftOut > 0 && !given.json) {
      const whose = scope === "project" ? "personal" : "project";
      const many = countNoun(leftOut, `${whose} memory`, `${whose} memories`);
      invocation.out.error(`${many} left out (--scope all)`);
    }
  },
});

function parseFormat(given: string, name: string): (typeof FORMATS)[number] {
  if (given !== "json") return parseChoice(`--${name}`, given, FORMATS);
  const hint = `One of: ${FORMATS.join(", ")}. \`holdfast memory import\` still reads these files.`;
  throw new UserError("usage", "--format json no longer exists", hint);
}

type Call = Invocation<typeof options>;

async function writeLines(
  { options: { force, json }, out }: Call,
  to: string,
  memories: readonly ScopedMemory[],
  leftOut: number,
): Promise<void> {
  const stat = statTarget(to);
  if (stat?.isDirectory())
    throw new UserError(
      "is-a-folder",
      `${to} is a folder, and jsonl is one file`,
      `Give the path of a file, such as --to ${to.replace(/\/$/, "")}/memories.jsonl.`,
    );
  const found = stat?.isFile() && !force ? judgeExport(readExport(to)) : "as-written";
  if (found === "foreign") throw notOurs(to);
  if (found === "changed")
    throw new UserError(
      "changed-since",
      `${to} was changed since it was exported, so it was not overwritten`,
      "`holdfast memory import` imports the changes; --force overwrites them; --to writes elsewhere.",
    );
  if (!stat) await explainWriteErrors(to, async () => mkdirSync(dirname(to), { recursive: true }));
  await writeOutput(to, memories.map((memory) => `${toJsonLine(memory)}\n`).join(""));
  if (json) out.json({ memories: memories.length, leftOut, files: 1, removed: 0, changed: [], to });
  else if (!stat || stat.isFile())
    out.line(`${countNoun(memories.length, "memory", "memories")} written to ${to}`);
}

async function writeFiles(
  { options: { force = false, json }, out }: Call,
  to: string,
  memories: readonly ScopedMemory[],
  leftOut: number,
): Promise<void> {
  const present = readFolder(to);
  const files = toClientFiles(memories, present, force);
  await writeFolder(to, present, files);
  const { write, remove, changed } = files;
  if (json) {
    out.json({ memories: memories.length, leftOut, files: write.size, removed: remove.length, changed, to });
    return;
  }
  out.line(`${countNoun(memories.length, "memory", "memories")} written to ${to}`);
  if (remove.length > 0) out.line(`${countNoun(remove.length, "file")} of an earlier export removed`);
  for (const place of changed.slice(0, MAX_SHOWN))
    out.line(out.style.yellow(`  not overwritten, changed since the last export: ${place}`));
  if (changed.length > MAX_SHOWN) out.line(`  and ${changed.length - MAX_SHOWN} more`);
  if (changed.length > 0)
    out.line(out.style.dim("  `holdfast memory import` imports the changes, --force overwrites them"));
}

function readExport(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "?"; // Unreadable files count as foreign.
  }
}

function notOurs(path: string): UserError {
  return new UserError(
    "not-ours",
    `${path} exists and is not from an earlier export`,
    "Choose another name with --to, or overwrite it with --force.",
  );
}
