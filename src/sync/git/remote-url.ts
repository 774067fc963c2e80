// Which git remotes may be used. Others would run a program that the URL names, or send everything in plain text.
import { UserError } from "../../text/user-error.ts";

const LOOPBACK = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?(?:\/|$)/;

/** A URL, `host:path` or an absolute path. */
export function checkRemoteUrl(url: string): void {
  const why = problemOf(url);
  if (why === null) return;
  throw new UserError(
    "bad-remote",
    `this remote cannot be used: ${why}`,
    "Give a private repository, such as git@github.com:you/memories.git, or the path of a bare one.",
  );
}

function problemOf(url: string): string | null {
  if (url === "") return "it is empty";
  if (url.startsWith("-")) return "it starts with a dash";
  if (/^[a-z+]+:\/\/[^/@]*:[^/@]*@/i.test(url))
    return "it has a password in it, which git's credential helper can keep";
  if (/[\p{Cc}\s]/u.test(url)) return "it has white space or control characters";
  if (/^[\w.+-]*::/.test(url)) return "it names a program (…::)";
  const scheme = /^([A-Za-z][\w+.-]*):\/\//.exec(url)?.[1]?.toLowerCase();
  if (scheme === "http" && !LOOPBACK.test(url)) return "http:// is not encrypted";
  if (scheme !== undefined)
    return ["https", "http", "ssh", "file"].includes(scheme) ? null : `${scheme}:// is not supported`;
  if (url.startsWith("/")) return null;
  return /^[^/:]+:./.test(url) ? null : "it is neither a URL nor an absolute path";
}
