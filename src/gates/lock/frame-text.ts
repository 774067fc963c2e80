// The text of a lock that our command did not write: it may be anybody's, so it is told as a quotation, without secrets.
import { quoteWork } from "../../text/quote-text.ts";
import { withoutSecrets } from "../../text/redaction/without-secrets.ts";
import { type Lock, MAX_TEXT } from "./state-file.ts";

export async function frameText(lock: Lock): Promise<Lock> {
  const [goal, definitionOfDone] = await Promise.all([lock.goal, lock.definitionOfDone].map(frame));
  return { ...lock, goal: goal ?? "", definitionOfDone: definitionOfDone ?? "" };
}

async function frame(text: string): Promise<string> {
  return text === "" ? "" : `"${quoteWork(await withoutSecrets(text), MAX_TEXT)}"`;
}
