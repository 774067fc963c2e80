import { test } from "bun:test";
import { expectNoSecretOnDisk, SECRET_KINDS } from "../../fuzz/secrets-on-disk.ts";

// All kinds are tried by `npm run fuzz`.
const SOME_KINDS = SECRET_KINDS.filter((_, index) => index % 12 === 0);

test("no byte of a secret reaches the disk, whichever field contains it", async () => {
  await expectNoSecretOnDisk(SOME_KINDS);
}, 120_000);
