import { cutWords } from "../cut-words.ts";
import { frustrationIn } from "../frustrated-words.ts";
import type { Suggestion } from "../pattern.ts";
import type { Sighting, TranscriptDetector } from "./detector.ts";

const MAX_KEPT = 5;

/** The person had to say more than once that something does not work, or is not what was asked for. */
export const frustration: TranscriptDetector = {
  id: "USER_FRUSTRATION",
  watch({ frustration: least }) {
    const said: Sighting[] = [];
    let count = 0;
    let told: string | null = null;
    return {
      see(item) {
        if (item.kind !== "prompt") return;
        const kind = frustrationIn(item.text);
        if (kind === null) return;
        count++;
        if (said.length < MAX_KEPT) said.push({ at: item.offset, text: cutWords(item.text, 600) });
        if (kind === "told") told ??= cutWords(item.text, 600);
      },
      found() {
        if (count < least) return [];
        return [
          {
            id: "USER_FRUSTRATION",
            count,
            title: `You said ${count} times that something does not work or is not what you asked for`,
            // Each session's trouble is its own: it is told even when an earlier one was dismissed.
            subject: said.map(({ text }) => text).join("\n"),
            evidence: said,
            suggestion: suggest(told),
          },
        ];
      },
    };
  },
};

function suggest(told: string | null): Suggestion {
  if (told === null) {
    const text =
      "Next time ask first for a test or command that shows the fault, and let a loop hold Claude to it.";
    return { kind: "none", text: `${text} (\`holdfast loop start --verify "…"\`)`, payload: null };
  }
  const title = told.split("\n")[0]?.slice(0, 100) ?? told;
  return {
    kind: "memory",
    text: "Keep what you asked for as a preference, so that it is known from the start.",
    payload: { category: "PREFERENCE", title, body: told },
  };
}
