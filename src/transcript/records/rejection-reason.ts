// What the person typed when refusing a tool call. The client wraps it in words of its own.
import { type Raw, textOf } from "./raw.ts";

const LEADS = ["the user said:\n", "The user provided the following reason for the rejection:"];
const TRAILER = "\n\nNote: The user's next message may contain a correction or preference.";
/** Typed by the client when the person wants to talk about a question instead of answering it. */
const CLARIFYING = "The user wants to clarify these questions.";

export function rejectionReason(text: string, record: Raw): string | null {
  const stated = textOf(record.userFeedback);
  if (stated !== null) return spoken(stated);
  for (const lead of LEADS) {
    const at = text.indexOf(lead);
    if (at !== -1) return spoken(text.slice(at + lead.length));
  }
  return null;
}

function spoken(words: string): string | null {
  const trailer = words.lastIndexOf(TRAILER);
  const own = (trailer === -1 ? words : words.slice(0, trailer)).trim();
  return own === "" || own.startsWith(CLARIFYING) ? null : own;
}
