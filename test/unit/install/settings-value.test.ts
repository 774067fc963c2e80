import { expect, test } from "bun:test";
import { isOwnHook } from "../../../src/install/settings-value.ts";

test.each([
  { command: "/home/me/.holdfast/bin/holdfast", args: ["hook"] },
  { command: "/a path/holdfast", args: ["hook", "--plugin"] },
  { command: "holdfast", args: ["hook"] },
  { command: "holdfast hook" },
  { command: "$HOME/.holdfast/bin/holdfast hook" },
  { command: '"/a path/bin/holdfast" hook' },
  { command: "HOLDFAST_DEBUG=1 holdfast hook " },
])("ours: %p", (hook) => {
  expect(isOwnHook({ type: "command", ...hook })).toBe(true);
});

test.each([
  { command: "/x/holdfast", args: [] },
  { command: "/x/holdfast", args: ["status"] },
  { command: "/x/holdfast-hook", args: ["hook", "--plugin"] },
  { command: "/x/notholdfast", args: ["hook"] },
  { command: "notholdfast hook" },
  { command: "holdfast status" },
  { command: "holdfast hooks" },
  { command: "make && holdfast hook" },
  { command: "$(make) holdfast hook" },
  { command: "`make` holdfast hook" },
  { command: "holdfast hook; rm x" },
  { command: 7 },
  { prompt: "holdfast hook" },
  null,
  "holdfast hook",
])("not ours: %p", (hook) => {
  expect(isOwnHook(hook)).toBe(false);
});
