import { expect, test } from "bun:test";
import { isExcludedProject } from "../../../../src/config/place.ts";
import { isExcludedPath } from "../../../../src/recording/capture/redact-call.ts";

const NOTHING = { tools: [], paths: [], projects: [] };

test.each([
  ["/home/me/secret", "/home/me/secret", true],
  ["/home/me/secret", "/home/me/secret/deep/er", true],
  ["/home/me/secret", "/home/me/secretive", false],
  ["~/clients/", "/home/me/clients/acme", true],
  ["/srv/*", "/srv/one", true],
  ["/srv/*", "/elsewhere", false],
])("excluding the project %s: %s is %p", (pattern, dir, excluded) => {
  expect(isExcludedProject(dir, { ...NOTHING, projects: [pattern] }, "/home/me")).toBe(excluded);
});

test.each([
  ["**/*.snap", "/work/app/src/a.snap", true],
  ["data/**", "/work/app/data/x/y.csv", true],
  ["data/**", "/work/app/src/data.ts", false],
  ["/etc/**", "/etc/hosts", true],
  ["[", "/work/app/a", false],
])("excluding the path %s: %s is %p", (pattern, path, excluded) => {
  expect(isExcludedPath(path, "/work/app", { ...NOTHING, paths: [pattern] })).toBe(excluded);
});
