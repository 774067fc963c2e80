// A text without its secrets. Most have none: a quick scan sees that without loading the rules.
import { mayHoldSecret } from "./literal-scan.ts";

export async function withoutSecrets(text: string): Promise<string> {
  if (text === "" || !mayHoldSecret(text)) return text;
  const { redact } = await import("./redact.ts");
  return redact(text).text;
}
