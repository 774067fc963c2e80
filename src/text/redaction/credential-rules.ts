// Rules for credentials in HTTP headers, addresses and connection strings.
import { type Block, isPlaceholder, looksRandom, type Rule } from "./rule.ts";

const SEPARATOR = "\\\\{0,7}[\"'`]?\\]?[ \\t]{0,5}[:=,][ \\t]{0,5}\\\\{0,7}[\"'`]?";
const COOKIE = "[\\w.-]{1,100}=[^\\s;\"'`\\\\,<>()]{0,4000}";

export const listHeaderRules = (): readonly Rule[] => [
  {
    id: "authorization-header",
    starts: ["authorization"],
    pattern: `authorization${SEPARATOR}(?:[A-Za-z][\\w-]{1,30}[ \\t]{1,5})?([^\\s\\x1b"'\`\\\\,;<>(){}[\\]]{8,4000})(?![^\\s\\x1b"'\`\\\\,;<>){}\\]])`,
    caseless: true,
    isSecret: (secret) => /\d|=$/.test(secret) && !isPlaceholder(secret),
  },
  {
    id: "bearer-token",
    starts: ["bearer"],
    pattern: "bearer(?:[ \\t]|%20|\\+){1,5}([\\w.~+/=-]{12,4000})",
    caseless: true,
    edge: true,
    isSecret: (secret) => /\d/.test(secret) && !isPlaceholder(secret),
  },
  {
    id: "basic-credentials",
    starts: ["basic"],
    pattern: "basic[ \\t]{1,5}([A-Za-z0-9+/]{8,2000}={0,2})",
    caseless: true,
    edge: true,
    isSecret: isCredentialPair,
  },
  {
    id: "docker-auth",
    starts: ['auth"', 'auth\\"', "auth\\\\", "_auth"],
    pattern: `_?auth${SEPARATOR}([A-Za-z0-9+/]{8,2000}={0,2})`,
    caseless: true,
    isSecret: isCredentialPair,
  },
  {
    id: "cookie-header",
    starts: ["cookie"],
    pattern: `cookie\\\\{0,7}["'\`]?(?:[ \\t]{0,5}[:,=][ \\t]{0,5}|[ \\t]{1,5})\\\\{0,7}["'\`]?(${COOKIE}(?:;[ \\t]{0,2}${COOKIE}){0,40}(?:;[ \\t]{0,2}[A-Za-z][\\w-]{1,20}){0,5})`,
    caseless: true,
    isSecret: (secret) => /=[^;]{8,}/.test(secret) && /\d/.test(secret),
  },
];

/** "user:password" in base64. */
function isCredentialPair(secret: string): boolean {
  try {
    return /^[\x20-\x7e]+:[\x20-\x7e]*$/.test(atob(secret));
  } catch {
    // Not base64.
    return false;
  }
}

export const listUrlRules = (): readonly Rule[] => [
  {
    id: "url-password",
    starts: ["://", ":\\/\\/", ":\\\\"],
    pattern: `:\\\\{0,7}/\\\\{0,7}/(?!\\[)(?:[^\\s/?#@:"'\`<>\\\\]{0,200}:(?!(?:\\d{1,5}|port)[/?#])([^\\s"'\`<>\\\\]{1,300})|([\\w.~%-]{16,300}))(?<!/)(?=(?::x-oauth-basic)?@[\\w[-])`,
    isSecret: (secret, [, password]) =>
      password === undefined ? looksRandom(secret, 2) : !isPlaceholder(secret),
  },
  {
    id: "url-password",
    starts: ["%3a%2f%2f"],
    pattern: "%3A%2F%2F[\\w.~-]{0,100}%3A((?:[\\w.~!*()-]|%(?!40|2F)[0-9A-F]{2}){1,200})(?=%40)",
    caseless: true,
    isSecret: (secret) => !isPlaceholder(secret),
  },
  {
    id: "url-parameter",
    starts: ["?key=", "&key=", "sig=", "signature=", "?code=", "&code=", "session=", "sessionid=", "sid="],
    pattern: "[?&]?\\w{3,9}=([\\w%.~+/=-]{16,2000})",
    caseless: true,
    isSecret: (secret, { index, input }) => isParameter(input, index) && looksRandom(secret, 3),
  },
  {
    id: "connection-key",
    starts: [
      "accountkey=",
      "sharedaccesskey=",
      "sharedaccesssignature=",
      "x-amz-signature=",
      "x-goog-signature=",
      "x-amz-security-t",
    ],
    pattern: "[\\w-]{10,30}=([\\w+/%=.-]{16,2000})",
    caseless: true,
  },
];

/** False for a longer name with the same ending. */
function isParameter(text: string, at: number): boolean {
  return /[?&]/.test(text[at] ?? "") || /^$|[\s?&;"'`{,]/.test(text[at - 1] ?? "");
}

const addressPattern = (): RegExp => /@(?:tcp|unix)\(/iy;
const pairPattern = (): RegExp => /[\w.-]{1,60}:([^\s:@"'`/]{1,100})$/;

/** `user:password@tcp(host:3306)/name`, the form of Go's database drivers. */
export function findDsnPassword(text: string, at: number): Block[] {
  const addressForm = addressPattern();
  addressForm.lastIndex = at;
  const password = addressForm.test(text)
    ? pairPattern().exec(text.slice(Math.max(0, at - 162), at))?.[1]
    : undefined;
  return password === undefined || isPlaceholder(password) ? [] : [{ start: at - password.length, end: at }];
}
