// Detectors of long conversations, compactions and repeated reads, which are off by default because on real sessions they were
// hardly ever worth reporting; and of files that were edited back and forth.
import { SessionMeter } from "../session-metrics.ts";
import { advise, Tally, type TranscriptDetector } from "./detector.ts";

const MAX_FILES = 2;

/** A session with so many messages that Claude may lose track of the first ones. */
export const longSession: TranscriptDetector = ({ long_session: min }) => {
  const meter = new SessionMeter();
  return {
    follow: (item) => meter.follow(item),
    listPatterns() {
      const { messages, userMessages, toolUses } = meter.read();
      if (min === 0 || messages < min) return [];
      return [
        {
          id: "LONG_SESSION",
          count: messages,
          title: `A long session: ${messages} messages, ${userMessages} of them yours, ${toolUses} tool calls`,
          subject: "session",
          evidence: [],
          suggestion: advise(
            "Split such work into tasks with a session each: Claude loses track of what is far back.",
          ),
        },
      ];
    },
  };
};

/** The conversation was compacted more than once, which loses details. */
export const compactions: TranscriptDetector = ({ compactions: min }) => {
  const tally = new Tally();
  return {
    follow(item) {
      if (item.kind !== "compaction") return;
      const size = item.preTokens === null ? "" : ` at ${item.preTokens} tokens`;
      tally.add("session", { at: item.offset, text: `compacted (${item.trigger || "auto"})${size}` });
    },
    listPatterns: () =>
      tally.patterns("COMPACTIONS", min, 1, ({ count }) => ({
        title: `The conversation was compacted ${count} times`,
        suggestion: advise(
          "Write the plan into a file and start a fresh session at its milestones: each compaction loses details.",
        ),
      })),
  };
};

export const repeatedReads: TranscriptDetector = ({ repeated_reads: min }) => {
  const tally = new Tally();
  return {
    follow(item) {
      if (item.kind !== "tool-call" || item.tool !== "Read") return;
      const { file_path } = item.input;
      if (typeof file_path !== "string") return;
      tally.add(file_path, { at: item.offset, text: `Read ${file_path}` });
    },
    listPatterns: () =>
      tally.patterns("REPEATED_READS", min, MAX_FILES, ({ key, count }) => ({
        title: `${key} was read ${count} times`,
        suggestion: advise(
          `Describe ${key} in CLAUDE.md, or split it, so that it need not be read whole each time.`,
        ),
      })),
  };
};

const MAX_PATTERNS = 2;
const MAX_EDITS = 4000;

/** The same place in a file was changed and changed back more than once. */
export const editChurn: TranscriptDetector = ({ edit_churn: min }) => {
  const tally = new Tally();
  const done = new Set<string>();
  return {
    follow(item) {
      // A failed edit undid nothing.
      if (item.kind !== "tool-result" || item.isError || item.call === null) return;
      for (const { path, before, after } of editsOf(item.call.input)) {
        if (before.trim() === after.trim()) continue;
        const back = `${path} ${hash(after)} ${hash(before)}`;
        if (done.delete(back))
          tally.add(`${path}\n${[hash(before), hash(after)].sort().join(" ")}`, {
            at: item.call.offset,
            text: `${path}: back to ${firstLine(after, before)}`,
          });
        else done.add(`${path} ${hash(before)} ${hash(after)}`);
        if (done.size > MAX_EDITS) done.delete(done.values().next().value ?? "");
      }
    },
    listPatterns: () =>
      tally.patterns("EDIT_CHURN", min, MAX_PATTERNS, ({ key, count, sightings }) => {
        const [path = ""] = key.split("\n", 1);
        return {
          title: `${path} was edited and edited back ${count} times`,
          subject: path,
          suggestion: {
            kind: "memory",
            text: "Save what was tried and what works as a memory, so that it is not tried again.",
            payload: {
              category: "TECH_DEBT",
              title: `What was tried in ${path}`,
              body: `In one session ${count} edits were undone:\n${sightings.map(({ text }) => `- ${text}`).join("\n")}`,
            },
          },
        };
      }),
  };
};

function editsOf(input: Record<string, unknown>) {
  const { file_path: path, edits } = input;
  if (typeof path !== "string") return [];
  const list = Array.isArray(edits) ? edits : [input];
  return list.flatMap((edit: Record<string, unknown> | null) => {
    const { old_string: before, new_string: after } = edit ?? {};
    return typeof before === "string" && typeof after === "string" ? [{ path, before, after }] : [];
  });
}

/** The first line in which the two differ. */
function firstLine(text: string, other: string): string {
  const others = new Set(other.split("\n").map((line) => line.trim()));
  const lines = text.split("\n").map((line) => line.trim());
  return lines.find((line) => line !== "" && !others.has(line)) ?? (lines[0] || "nothing");
}

function hash(text: string): string {
  return Bun.hash(text).toString(36);
}
