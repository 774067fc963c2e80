import { mkdirSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { writing } from "../../../install/writing.ts";
import { scopedMemoryFromRow } from "../../../memory/files/memory-row.ts";
import {
  isOwnSidecar,
  SIDECAR_FILE,
  toClaudeMemoryFiles,
} from "../../../memory/formats/claude-memory-files.ts";
import { toClientFiles } from "../../../memory/formats/client-folder.ts";
import { judgeExport, toJsonLine } from "../../../memory/formats/json-lines.ts";
import { FORMATS, type Format } from "../../../memory/formats/read-source.ts";
import { listMemories } from "../../../memory/index/memories.ts";
import type { ScopedMemory } from "../../../memory/memory.ts";
import { countNoun } from "../../../text/count-noun.ts";
import { UserError } from "../../../text/user-error.ts";
import { defineCommand, type Invocation, type Output } from "../../command.ts";
import { lookAt, writeOutput } from "../../write-output.ts";
import { readFolder, writeFolder } from "./export-folder.ts";
import { readStatus } from "./options.ts";
import { PLACE_OPTIONS, withMemories } from "./place.ts";

const MOST = 100_000;
const MAX_SHOWN = 10;
const SCOPES = ["project", "personal", "all"] as const;

const options = {
  format: { type: "string", value: "jsonl", help: `${FORMATS.join(", ")} (jsonl)` },
  to: { type: "string", value: "PATH", help: "a file for jsonl (- is stdout, as without it), else a folder" },
  scope: { type: "string", value: "all", help: `${SCOPES.join(", ")} (project)` },
  status: { type: "string", value: "any", help: "active (usual), superseded, retired" },
  force: { type: "boolean", help: "write over what is not of an earlier export, or was changed since" },
  ...PLACE_OPTIONS,
} as const;

export const command = defineCommand({
  summary: "write memories out for other tools",
  details:
    "jsonl: one memory a line, on stdout or into --to FILE. client: MEMORY.md and a file each, into --to FOLDER, as the\n" +
    "client's auto-memory has them. json: the files of claude-memory, into --to FOLDER. Your personal memories are left out\n" +
    "unless --scope asks for them. A folder may be in use: files and lines that are not of an earlier export stay, and files\n" +
    "of memories that are no longer part of it are removed.",
  examples: [
    "holdfast memory export > notes.jsonl",
    "holdfast memory export --format client --to ~/notes",
    "holdfast memory export --scope all --status any --to backup.jsonl",
  ],
  options,
  maxPositionals: 0,
  async run(invocation) {
    const { options: given, cwd } = invocation;
    const format = readChoice("format", given.format ?? "jsonl", FORMATS);
    const scope = readChoice("scope", given.scope ?? "project", SCOPES);
    const status = readStatus(given.status);
    const to = given.to === undefined || given.to === "-" ? null : resolve(cwd, given.to);
    if (format !== "jsonl" && to === null)
      throw new UserError("usage", `--format ${format} writes a folder`, "Give it with --to FOLDER.");
    const all = await withMemories(invocation, (store, { projectKey }) =>
      listMemories(store, { projectKey, status, category: null, limit: MOST })
        .filter(({ status: own }) => own !== "unreadable" && own !== "duplicate")
        .map(scopedMemoryFromRow),
    );
    const memories = all.filter(({ personal }) => scope === "all" || personal === (scope === "personal"));
    const leftOut = all.length - memories.length;
    if (to === null) print(invocation.out, memories);
    else if (format === "jsonl") await writeLines(invocation, to, memories, leftOut);
    else await writeInto(invocation, format, to, memories, leftOut);
    if (leftOut > 0 && !given.json) invocation.out.error(sayLeftOut(leftOut, scope));
    return 0;
  },
});

type Call = Invocation<typeof options>;

function print(out: Output, memories: readonly ScopedMemory[]): void {
  for (const memory of memories) out.line(toJsonLine(memory));
}

async function writeLines(
  { options: { force, json }, out }: Call,
  to: string,
  memories: readonly ScopedMemory[],
  leftOut: number,
): Promise<void> {
  const stat = lookAt(to);
  if (stat?.isDirectory())
    throw new UserError(
      "is-a-folder",
      `${to} is a folder, and jsonl is one file`,
      `Give the path of a file, such as --to ${to.replace(/\/$/, "")}/memories.jsonl.`,
    );
  const found = stat?.isFile() && !force ? judgeExport(readOwn(to)) : "as-written";
  if (found === "foreign") throw notOurs(to);
  if (found === "changed") throw changedSince(to);
  if (!stat) await writing(to, async () => mkdirSync(dirname(to), { recursive: true }));
  await writeOutput(to, memories.map((memory) => `${toJsonLine(memory)}\n`).join(""));
  if (json) out.json({ memories: memories.length, leftOut, files: 1, removed: 0, changed: [], to });
  else if (!stat || stat.isFile())
    out.line(`${countNoun(memories.length, "memory", "memories")} written to ${to}`);
}

async function writeInto(
  { options: { force = false, json }, out }: Call,
  format: Exclude<Format, "jsonl">,
  to: string,
  memories: readonly ScopedMemory[],
  leftOut: number,
): Promise<void> {
  const lying = readFolder(to, format);
  const whole = format === "json" ? lying.get(SIDECAR_FILE) : undefined;
  if (typeof whole === "string" && !force && !isOwnSidecar(whole)) throw notOurs(`${to}/${SIDECAR_FILE}`);
  const files = (format === "client" ? toClientFiles : toClaudeMemoryFiles)(memories, lying, force);
  await writeFolder(to, lying, files);
  const { write, remove, changed } = files;
  if (json) {
    out.json({ memories: memories.length, leftOut, files: write.size, removed: remove.length, changed, to });
    return;
  }
  out.line(`${countNoun(memories.length, "memory", "memories")} written to ${to}`);
  if (remove.length > 0) out.line(`${countNoun(remove.length, "file")} of an earlier export removed`);
  for (const place of changed.slice(0, MAX_SHOWN))
    out.line(out.style.yellow(`  changed since the last export, left as it is: ${place}`));
  if (changed.length > MAX_SHOWN) out.line(`  and ${changed.length - MAX_SHOWN} more`);
  if (changed.length > 0)
    out.line(out.style.dim("  `memory import` takes the changes over, --force undoes them"));
}

function readOwn(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "?"; // What cannot be read is somebody else's.
  }
}

function notOurs(path: string): UserError {
  return new UserError(
    "not-ours",
    `${path} is there, and not of an earlier export`,
    "Choose another name with --to, or write over it with --force.",
  );
}

function changedSince(path: string): UserError {
  return new UserError(
    "changed-since",
    `${path} was changed since it was exported, and is left as it is`,
    "`holdfast memory import` takes the changes over; --force writes over them, --to has another name.",
  );
}

function sayLeftOut(count: number, scope: (typeof SCOPES)[number]): string {
  const whose = scope === "project" ? "personal" : "project";
  return `${countNoun(count, `${whose} memory`, `${whose} memories`)} left out (--scope all)`;
}

function readChoice<T extends string>(name: string, given: string, choices: readonly T[]): T {
  const choice = choices.find((one) => one === given);
  if (choice) return choice;
  throw new UserError("usage", `there is no ${name} ${given}`, `One of: ${choices.join(", ")}.`);
}
