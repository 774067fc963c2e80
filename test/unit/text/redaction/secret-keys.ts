import { BASE64, type Random } from "./random.ts";
import type { SecretKind } from "./secret-kind.ts";

/** Keys of many lines. */
export const KEYS: readonly SecretKind[] = [
  key(
    "RSA key",
    (r) => `-----BEGIN RSA ${"PRIVATE"} KEY-----\n${lines(r, 12)}\n-----END RSA ${"PRIVATE"} KEY-----`,
  ),
  key(
    "PKCS #8 key",
    (r) => `-----BEGIN ${"PRIVATE"} KEY-----\n${lines(r, 12)}\n-----END ${"PRIVATE"} KEY-----`,
  ),
  key(
    "OpenSSH key",
    (r) => `-----BEGIN OPENSSH ${"PRIVATE"} KEY-----\n${lines(r, 8)}\n-----END OPENSSH ${"PRIVATE"} KEY-----`,
  ),
  key(
    "encrypted key",
    (r) =>
      `-----BEGIN RSA ${"PRIVATE"} KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\n${lines(r, 8)}\n-----END RSA ${"PRIVATE"} KEY-----`,
  ),
  key(
    "PGP key",
    (r) =>
      `-----BEGIN PGP ${"PRIVATE"} KEY BLOCK-----\nVersion: 1\n\n${lines(r, 8)}\n-----END PGP ${"PRIVATE"} KEY BLOCK-----`,
  ),
  key("key whose end was cut off", (r) => `-----BEGIN ${"PRIVATE"} KEY-----\n${lines(r, 6)}`),
  key("key whose start was cut off", (r) => `${lines(r, 6)}\n-----END ${"PRIVATE"} KEY-----`),
  key("PuTTY key", (r) => `Private-${"Lines"}: 4\n${lines(r, 4)}`),
];

function lines(r: Random, count: number): string {
  return Array.from({ length: count }, () => r.text(BASE64, 64)).join("\n");
}

/** No line of the key may be left. */
function key(name: string, make: (r: Random) => string): SecretKind {
  return { name, make: (r) => ({ text: make(r), secret: "" }) };
}
