import { describe, expect, test } from "bun:test";
import { findSecretLines, NAME_ONLY_SECRET_RULES } from "../../../../src/gates/hygiene/file-rules.ts";
import { OWN_GROUPS } from "../../../../src/text/redaction/own-rules.ts";
import { RULE_GROUPS } from "../../../../src/text/redaction/rules.generated.ts";

const AUTH = Buffer.from("robot:s3cr3t-Passw0rd-9").toString("base64");

function secretsIn(path: string, text: string): string[] {
  return findSecretLines([{ path, line: 1, text }]).map(({ what }) => what);
}

describe("secrets recognised by their name only", () => {
  test("belong to rules that exist", () => {
    const ids = new Set([...OWN_GROUPS, ...RULE_GROUPS].flatMap((list) => list().map(({ id }) => id)));
    expect([...NAME_ONLY_SECRET_RULES].filter((id) => !ids.has(id))).toEqual([]);
  });

  test.each([
    ["docker-auth", `  "auth": "${AUTH}"`],
    ["netrc-password", "machine example.com login robot password s3cr3t-Passw0rd-9"],
    ["nuget-password", '<add key="ClearTextPassword" value="s3cr3t-Passw0rd-9" />'],
  ])("%s counts in a source file, not in a test or a sample", (id, text) => {
    expect(secretsIn("src/config.ts", text)).toEqual([`a secret (${id})`]);
    expect(secretsIn("test/config.test.ts", text)).toEqual([]);
  });
});
