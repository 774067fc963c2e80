// A memory: one Markdown file with these fields in its front matter.

/** The kinds of things worth remembering. */
export const CATEGORIES = [
  "DECISION",
  "RUNBOOK",
  "CONSTRAINT",
  "TECH_DEBT",
  "PREFERENCE",
  "SESSION_SUMMARY",
] as const;

export type Category = (typeof CATEGORIES)[number];

export const FOLDERS: Record<Category, string> = {
  DECISION: "decisions",
  RUNBOOK: "runbooks",
  CONSTRAINT: "constraints",
  TECH_DEBT: "tech-debt",
  PREFERENCE: "preferences",
  SESSION_SUMMARY: "sessions",
};

/** Text of "web" and "tool" is never given to Claude as an instruction. */
export const SPEAKERS = ["user", "claude", "tool", "web"] as const;
export type Speaker = (typeof SPEAKERS)[number];

/**
 * Nobody vouched for it unless it is from here:
 * - here: written by holdfast, on this machine or on another one of the person's
 * - repository: it came with the project, or was changed by hand
 * - remote: an unknown machine wrote it to the person's remote
 * - team: another developer of the team wrote it
 * - rule: the same, and somebody whom the team's admin allowed made it a rule of the project
 */
export type Origin = "here" | "repository" | "remote" | "team" | "rule";

/** Of a memory that is not from here. */
export function describeStranger({ personal, origin }: { personal: boolean; origin: string }): string {
  if (origin === "remote") return "from the remote, not vouched for";
  if (origin === "team") return "from your team";
  if (origin === "rule") return "a rule of your team";
  return personal ? "changed by hand, not vouched for" : "from the repository, not vouched for";
}

export const STATUSES = ["active", "superseded", "retired"] as const;
export type MemoryStatus = (typeof STATUSES)[number];

export interface Memory {
  id: string;
  title: string;
  category: Category;
  tags: string[];
  /** Milliseconds. */
  created: number;
  updated: number;
  /** The session it comes from; null when a person wrote it by hand. */
  session: string | null;
  who: Speaker;
  /** 0 to 1. */
  confidence: number;
  status: MemoryStatus;
  /** Ids of the memories it replaces. */
  supersedes: string[];
  /** Equal to the title when there is no other text. */
  body: string;
}

export interface ScopedMemory extends Memory {
  /** About the person, not the project. */
  personal: boolean;
}

export const MAX_ID = 200;
export const MAX_TITLE = 160;
/** In bytes. A hand-written file may be larger. */
export const MAX_BODY = 128 * 1024;
export const MAX_TAGS = 20;
export const MAX_TAG = 40;

/** "tech-debt", "Tech_Debt" and "TECH DEBT" are the same; null for anything else. */
export function toCategory(text: string): Category | null {
  const plain = text
    .trim()
    .toUpperCase()
    .replace(/[\s-]+/g, "_");
  return CATEGORIES.find((category) => category === plain || `${category}S` === plain) ?? null;
}

const ID_LETTERS = "bcdfghjkmnpqrstvwxz";
const ID_LENGTH = 12;

/** Random, because other machines save memories too, and because it outlives a memory that was forgotten. No vowels: no words. */
export function newMemoryId(): string {
  const characters = `${ID_LETTERS}23456789`;
  const [first = 0, ...rest] = crypto.getRandomValues(new Uint32Array(ID_LENGTH));
  // A digit first would have to be quoted in YAML.
  return `${ID_LETTERS[first % ID_LETTERS.length]}${rest.map((n) => characters[n % characters.length]).join("")}`;
}

/** "" when the body only repeats the title. */
export function distinctBody({ title, body }: Pick<Memory, "title" | "body">): string {
  return body === title ? "" : body;
}

export function contentHash(text: string): string {
  return new Bun.CryptoHasher("sha256").update(text).digest("hex").slice(0, 32);
}
