// Passwords on the line below their name, and cookies outside of a header.
import type { Block, BlockRule, Rule } from "./rule.ts";
import { isPlaceholder, looksRandom } from "./secret-value.ts";

const QUOTE = "\\\\{0,7}[\"'`]";
const NEWLINE = "(?:\\r?\\n|(?:\\\\{1,7}r)?\\\\{1,7}n)";
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const TAB = "(?:\\t|\\\\{1,7}t)";

export const listSessionRules = (): readonly (Rule | BlockRule)[] => [
  {
    id: "typed-password",
    starts: [
      "password:",
      "password for",
      "passphrase:",
      "passphrase for",
      "passcode:",
      "token:",
      "api key:",
      "secret:",
    ],
    pattern: `(?:password|passphrase|passcode|token|api key|secret)(?: for [^\\n]{1,100}?)?:[ \\t]{0,5}(?:${NEWLINE}[ \\t]{0,20}){1,3}([^\\s"'\`\\\\]{6,400})(?=[ \\t]{0,5}(?:${NEWLINE}|["'\\\\]|$))`,
    caseless: true,
    isSecret: isTyped,
  },
  {
    // As they are written: a field `sessionId` of a program is no cookie.
    id: "cookie-value",
    starts: [
      "phpsessid",
      "jsessionid",
      "asp.net_sessionid",
      "_session_id",
      "sessionid=",
      "sessionid'",
      "connect.sid",
      "laravel_session",
    ],
    pattern: `(?:PHPSESSID|JSESSIONID|ASP\\.NET_SessionId|_session_id|sessionid|connect\\.sid|laravel_session)(?:${QUOTE})?(?:[ \\t]{0,3}[:=][ \\t]{0,3}|[ \\t]{0,3},\\s{0,20}${QUOTE}value${QUOTE}[ \\t]{0,3}:[ \\t]{0,3})(?:${QUOTE})?([\\w%.~+/=-]{16,2000})`,
    edge: true,
    isSecret: (secret) => looksRandom(secret, 2) && !UUID.test(secret),
  },
  {
    id: "cookie-value",
    starts: ["#httponly_", "netscape http co"],
    findBlocks: findJar,
  },
  { id: "cookie-value", starts: ['domain"', "domain\\"], findBlocks: findBrowserCookie },
];

/** No word, no key of YAML, no code: a line of its own. */
function isTyped(secret: string): boolean {
  return (
    !isPlaceholder(secret) &&
    /[A-Za-z]/.test(secret) &&
    (/\d/.test(secret) || /[A-Za-z][!%$&@#~^*+?]+[A-Za-z0-9]/.test(secret)) &&
    !/^(?:https?:|[./~-])|[:({[=]|[,;)}\]]$|\.\w{1,4}$/.test(secret)
  );
}

const jarLinePattern = (): RegExp =>
  new RegExp(
    `${TAB}(?:TRUE|FALSE)${TAB}/[^\\s\\\\]{0,200}${TAB}(?:TRUE|FALSE)${TAB}\\d{1,12}${TAB}[^\\s\\\\]{1,200}${TAB}([^\\s"'\\\\]{4,4000})`,
    "g",
  );
/** A jar is small. */
const MAX_JAR = 50_000;
const HEADER = "etscape HTTP Cookie";

/** Cookies as curl and wget write them, a line each; not beyond the next jar. */
function findJar(text: string, at: number): Block[] {
  const isLine = text[at] === "#";
  const after = text.slice(at, at + (isLine ? MAX_COOKIE : MAX_JAR));
  const next = isLine ? -1 : after.indexOf(HEADER, HEADER.length);
  const jar = next < 0 ? after : after.slice(0, next);
  return [...jar.matchAll(jarLinePattern())].slice(0, isLine ? 1 : undefined).map((line) => {
    const end = at + line.index + line[0].length;
    return { start: end - (line[1]?.length ?? 0), end };
  });
}

const MAX_COOKIE = 4200;
const cookieValuePattern = (): RegExp =>
  new RegExp(
    `value${QUOTE}\\s{0,5}:\\s{0,5}${QUOTE}([^"'\\\\\\s]{12,4000})${QUOTE},(?:\\s|\\\\{1,7}[nrt]){0,20}${QUOTE}$`,
    "y",
  );

/** `{"name": …, "value": …, "domain": …}`, as browsers and their drivers write it. */
function findBrowserCookie(text: string, at: number): Block[] {
  const ahead = text.slice(Math.max(0, at - MAX_COOKIE), at);
  const pattern = cookieValuePattern();
  pattern.lastIndex = ahead.lastIndexOf("value");
  const match = pattern.lastIndex < 0 ? null : pattern.exec(ahead);
  const value = match?.[1] ?? "";
  if (!match || !looksRandom(value, 2)) return [];
  const start = at - ahead.length + match.index + match[0].indexOf(value, "value".length);
  return [{ start, end: start + value.length }];
}
