import { ownWords, readCorrection } from "../../../transcript/selectors/corrections.ts";
import { Tally, type TranscriptDetector } from "./detector.ts";

const SIGNS =
  /\b(?:doesn['’]?t|does not) work\b|\bstill failing\b|\b(?:i['’]?m|i am|we['’]?re|we are|you['’]?re|you are|it['’]?s|it is) stuck\b|\bfrustrat(?:ed|ing)\b|\bkeeps? failing\b|\bwast(?:e|ing) (?:of|my) time\b/i;
const MAX_PROMPTS = 1000;

/** Prompts that say that it still does not work, whatever they are about. */
export const frustration: TranscriptDetector = ({ frustration: min }) => {
  const tally = new Tally();
  const seen = new Set<string>();
  return {
    follow(item) {
      if (item.kind !== "prompt" || !isFrustrated(item.text)) return;
      // Sent again after an error or an interruption.
      const text = item.text.trim();
      if (seen.has(text) || seen.size >= MAX_PROMPTS) return;
      seen.add(text);
      tally.add("session", { at: item.offset, text });
    },
    listPatterns: () =>
      tally.patterns("FRUSTRATION", min, 1, ({ count, sightings }) => ({
        title: `You said ${count} times that it does not work`,
        // Unique per session, so that it is reported even if an earlier session's finding was dismissed.
        subject: sightings.map(({ text }) => text).join("\n"),
        suggestion:
          'Give Claude a command that shows the fault, so that it sees by itself whether it is gone: `holdfast loop start --verify "…"`.',
      })),
  };
};

function isFrustrated(text: string): boolean {
  const kind = readCorrection(text)?.kind;
  return kind === "still" || kind === "said-before" || SIGNS.test(ownWords(text));
}
