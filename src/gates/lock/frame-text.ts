// Quotes the text of a lock that our command did not write, without secrets: anybody may have written it.
import { quoteWork } from "../../text/quote-text.ts";
import { withoutSecrets } from "../../text/redaction/without-secrets.ts";
import { type Lock, MAX_TEXT_LENGTH } from "./state-file.ts";

export async function frameText(lock: Lock): Promise<Lock> {
  const [goal, definitionOfDone] = await Promise.all([lock.goal, lock.definitionOfDone].map(frame));
  return { ...lock, goal: goal ?? "", definitionOfDone: definitionOfDone ?? "" };
}

async function frame(text: string): Promise<string> {
  return text === "" ? "" : `"${quoteWork(await withoutSecrets(text), MAX_TEXT_LENGTH)}"`;
}
