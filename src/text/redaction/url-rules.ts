// Credentials in addresses and connection strings.
import { isPlaceholder } from "./placeholder.ts";
import type { Block, Rule } from "./rule.ts";
import { looksRandom } from "./secret-value.ts";

export const listUrlRules = (): readonly Rule[] => [
  {
    id: "url-password",
    starts: ["://", ":\\/\\/", ":\\\\"],
    pattern: `:\\\\{0,7}/\\\\{0,7}/(?!\\[)(?:[^\\s/?#@:"'\`<>\\\\]{0,200}:(?!(?:\\d{1,5}|port)[/?#])([^\\s"'\`<>\\\\]{1,300})|([\\w.~%-]{16,300}))(?<!/)(?=(?::x-oauth-basic)?@[\\w[-])`,
    judge: (secret, [, password]) =>
      password === undefined ? looksRandom(secret, 2) : !isPlaceholder(secret),
  },
  {
    id: "url-password",
    starts: ["%3a%2f%2f"],
    pattern: "%3A%2F%2F[\\w.~-]{0,100}%3A((?:[\\w.~!*()-]|%(?!40|2F)[0-9A-F]{2}){1,200})(?=%40)",
    caseless: true,
    judge: (secret) => !isPlaceholder(secret),
  },
  {
    id: "url-parameter",
    starts: ["?key=", "&key=", "sig=", "signature=", "?code=", "&code=", "session=", "sessionid=", "sid="],
    pattern: "[?&]?\\w{3,9}=([\\w%.~+/=-]{16,2000})",
    caseless: true,
    judge: (secret, { index, input }) => isParameter(input, index) && looksRandom(secret, 3),
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

/** Not a name that only ends like one. */
function isParameter(text: string, at: number): boolean {
  return /[?&]/.test(text[at] ?? "") || /^$|[\s?&;"'`{,]/.test(text[at - 1] ?? "");
}

const addressPattern = (): RegExp => /@(?:tcp|unix)\(/iy;
const pairPattern = (): RegExp => /[\w.-]{1,60}:([^\s:@"'`/]{1,100})$/;

/** `user:password@tcp(host:3306)/name`, as Go's database drivers have it. */
export function findDsnPassword(text: string, at: number): Block[] {
  const addressForm = addressPattern();
  addressForm.lastIndex = at;
  const password = addressForm.test(text)
    ? pairPattern().exec(text.slice(Math.max(0, at - 162), at))?.[1]
    : undefined;
  return password === undefined || isPlaceholder(password) ? [] : [{ start: at - password.length, end: at }];
}
