import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { UserError } from "../config/user-error.ts";
import { toClientFiles } from "../memory/formats/client-memory.ts";
import { toJsonFields } from "../memory/formats/json-lines.ts";
import { toSeedFiles } from "../memory/formats/seed-files.ts";
import { scopedMemoryOf } from "../memory/from-row.ts";
import type { ScopedMemory } from "../memory/memory.ts";
import { FORMATS, type Format } from "../memory/read-source.ts";
import { listMemories } from "../store/memories.ts";
import { defineCommand } from "./command.ts";
import { readStatus } from "./memory-options.ts";
import { PLACE_OPTIONS, withMemories } from "./memory-place.ts";

const MOST = 100_000;

export const command = defineCommand({
  summary: "write memories out for other tools",
  details:
    "jsonl: one memory a line, on stdout or into --to FILE. client: MEMORY.md and a file each, into --to FOLDER, as the\n" +
    "client's auto-memory has them. json: the files of claude-memory, into --to FOLDER.",
  examples: ["holdfast memory export > notes.jsonl", "holdfast memory export --format client --to ~/notes"],
  options: {
    format: { type: "string", value: "jsonl", help: `${FORMATS.join(", ")} (jsonl)` },
    to: { type: "string", value: "PATH", help: "a file for jsonl, else a folder" },
    status: { type: "string", value: "any", help: "active (usual), superseded, retired" },
    ...PLACE_OPTIONS,
  },
  maxPositionals: 0,
  async run(invocation) {
    const { options, cwd, out } = invocation;
    const format = readFormat(options.format);
    const status = readStatus(options.status);
    if (format !== "jsonl" && options.to === undefined)
      throw new UserError("usage", `--format ${format} writes a folder`, "Give it with --to FOLDER.");
    return withMemories(invocation, (store, { projectKey }) => {
      const rows = listMemories(store, { projectKey, status, category: null, limit: MOST });
      const memories = rows.filter((row) => row.status !== "unreadable").map(scopedMemoryOf);
      if (options.to === undefined) {
        for (const memory of memories) out.line(JSON.stringify(toJsonFields(memory)));
        return 0;
      }
      const to = resolve(cwd, options.to);
      const files = WRITERS[format](memories);
      for (const [name, text] of files) write(name === "" ? to : join(to, name), text);
      if (options.json) out.json({ memories: memories.length, files: files.size, to });
      else out.line(`${memories.length} memories written to ${to}`);
      return 0;
    });
  },
});

/** File names below the target, with their texts; "" is the target itself. */
const WRITERS: Record<Format, (memories: readonly ScopedMemory[]) => Map<string, string>> = {
  jsonl: (memories) =>
    new Map([["", memories.map((memory) => `${JSON.stringify(toJsonFields(memory))}\n`).join("")]]),
  client: toClientFiles,
  json: toSeedFiles,
};

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function readFormat(given: string | undefined): Format {
  const format = FORMATS.find((name) => name === (given ?? "jsonl"));
  if (format) return format;
  throw new UserError("usage", `there is no format ${given}`, `One of: ${FORMATS.join(", ")}.`);
}
