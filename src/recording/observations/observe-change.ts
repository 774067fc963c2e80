// What an edit changed.
import { fieldOf, textOf } from "../capture/call-fields.ts";
import type { Observation, RecordedCall } from "./observation.ts";
import { clip, oneLine, withinProject } from "./words.ts";

const LONGEST = 600;
const MAX_SIDE = 250;

/** null when it failed: a string not found or a file not read yet tells nothing about the work. */
export function observeChange(call: RecordedCall): Observation | null {
  if (call.error !== null) return null;
  const paths = call.files.map((file) => withinProject(file, call.projectDir));
  const file = paths[0] ?? "a file";
  const base = { files: paths, subject: null };
  const created = textOf(call.response, "type") === "create";
  const title = oneLine(`${created ? "Created" : call.tool === "Write" ? "Wrote" : "Changed"} ${file}`);
  return { ...base, kind: "change", title, summary: clip(describe(call), LONGEST), result: null };
}

function describe({ input }: RecordedCall): string {
  const content = textOf(input, "content") ?? textOf(input, "new_source");
  if (content !== null) return content;
  const edits = fieldOf(input, "edits");
  const all = Array.isArray(edits) ? edits : [input];
  return all.map(describeEdit).filter(Boolean).join("\n");
}

function describeEdit(edit: unknown): string {
  const before = textOf(edit, "old_string");
  const after = textOf(edit, "new_string");
  if (before === null && after === null) return "";
  return `- ${clip(before ?? "", MAX_SIDE)}\n+ ${clip(after ?? "", MAX_SIDE)}`;
}
