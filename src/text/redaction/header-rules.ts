// Credentials in HTTP headers, as a request, a command line or an object of a program writes them.
import { isPlaceholder } from "./placeholder.ts";
import type { Rule } from "./rule.ts";

const SEPARATOR = "\\\\{0,7}[\"'`]?\\]?[ \\t]{0,5}[:=,][ \\t]{0,5}\\\\{0,7}[\"'`]?";
const COOKIE = "[\\w.-]{1,100}=[^\\s;\"'`\\\\,<>()]{0,4000}";

export const listHeaderRules = (): readonly Rule[] => [
  {
    id: "authorization-header",
    starts: ["authorization"],
    pattern: `authorization${SEPARATOR}(?:[A-Za-z][\\w-]{1,30}[ \\t]{1,5})?([^\\s\\x1b"'\`\\\\,;<>(){}[\\]]{8,4000})(?![^\\s\\x1b"'\`\\\\,;<>){}\\]])`,
    caseless: true,
    judge: (secret) => /\d|=$/.test(secret) && !isPlaceholder(secret),
  },
  {
    id: "bearer-token",
    starts: ["bearer"],
    pattern: "bearer(?:[ \\t]|%20|\\+){1,5}([\\w.~+/=-]{12,4000})",
    caseless: true,
    edge: true,
    judge: (secret) => /\d/.test(secret) && !isPlaceholder(secret),
  },
  {
    id: "basic-credentials",
    starts: ["basic"],
    pattern: "basic[ \\t]{1,5}([A-Za-z0-9+/]{8,2000}={0,2})",
    caseless: true,
    edge: true,
    judge: isCredentialPair,
  },
  {
    id: "docker-auth",
    starts: ['auth"', 'auth\\"', "auth\\\\", "_auth"],
    pattern: `_?auth${SEPARATOR}([A-Za-z0-9+/]{8,2000}={0,2})`,
    caseless: true,
    judge: isCredentialPair,
  },
  {
    id: "cookie-header",
    starts: ["cookie"],
    pattern: `cookie\\\\{0,7}["'\`]?(?:[ \\t]{0,5}[:,=][ \\t]{0,5}|[ \\t]{1,5})\\\\{0,7}["'\`]?(${COOKIE}(?:;[ \\t]{0,2}${COOKIE}){0,40}(?:;[ \\t]{0,2}[A-Za-z][\\w-]{1,20}){0,5})`,
    caseless: true,
    judge: (secret) => /=[^;]{8,}/.test(secret) && /\d/.test(secret),
  },
];

/** "user:password" in base64. */
function isCredentialPair(secret: string): boolean {
  try {
    return /^[\x20-\x7e]+:[\x20-\x7e]*$/.test(atob(secret));
  } catch {
    // Not base64, so no credentials.
    return false;
  }
}
