// Secrets in added lines, by the rules that keep them out of our own records.
import { redact } from "../../text/redaction/redact.ts";
import type { AddedLine } from "../../worktree/added-lines.ts";
import type { Hit } from "./file-rules.ts";
import { isSample } from "./path-kind.ts";

const MARK = /\[redacted:([\w-]+)\]/g;
const KEY_BEGINS = /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----(.*)$/;
const KEY_GOES_ON = /[A-Za-z0-9+/]{24}|^\s*(?:Proc-Type|Version|Comment):/;
/** Told by their name only: in tests, samples and prose that is a made-up value. */
export const TOLD_BY_NAME: ReadonlySet<string> = new Set([
  "named-secret",
  "authorization-header",
  "bearer-token",
  "basic-credentials",
  "cookie-header",
  "url-parameter",
  "url-password",
  "connection-key",
  "command-password",
  "docker-auth",
  "kubernetes-secret",
  "netrc-password",
  "nuget-password",
]);
/** Kept out of our records because somebody asked for it, not because it is one. */
const NOT_SECRET = new Set(["private"]);

/** `lines` are one file's, in order. */
export function findSecretLines(lines: readonly AddedLine[]): Hit[] {
  // Nearly always there is none: one look at the whole is enough then.
  if (redact(lines.map(({ text }) => text).join("\n")).count === 0) return [];
  const inSample = isSample(lines[0]?.path ?? "");
  return lines.flatMap((at, index) => {
    const key = KEY_BEGINS.exec(at.text);
    if (key && KEY_GOES_ON.test(`${key[1]}\n${lines[index + 1]?.text ?? ""}`))
      return [secret(at, "a private key", "-----BEGIN … PRIVATE KEY-----")];
    const { text, count } = redact(at.text);
    if (count === 0 || text === at.text) return [];
    const ids = [...text.matchAll(MARK)].map(([, id = ""]) => id).filter((id) => !NOT_SECRET.has(id));
    const telling = ids.filter((id) => id !== "private-key" && !(inSample && TOLD_BY_NAME.has(id)));
    return telling.length === 0 ? [] : [secret(at, `a secret (${telling[0]})`, text)];
  });
}

function secret(at: AddedLine, what: string, shown: string): Hit {
  return { rule: "secret", weight: "block", what, at, shown };
}
