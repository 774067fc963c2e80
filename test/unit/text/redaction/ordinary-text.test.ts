import { describe, expect, test } from "bun:test";
import { Glob } from "bun";
import { redact } from "../../../../src/text/redaction/redact.ts";
import { ALNUM, BASE64, HEX, makeRandom } from "./random.ts";

const root = `${import.meta.dir}/../../../..`;

describe("of ordinary code, at most one line in two hundred is changed", () => {
  const folders = [
    ...["src", "test", "scripts", "node_modules/@types", "node_modules/bun-types", "node_modules/fast-check"],
    ...["node_modules/typescript", "node_modules/knip", "node_modules/zod", "node_modules/yaml"],
  ];
  for (const folder of folders)
    test(folder, async () => {
      let lines = 0;
      let changed = 0;
      for await (const path of new Glob("**/*.{ts,js,mjs,cjs,json,md}").scan(`${root}/${folder}`)) {
        const text = await Bun.file(`${root}/${folder}/${path}`).text();
        lines += text.split("\n").length;
        changed += redact(text)
          .text.split("\n")
          .filter((line) => line.includes("[redacted:")).length;
        changed -= text.split("\n").filter((line) => line.includes("[redacted:")).length;
      }
      expect(lines).toBeGreaterThan(1000);
      expect(changed / lines).toBeLessThan(0.005);
    });
});

test("a project's lock file stays as it is", async () => {
  const text = await Bun.file(`${root}/package-lock.json`).text();
  expect(redact(text)).toEqual({ text, count: 0 });
});

describe("text that looks random and is not a secret stays", () => {
  const random = makeRandom(3);
  const uuid = [8, 4, 4, 4, 12].map((length) => random.text(HEX, length)).join("-");
  const commit = random.text(HEX, 40);
  const cases: Record<string, string> = {
    "a UUID": `id: ${uuid}\nsession_id=${uuid}\n{"uuid":"${uuid}"}`,
    "a commit": `commit ${commit}\nMerge: ${commit.slice(0, 7)}\nHEAD is now at ${commit}`,
    "a checksum": `sha256:${random.text(HEX, 64)}  file.tar.gz\nmd5 = ${random.text(HEX, 32)}`,
    "an integrity line": `"integrity": "sha512-${random.text(BASE64, 86)}=="`,
    "a lock file entry": `resolved "https://host/x/-/x-1.0.0.tgz#${commit}"`,
    "a picture in base64": `data:image/png;base64,${random.text(BASE64, 60_000)}==`,
    "a source map": `//# sourceMappingURL=data:application/json;base64,${random.text(ALNUM, 20_000)}`,
    "a colour": "color: #a1b2c3; background: #a1b2c3d4; --key: #fff",
    "a long identifier": "const veryLongIdentifierOfAnObjectThatIsNotASecret2 = someOtherFunctionName64Bit;",
    "a name in capitals": "export const MAXIMUM_NUMBER_OF_TOKENS_PER_REQUEST_V2 = 4096;",
    "a version and a date": "v1.2.3-beta.4+20240101 2024-01-01T00:00:00.000Z 10.0.0.1:8080",
    "a public key": `ssh-ed25519 ${random.text(BASE64, 68)} me@host\n-----BEGIN PUBLIC KEY-----\n${random.text(BASE64, 64)}\n-----END PUBLIC KEY-----`,
    "a certificate": `-----BEGIN CERTIFICATE-----\n${random.text(BASE64, 64)}\n-----END CERTIFICATE-----`,
    "a path": "/home/me/projects/token-service/src/password-reset/secret-store.ts:12:34",
    "a stack":
      "    at readToken (file:///app/node_modules/pkg/dist/token.mjs:12:34)\n    at async Promise.all (index 0)",
    "a client identifier": `toolu_01${random.text(ALNUM, 22)} msg_01${random.text(ALNUM, 22)} req_011${random.text(ALNUM, 21)}`,
  };
  for (const [name, text] of Object.entries(cases))
    test(name, () => {
      expect(redact(text)).toEqual({ text, count: 0 });
    });
});
