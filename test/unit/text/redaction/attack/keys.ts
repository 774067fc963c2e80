import { BASE64, type Random } from "../random.ts";
import type { SecretKind } from "../secret-kind.ts";

const pem = (r: Random, name = "RSA PRIVATE", lines = 6): string =>
  `-----BEGIN ${name} KEY-----\n${Array.from({ length: lines }, () => r.text(BASE64, 64)).join("\n")}\n-----END ${name} KEY-----`;

/** Private keys in disguise; each line of the key counts. */
export const DISGUISED_KEYS: readonly SecretKind[] = [
  disguise("in one line of an environment file", (text) => `SSH_KEY="${text.replaceAll("\n", "\\n")}"`),
  disguise("in one line without quotes", (text) => `KEY=${text.replaceAll("\n", "\\n")}`),
  disguise("with spaces for line ends", (text) => `key: ${text.replaceAll("\n", " ")} end`),
  disguise("without line ends", (text) => `key: ${text.replaceAll("\n", "")} end`),
  disguise("with Windows line ends", (text) => text.replaceAll("\n", "\r\n")),
  disguise("with escaped Windows line ends", (text) => `"${text.replaceAll("\n", "\\r\\n")}"`),
  disguise("indented in YAML", (text) => `key: |\n    ${text.replaceAll("\n", "\n    ")}\nnext: 1`),
  disguise("as a diff", (text) => `+${text.replaceAll("\n", "\n+")}`),
  disguise("with numbers of lines", (text) =>
    text
      .split("\n")
      .map((line, at) => `${String(at + 1).padStart(6)}→${line}`)
      .join("\n"),
  ),
  disguise("with numbers and tabs", (text) =>
    text
      .split("\n")
      .map((line, at) => `${String(at + 1).padStart(6)}\t${line}`)
      .join("\n"),
  ),
  disguise("as grep prints it", (text) =>
    text
      .split("\n")
      .map((line, at) => `keys/a.txt:${at + 1}:${line}`)
      .join("\n"),
  ),
  disguise("as a quotation", (text) => `> ${text.replaceAll("\n", "\n> ")}`),
  disguise("as lines of a log", (text) =>
    text
      .split("\n")
      .map((line) => `2024-05-01T10:00:00Z ${line}`)
      .join("\n"),
  ),
  disguise("with colours", (text) =>
    text
      .split("\n")
      .map((line) => `\u001b[32m${line}\u001b[0m`)
      .join("\n"),
  ),
  disguise("as strings of a program", (text) =>
    text
      .split("\n")
      .map((line) => `  "${line}\\n" +`)
      .join("\n"),
  ),
  disguise("as a list of JSON", (text) => JSON.stringify(text.split("\n"), null, 2)),
  disguise("as an escaped string in JSON in JSON", (text) =>
    JSON.stringify(JSON.stringify({ private_key: text })),
  ),
  disguise(
    "of a service account",
    (text) => JSON.stringify({ type: "service_account", private_key: text, x: 1 }),
    "PRIVATE",
  ),
  disguise("with percent codes", (text) => `key=${encodeURIComponent(text)}`),
  disguise("in HTML", (text) => `<pre>${text.replaceAll("\n", "<br>")}</pre>`),
  disguise("in comments", (text) => `# ${text.replaceAll("\n", "\n# ")}`),
  disguise("of DSA", (text) => text, "DSA PRIVATE"),
  disguise("of EC", (text) => text, "EC PRIVATE"),
  disguise("of OpenSSH", (text) => text, "OPENSSH PRIVATE"),
  disguise("of an encrypted key", (text) => text, "ENCRYPTED PRIVATE"),
  whole("in base64", (r) => btoa(pem(r))),
  whole("in base64 of an environment variable", (r) => `SSH_KEY_B64=${btoa(pem(r))}`),
  whole("in base64 of OpenSSH", (r) => btoa(pem(r, "OPENSSH PRIVATE"))),
  whole("in base64 in lines", (r) => (btoa(pem(r)).match(/.{1,76}/g) ?? []).join("\n")),
  whole("in base64 of PGP", (r) => btoa(pem(r, "PGP PRIVATE").replaceAll(" KEY-", " KEY BLOCK-"))),
];

function disguise(name: string, put: (text: string) => string, key = "RSA PRIVATE"): SecretKind {
  return {
    name: `key ${name}`,
    make: (r) => {
      const text = pem(r, key);
      return { text: put(text), secret: "", lines: text.split("\n").slice(1, -1) };
    },
  };
}

/** The text itself is the secret. */
function whole(name: string, make: (r: Random) => string): SecretKind {
  return {
    name: `key ${name}`,
    make: (r) => {
      const text = make(r);
      return {
        text,
        secret: "",
        lines: text
          .split(/[=\n]/)
          .slice(-8)
          .filter((line) => line.length > 20),
      };
    },
  };
}
