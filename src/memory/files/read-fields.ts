// The fields of a memory from what stands in its file. What makes no sense is left out and named.

import type { FrontMatter, Value } from "../../text/front-matter.ts";
import { CATEGORIES, type Category } from "../category.ts";
import { FOLDERS, type Memory, readCategory, SPEAKERS, STATUSES } from "../memory.ts";
import { cleanValue } from "./clean-memory.ts";

export interface Place {
  folder: string;
  /** Of the file, without its ending. */
  name: string;
  /** Stands in for dates that are missing. */
  modifiedAt: number;
}

export interface ReadFields {
  memory: Memory;
  /** The title as its field has it; "" where the text gives it. */
  typed: string;
  /** What was taken for something else than it says, by the key of its line. */
  odd: Map<string, string>;
  /** A status that nobody knows may mean that it must not be used. */
  problem: string | null;
}

export function readFields(
  front: Exclude<FrontMatter, { state: "broken" }>,
  { folder, name, modifiedAt }: Place,
): ReadFields {
  const fields = front.state === "read" ? front.fields : new Map<string, Value>();
  const odd = new Map<string, string>();
  const read = <T>(key: string, value: T | null, expected: string): T | null => {
    const given = asGiven(fields.get(key));
    if (value === null && given !== "") odd.set(key, `${key}: ${cleanValue(given)} is ${expected}`);
    return value;
  };
  const text = (key: string) => asText(fields.get(key));
  const source = fields.get("source");
  const from = typeof source === "object" && !Array.isArray(source) ? source : {};
  const heading = /^#{1,6}[ \t]+(.+)$/m.exec(front.body)?.[1];
  const created = read("created", readTime(text("created")), "no date") ?? modifiedAt;
  const said = from.who ?? asText(source);
  const who = SPEAKERS.find((speaker) => speaker === said);
  if (who === undefined && said !== "")
    odd.set("source", `who: ${cleanValue(said)} is none of ${SPEAKERS.join(", ")}`);
  const status = STATUSES.find((each) => each === text("status").toLowerCase());
  const given = asGiven(fields.get("status"));
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
  const isUnknown = status === undefined && given !== "";
  const problem = isUnknown ? `status: ${cleanValue(given)} is none of ${STATUSES.join(", ")}` : null;
  return { memory, typed: text("title"), odd, problem };
}

/** Summaries of sessions lie apart, out of git: no word in a file moves it there or away. */
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
