import { describe, expect, test } from "bun:test";
import { closeSync, lstatSync, mkdirSync, openSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { descriptorStatus, fileStatus } from "../../../src/platform/file-status.ts";
import { makeTempFolder } from "../../helpers/temp.ts";

const BEYOND_32_BITS = 5 * 1024 ** 3;

function makePlace(): string {
  const place = makeTempFolder("file status");
  writeFileSync(`${place}/plain ä.txt`, "text\n");
  writeFileSync(`${place}/program`, "", { mode: 0o755 });
  writeFileSync(`${place}/large`, "");
  truncateSync(`${place}/large`, BEYOND_32_BITS);
  mkdirSync(`${place}/folder`);
  symlinkSync("nowhere", `${place}/link`);
  return place;
}

describe("the status of a file", () => {
  test.each(["plain ä.txt", "program", "large", "folder", "link"])(
    "is the same as from node:fs: %s",
    (name) => {
      const path = `${makePlace()}/${name}`;
      const { mode, size, ctimeMs } = lstatSync(path);
      const status = fileStatus(path);
      expect(status).toMatchObject({ mode, size });
      expect(status?.ctimeMs).toBeCloseTo(ctimeMs, 2);
    },
  );

  test.each(["absent", "plain ä.txt/below", "nul\0byte"])(
    "is unknown for what does not exist: %j",
    (name) => {
      expect(fileStatus(`${makePlace()}/${name}`)).toBeNull();
    },
  );

  test("is also available for an open file", () => {
    const descriptor = openSync(`${makePlace()}/program`, "r");
    expect(descriptorStatus(descriptor)?.mode).toBe(0o100755);
    closeSync(descriptor);
    expect(descriptorStatus(9999)).toBeNull();
  });
});
