// Shared by the memory commands: the project and its store, an up-to-date index, how a memory is shown, and option parsing.

import { checkTags } from "../../../memory/files/clean-memory.ts";
import type { MemoryPlace } from "../../../memory/files/roots.ts";
import { CATEGORIES, type Category, describeStranger, toCategory } from "../../../memory/memory.ts";
import type { Store } from "../../../store/open.ts";
import { formatTime } from "../../../text/format-time.ts";
import { printable } from "../../../text/printable.ts";
import { UserError } from "../../../text/user-error.ts";
import type { MemoryRow } from "../../../views/memory-rows.ts";
import { type Caller, choice, type Invocation, numberUpTo, type Output, option } from "../../command.ts";
import { withStoreToRead } from "../../store-copy.ts";
import { findProjectAndKey, withStore } from "../../target.ts";
import { readStandardInput } from "../../terminal.ts";

type Call = Caller & { options: { project?: string } };

export async function findMemoryPlace(call: Call): Promise<MemoryPlace> {
  const { dir, key } = await findProjectAndKey(call, call.options.project);
  return { env: call.env, projectDir: dir, projectKey: key };
}

type Use<T> = (store: Store, place: MemoryPlace) => T | Promise<T>;

export async function withMemories<T>(call: Call, use: Use<T>): Promise<T> {
  const place = await findMemoryPlace(call);
  return withStore(call.env, (store) => syncAndUse(store, place, use));
}

/** For commands that only read: works even if the store is read-only. */
export async function readMemories<T>(call: Call & Pick<Invocation, "out">, use: Use<T>): Promise<T> {
  const place = await findMemoryPlace(call);
  return withStoreToRead(call, (store) => syncAndUse(store, place, use));
}

async function syncAndUse<T>(store: Store, place: MemoryPlace, use: Use<T>): Promise<T> {
  // Loaded on demand: a search needs little of it.
  const { syncIndex } = await import("../../../memory/index/sync-index.ts");
  syncIndex(store, place);
  return use(store, place);
}

/** Two lines each. */
export function printRow(out: Output, memory: MemoryRow): void {
  const { bold, cyan, dim, yellow } = out.style;
  const { id, title, category, status, origin, who, personal, updatedAt, machine, author } = memory;
  const state = status === "active" ? "" : `  ${yellow(status)}`;
  out.line(`${bold(title)}  ${cyan(category)}${state}`);
  const source = origin !== "here" ? describeStranger({ personal, origin }) : `said by ${who}`;
  const name = author ?? machine;
  const where = name === null ? "" : `${origin === "here" ? " on" : ", by"} ${name}`;
  const about = personal ? " · about you" : "";
  out.line(dim(`  ${printable(id)} · ${formatTime(Date.parse(updatedAt))} · ${source}${where}${about}`));
}

const MAX_LIMIT = 1000;
const STATUSES = [
  "active",
  "superseded",
  "retired",
  "quarantined",
  "unreadable",
  "duplicate",
  "any",
] as const;

/** A dash stands for stdin. */
export async function readBody(given: string | undefined): Promise<string | undefined> {
  return given === "-" ? readStandardInput() : given;
}

/** `name` as on the help page. */
export function requireArgument(given: string | undefined, name: string): string {
  if (given !== undefined && given.trim() !== "") return given;
  throw new UserError(
    "usage",
    `an argument is missing: ${name}`,
    "`holdfast memory list` and `holdfast memory search` show the IDs.",
  );
}

export function nameCategory(category: Category): string {
  return category.toLowerCase().replace("_", "-");
}

const CATEGORY_NAMES = CATEGORIES.map(nameCategory);
const ONE_OF_THEM = `One of: ${CATEGORY_NAMES.join(", ")}.`;

export const categoryOption = (help: string) => ({
  ...option("KIND", help, parseCategory),
  choices: CATEGORY_NAMES,
});

function parseCategory(given: string): Category {
  const category = toCategory(given);
  if (category !== null) return category;
  throw new UserError("usage", `there is no category ${given}`, ONE_OF_THEM);
}

export function requireCategory(given: Category | undefined): void {
  if (given === undefined) throw new UserError("usage", "--category is required", ONE_OF_THEM);
}

export const tagsOption = (help: string) => option("a,b", help, parseTags);

function parseTags(given: string): string[] {
  const tags = given.split(",").map((tag) => tag.trim());
  checkTags(tags);
  return tags;
}

export function parseConfidence(given: string): number {
  const number = Number(given);
  if (given.trim() !== "" && number >= 0 && number <= 1) return number;
  throw new UserError(
    "usage",
    `--confidence ${given} is not a number from 0 to 1`,
    "Example: --confidence 0.8",
  );
}

export const limitOption = (usual: number) =>
  option(String(usual), `how many (default: ${usual})`, numberUpTo(MAX_LIMIT, usual));

export const statusOption = (help: string) => choice("any", help, STATUSES);

/** null: any. */
export function toStatusFilter(given: (typeof STATUSES)[number] = "active"): string | null {
  return given === "any" ? null : given;
}
