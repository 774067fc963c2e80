import { describe, expect, test } from "bun:test";
import { cleanItems } from "../../../../src/memory/inbox/clean-items.ts";
import { cleanRead } from "../../../../src/memory/inbox/clean-read.ts";
import { cleanFound } from "../../../../src/memory/inbox/keep-found.ts";
import { triageItems } from "../../../../src/memory/triage/triage.ts";
import type { ItemBase, TranscriptItem } from "../../../../src/transcript/item.ts";

const SECRET = `ghp_${"aB3dE5fG7hJ9".repeat(3)}`;

const base: ItemBase = {
  offset: 0,
  uuid: "u1",
  parentUuid: null,
  sessionId: "s1",
  timestamp: 1,
  cwd: "/project",
  gitBranch: null,
  version: null,
  sidechain: false,
  agentId: null,
};

function prompt(text: string): TranscriptItem {
  return {
    ...base,
    kind: "prompt",
    text,
    attachments: 0,
    source: "typed",
    place: "turn-start",
    permissionMode: null,
  };
}

function said(text: string): TranscriptItem {
  return { ...base, kind: "assistant-text", text, messageId: null, model: null };
}

describe("what was read for triage", () => {
  test("stays as it is where no rule could find a secret", async () => {
    const items = [prompt("From now on always use pnpm."), said("Done.")];
    expect(await cleanRead(items)).toEqual(items);
  });

  test("loses its secrets, as by all rules", async () => {
    const items = [prompt("Use pnpm."), said(`From now on always use ${SECRET} for the API.`)];
    const clean = await cleanRead(items);
    expect(JSON.stringify(clean)).not.toContain(SECRET);
    expect(clean).toEqual(cleanItems(items));
  });

  test("has only what triage judges, and nothing of subagents", async () => {
    const interrupt: TranscriptItem = { ...base, kind: "interrupt", duringTool: false, byPerson: true };
    const aside: TranscriptItem = { ...prompt("Always use tabs."), sidechain: true };
    expect(await cleanRead([interrupt, aside, prompt("Hello.")])).toEqual([prompt("Hello.")]);
  });
});

describe("what triage found", () => {
  test("is kept without a secret that only the finding shows", async () => {
    // Markup in the midst of it: the words as they are kept have none.
    const torn = `From now on always use **${SECRET.slice(0, 10)}**${SECRET.slice(10)} for the API.`;
    const triage = triageItems([prompt(torn)], { sessionId: "s1" });
    expect(JSON.stringify(triage)).toContain(SECRET);
    const { rows, state } = await cleanFound(triage);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows) + state).not.toContain(SECRET);
  });

  test("keeps its state word for word where nothing speaks against it", async () => {
    const triage = triageItems([prompt("Look at this."), said("Should I use Redis or Kafka?")]);
    const { state } = await cleanFound(triage);
    expect(JSON.parse(state)).toEqual(triage.state);
  });
});
