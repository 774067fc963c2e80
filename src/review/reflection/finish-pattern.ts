// A detector's draft into a pattern that may be kept and shown: no secrets, short, with lines and a fingerprint.
import { cleanText, cleanValue } from "../../recording/capture/clean-value.ts";
import { oneLine } from "../../recording/observations/words.ts";
import type { Draft } from "./detector.ts";
import type { Pattern, Suggestion } from "./pattern.ts";

const LONGEST_TEXT = 240;
const LONGEST_TITLE = 160;
const LONGEST_PAYLOAD = 2000;

/** Paths are told from the project's folder. */
export function finishPattern(
  draft: Draft,
  lines: ReadonlyMap<number, number>,
  projectDir: string | null,
): Pattern {
  const { id, count } = draft;
  const local = (text: string) => (projectDir === null ? text : text.replaceAll(`${projectDir}/`, ""));
  const clean = (text: string, most: number) => cleanLine(local(text), most);
  const subject = local(draft.subject);
  return {
    id,
    count,
    title: clean(draft.title, LONGEST_TITLE),
    evidence: draft.evidence.map(({ at, text }) => ({
      where: typeof at === "string" ? at : `line ${lines.get(at) ?? "?"}`,
      text: clean(text, LONGEST_TEXT),
    })),
    suggestion: {
      ...draft.suggestion,
      text: clean(draft.suggestion.text, LONGEST_TEXT),
      payload: cleanValue(draft.suggestion.payload, LONGEST_PAYLOAD),
    } as Suggestion,
    fingerprint: new Bun.CryptoHasher("sha256").update(`${id}\n${subject}`).digest("hex").slice(0, 16),
  };
}

/** Secrets go before anything is cut: half a secret would not be recognised. */
function cleanLine(text: string, most: number): string {
  return oneLine(cleanText(text, most * 4), most);
}
