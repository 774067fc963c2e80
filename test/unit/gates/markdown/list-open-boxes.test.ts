import { expect, test } from "bun:test";
import { listOpenBoxes } from "../../../../src/gates/markdown/read-markdown.ts";

test("open boxes of a message are listed, except in code, quotes or comments", () => {
  const message = [
    "Here is where I am:",
    "- [x] done",
    "- [ ] **write** the docs",
    "  1. [ ] examples",
    "> - [ ] quoted",
    "`- [ ] in code`",
    "```",
    "- [ ] in a block",
    "```",
    "<!-- - [ ] hidden -->",
    "- [ ]",
    "an array[ ] of things",
  ].join("\n");
  expect(listOpenBoxes(message)).toEqual(["**write** the docs", "examples"]);
});
