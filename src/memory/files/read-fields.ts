// The fields of a memory from its front matter. What is not understood is left out and named.
import type { FrontMatter, Value } from "../../text/front-matter.ts";
import {
  CATEGORIES,
  type Category,
  FOLDERS,
  type Memory,
  readCategory,
  SPEAKERS,
  STATUSES,
} from "../memory.ts";
import { cleanQuotedValue } from "./clean-memory.ts";

export interface Place {
  folder: string;
  /** Of the file, without its ending. */
  name: string;
  /** Replaces missing dates. */
  modifiedAt: number;
}

export interface ReadFields {
  memory: Memory;
  /** The title field as it was written; "" when the title comes from the body. */
  typedTitle: string;
  /** What was not understood, by key. */
  remarks: Map<string, string>;
  /** An unknown status may mean that the memory must not be used. */
  problem: string | null;
}

export function readFields(
  front: Exclude<FrontMatter, { state: "broken" }>,
  { folder, name, modifiedAt }: Place,
): ReadFields {
  const fields = front.state === "read" ? front.fields : new Map<string, Value>();
  const remarks = new Map<string, string>();
  const read = <T>(key: string, value: T | null, expected: string): T | null => {
    const given = asGiven(fields.get(key));
    if (value === null && given !== "") remarks.set(key, `${key}: ${cleanQuotedValue(given)} is ${expected}`);
    return value;
  };
  const text = (key: string) => asText(fields.get(key));
  const source = fields.get("source");
  const from = typeof source === "object" && !Array.isArray(source) ? source : {};
  const heading = /^#{1,6}[ \t]+(.+)$/m.exec(front.body)?.[1];
  const created = read("created", readTime(text("created")), "no date") ?? modifiedAt;
  const namedSpeaker = from.who ?? asText(source);
  const who = SPEAKERS.find((speaker) => speaker === namedSpeaker);
  if (who === undefined && namedSpeaker !== "")
    remarks.set("source", `who: ${cleanQuotedValue(namedSpeaker)} is none of ${SPEAKERS.join(", ")}`);
  const status = STATUSES.find((each) => each === text("status").toLowerCase());
  const givenStatus = asGiven(fields.get("status"));
  const memory: Memory = {
    id: text("id"),
    title: text("title") || heading || firstLine(front.body) || name.replaceAll("-", " "),
    category:
      read("category", categoryFor(text("category"), folder), "no category that this folder can have") ??
      categoryIn(folder) ??
      "DECISION",
    tags: asList(fields.get("tags")),
    created,
    updated: read("updated", readTime(text("updated")), "no date") ?? created,
    session: from.session || null,
    who: who ?? "user",
    confidence: read("confidence", readShare(text("confidence")), "no number from 0 to 1") ?? 1,
    status: status ?? "active",
    supersedes: asList(fields.get("supersedes")),
    body: front.body,
  };
  const isUnknown = status === undefined && givenStatus !== "";
  const problem = isUnknown
    ? `status: ${cleanQuotedValue(givenStatus)} is none of ${STATUSES.join(", ")}`
    : null;
  return { memory, typedTitle: text("title"), remarks, problem };
}

/** Session summaries are kept apart, out of git: no field moves a file there or away. */
function categoryFor(text: string, folder: string): Category | null {
  const category = readCategory(text);
  const ofFolder = categoryIn(folder);
  if (category === null || ofFolder === null) return category;
  return (category === "SESSION_SUMMARY") === (ofFolder === "SESSION_SUMMARY") ? category : null;
}

function categoryIn(folder: string): Category | null {
  return CATEGORIES.find((category) => FOLDERS[category] === folder) ?? null;
}

function firstLine(body: string): string {
  return body.trim().split("\n", 1)[0] ?? "";
}

function asText(value: Value | undefined): string {
  return typeof value === "string" ? value : "";
}

function asGiven(value: Value | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? "").replace(/^""$/, "");
}

function asList(value: Value | undefined): string[] {
  if (Array.isArray(value)) return value;
  return typeof value === "string" && value !== "" ? value.split(",").map((part) => part.trim()) : [];
}

function readTime(text: string): number | null {
  const time = Date.parse(text);
  return text === "" || Number.isNaN(time) ? null : time;
}

function readShare(text: string): number | null {
  const number = Number(text);
  return text !== "" && number >= 0 && number <= 1 ? number : null;
}
