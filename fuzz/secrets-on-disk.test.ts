import { expect, test } from "bun:test";
import { expectNoSecretOnDisk, SECRET_KINDS } from "./secrets-on-disk.ts";

test("no byte of a secret of any kind reaches the disk, in whatever field it stands", async () => {
  expect(SECRET_KINDS.length).toBeGreaterThanOrEqual(40);
  await expectNoSecretOnDisk(SECRET_KINDS);
}, 180_000);
