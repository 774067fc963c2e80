// The sources of findings. The source alone decides whether a finding goes to the inbox or only into the store. `kept` is how many of
// its findings were worth keeping in sessions that nobody had seen while the rules were written. A source whose rules have
// changed since has no count.

export interface Count {
  right: number;
  of: number;
  /** The version of holdfast that was measured. */
  version: string;
}

interface SourceFacts {
  /** As the inbox names it. */
  name: string;
  kept?: Count;
  /** Only searched, never listed or counted. */
  isStored?: true;
}

export const SOURCES = {
  /** Your answer in a dialog of the client. */
  answer: { name: "answers" },
  /** What you typed when you refused a tool call. */
  refusal: { name: "refusals" },
  /** What you stated plainly: a standing order, a decision, a limit, a fix, a debt. */
  statement: { name: "statements" },
  /** Your reply to a question of Claude. */
  reply: { name: "replies" },
  /** A plan you approved. */
  plan: { name: "plans" },
  /** What an approved plan leaves out or for later. */
  "plan-scope": { name: "left out of plans" },
  /** Lists in the summary of a compaction: decisions, and errors with cause and fix. */
  compaction: { name: "compaction lists" },
  /** What Claude lists as left open at the end of a turn. */
  leftover: { name: "left open" },
  /** What the model that the user switched on wrote about an ended session, or chose. */
  model: { name: "the model" },
  /** What you said in two sessions of a project. */
  repeated: { name: "said in two sessions" },
  /** What else Claude lists as left open. */
  left: { name: "also left open", isStored: true },
  /** What else the summary of a compaction lists. */
  summary: { name: "compaction summaries", isStored: true },
  /** Your message that says how something should be, or corrects Claude. */
  wish: { name: "wishes", isStored: true },
  /** What else you said in short messages. */
  said: { name: "short messages", isStored: true },
} as const satisfies Record<string, SourceFacts>;

export type Source = keyof typeof SOURCES;

const FACTS: Readonly<Record<string, SourceFacts | undefined>> = SOURCES;

/** How the source of what Claude was asked to save in mode "ask" begins; its category follows. */
export const ASKED = "asked-";

/** Sources of earlier versions, whose findings may still be in a database, are only searched. */
export function isStored(source: string): boolean {
  const facts = FACTS[source];
  // Without a source: what Claude proposes.
  return facts === undefined ? source !== "" && !source.startsWith(ASKED) : facts.isStored === true;
}

/** "left open: 3 of 7 were worth keeping, version 0.2"; "" for a source that was not measured as it is. */
export function describeCount(source: string): string {
  const { name, kept } = FACTS[source] ?? {};
  return kept ? `${name}: ${kept.right} of ${kept.of} were worth keeping, version ${kept.version}` : "";
}
