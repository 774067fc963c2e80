import { BASE64, type Random, URL_SAFE } from "../random.ts";
import type { SecretKind } from "../secret-kind.ts";

const NAME = `RSA ${"PRIVATE"} KEY`;
const BEGIN = `-----BEGIN ${NAME}-----`;
const END = `-----END ${NAME}-----`;

/** Each way in which programs prefix a line. */
const PREFIXES: Record<string, (line: string, number: number) => string> = {
  "with nothing ahead": (line) => line,
  "as a quotation": (line) => `> ${line}`,
  "with numbers and arrows": (line, number) => `${String(number).padStart(6)}→${line}`,
  "with numbers and tabs": (line, number) => `${String(number).padStart(6)}\t${line}`,
  "as grep prints it": (line, number) => `keys/a.txt:${number}:${line}`,
  "as bat prints it": (line, number) => `  ${String(number).padStart(4)} │ ${line}`,
  "as a diff": (line) => `+${line}`,
  "as a log": (line) => `2024-05-01T10:00:00Z app[1]: ${line}`,
  "as strings": (line) => `  "${line}\\n" +`,
};

/** Truncated keys: each remaining line counts. */
export const CUT_KEYS: readonly SecretKind[] = Object.entries(PREFIXES).flatMap(([name, put]) => [
  cut(`key ${name}, cut at its end`, (lines) => [BEGIN, ...lines], put),
  cut(`key ${name}, cut at its start`, (lines) => [...lines, END], put),
  cut(`key ${name}, cut at both ends`, (lines) => lines, put),
  cut(
    `key ${name}, cut in its middle`,
    (lines) => [BEGIN, ...lines.slice(0, 3), "[… 812 characters cut …]", ...lines.slice(3), END],
    put,
  ),
  cut(
    `key ${name}, cut in its middle and at its end`,
    (lines) => [BEGIN, ...lines.slice(0, 3), "[… 812 characters cut …]", ...lines.slice(3)],
    put,
  ),
]);

function cut(
  name: string,
  frame: (lines: string[]) => string[],
  put: (line: string, number: number) => string,
): SecretKind {
  return {
    name,
    make: (r) => {
      const lines = Array.from({ length: 6 }, () => r.text(BASE64, 64));
      const text = frame(lines)
        .map((line, at) => put(line, at + 1))
        .join("\n");
      return { text, secret: "", lines };
    },
  };
}

/** Keys in JSON, and JSON web tokens over several lines. */
export const JSON_KEYS: readonly SecretKind[] = [
  jwk("an RSA key", (d) => `{"kty":"RSA","n":"0vx7","e":"AQAB","d":"${d}"}`),
  jwk("an EC key", (d) => `{ "kty": "EC", "crv": "P-256", "x": "f83O", "y": "x_FE", "d": "${d}" }`),
  jwk("an OKP key, its secret first", (d) => `{"d":"${d}","crv":"Ed25519","kty":"OKP","x":"11qY"}`),
  jwk("a symmetric key", (d) => `{"kty":"oct","alg":"HS256","k":"${d}"}`),
  jwk(
    "primes",
    (d) => `{"kty":"RSA","n":"0vx7","e":"AQAB","p":"${d}","q":"${d}","dp":"${d}","dq":"${d}","qi":"${d}"}`,
  ),
  jwk(
    "a set over lines",
    (d) => `{\n "keys": [\n  {\n   "kty": "EC",\n   "crv": "P-256",\n   "d": "${d}"\n  }\n ]\n}`,
  ),
  jwk("YAML", (d) => `kty: EC\ncrv: P-256\nd: ${d}\n`),
  token("wrapped", (parts) => parts.join(".").replace(/.{60}/g, "$&\n")),
  token("wrapped and indented", (parts) => parts.join(".").replace(/.{60}/g, "$&\n    ")),
  token("wrapped as a quotation", (parts) => `> ${parts.join(".").replace(/.{60}/g, "$&\n> ")}`),
  token("a part a line", (parts) => parts.join(".\n")),
];

function jwk(name: string, put: (secret: string) => string): SecretKind {
  return {
    name: `JWK: ${name}`,
    make: (r) => {
      const secret = r.text(URL_SAFE, 43);
      return { text: put(secret), secret };
    },
  };
}

function token(name: string, put: (parts: string[]) => string): SecretKind {
  return {
    name: `JSON web token, ${name}`,
    make: (r: Random) => {
      const parts = [`eyJ${r.text(URL_SAFE, 33)}`, `eyJ${r.text(URL_SAFE, 140)}`, r.text(URL_SAFE, 86)];
      const text = put(parts);
      const lines = text.split(/[\s>.]+/).filter((line) => line.length > 20);
      return { text, secret: "", lines };
    },
  };
}
