// How much there was of a session: long conversations, compactions, files read again, all of them off by default
// (on real sessions hardly any was worth telling); and files that Claude edited back and forth.
import { SessionMeter } from "../session-metrics.ts";
import { advise, Tally, type TranscriptDetector } from "./detector.ts";

const MAX_FILES = 2;

/** So many messages that the first ones carry little weight. */
export const longSession: TranscriptDetector = ({ long_session: min }) => {
  const meter = new SessionMeter();
  return {
    see: (item) => meter.see(item),
    found() {
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
            "Split such work into tasks with a session each: Claude sees less well what is further back.",
          ),
        },
      ];
    },
  };
};

/** The conversation was compacted more than once: details of what was said before are lost. */
export const compactions: TranscriptDetector = ({ compactions: min }) => {
  const tally = new Tally();
  return {
    see(item) {
      if (item.kind !== "compaction") return;
      const size = item.preTokens === null ? "" : ` at ${item.preTokens} tokens`;
      tally.add("session", { at: item.offset, text: `compacted (${item.trigger || "auto"})${size}` });
    },
    found: () =>
      tally.patterns("COMPACTIONS", min, 1, ({ count }) => ({
        title: `The conversation was compacted ${count} times`,
        suggestion: advise(
          "Write the plan into a file and start a fresh session at its milestones: a summary loses detail each time.",
        ),
      })),
  };
};

export const repeatedReads: TranscriptDetector = ({ repeated_reads: min }) => {
  const tally = new Tally();
  return {
    see(item) {
      if (item.kind !== "tool-call" || item.tool !== "Read") return;
      const { file_path } = item.input;
      if (typeof file_path !== "string") return;
      tally.add(file_path, { at: item.offset, text: `Read ${file_path}` });
    },
    found: () =>
      tally.patterns("REPEATED_READS", min, MAX_FILES, ({ key, count }) => ({
        title: `${key} was read ${count} times`,
        suggestion: advise(
          `Say in CLAUDE.md what ${key} holds, or split it, so that it need not be read whole each time.`,
        ),
      })),
  };
};

const MAX_PATTERNS = 2;
const MAX_EDITS = 4000;

/** The same place of a file, changed and changed back more than once. Many places changed back at once are one change of mind. */
export const editChurn: TranscriptDetector = ({ edit_churn: min }) => {
  const tally = new Tally();
  const done = new Set<string>();
  return {
    see(item) {
      // An edit that failed undid nothing.
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
    found: () =>
      tally.patterns("EDIT_CHURN", min, MAX_PATTERNS, ({ key, count, sightings }) => {
        const [path = ""] = key.split("\n", 1);
        return {
          title: `${path} was edited and edited back ${count} times`,
          subject: path,
          suggestion: {
            kind: "memory",
            text: "Save as a memory what was tried there and what works, so that it is not tried again.",
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

interface Edit {
  path: string;
  before: string;
  after: string;
}

function editsOf(input: Record<string, unknown>): Edit[] {
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
