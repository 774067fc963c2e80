import { expect, test } from "bun:test";
import { expectNoSecretOnDisk, SECRET_KINDS } from "./secrets-on-disk.ts";

test("no byte of any kind of secret reaches the disk, whichever field contains it", async () => {
  expect(SECRET_KINDS.length).toBeGreaterThanOrEqual(40);
  await expectNoSecretOnDisk(SECRET_KINDS);
}, 180_000);
