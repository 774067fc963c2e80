import { expect, test } from "bun:test";
import { refuseOtherPlatforms } from "../../../src/install/platform.ts";

test("Linux and macOS are supported, the others are refused by name", () => {
  for (const platform of ["linux", "darwin"]) expect(() => refuseOtherPlatforms(platform)).not.toThrow();
  for (const platform of ["win32", "freebsd"]) expect(() => refuseOtherPlatforms(platform)).toThrow(platform);
});
