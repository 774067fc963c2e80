import { describe, expect, test } from "bun:test";
import { prepareItems } from "../../../../src/memory/inbox/prepare-items.ts";
import { redactTriage } from "../../../../src/memory/inbox/record-candidates.ts";
import { triageItems } from "../../../../src/memory/triage/triage-items.ts";
import { redactValue } from "../../../../src/text/redaction/redact.ts";
import type { ItemBase, TranscriptItem } from "../../../../src/transcript/item.ts";

const SECRET = `ghp_${"aB3dE5fG7hJ9".repeat(3)}`;

const base: ItemBase = {
  offset: 0,
  uuid: "u1",
  sessionId: "s1",
  timestamp: 1,
  cwd: "/project",
  sidechain: false,
  agentId: null,
};

function prompt(text: string): TranscriptItem {
  return {
    ...base,
    kind: "prompt",
    text,
    attachments: 0,
    place: "turn-start",
    permissionMode: null,
  };
}

function said(text: string): TranscriptItem {
  return { ...base, kind: "assistant-text", text, messageId: null };
}

describe("text read for triage", () => {
  test("stays as it is if no rule could find a secret", async () => {
    const items = [prompt("From now on always use pnpm."), said("Done.")];
    expect(await prepareItems(items)).toEqual(items);
  });

  test("loses its secrets, as with all rules", async () => {
    const items = [prompt("Use pnpm."), said(`From now on always use ${SECRET} for the API.`)];
    const clean = await prepareItems(items);
    expect(JSON.stringify(clean)).not.toContain(SECRET);
    expect(clean).toEqual(items.map((item) => redactValue(item).value as TranscriptItem));
  });

  test("has only what triage judges, without subagents", async () => {
    const interrupt: TranscriptItem = { ...base, kind: "interrupt", byPerson: true };
    const aside: TranscriptItem = { ...prompt("Always use tabs."), sidechain: true };
    expect(await prepareItems([interrupt, aside, prompt("Hello.")])).toEqual([prompt("Hello.")]);
  });
});

describe("triage findings", () => {
  test("are stored without a secret that appears only in the candidate", async () => {
    // With markup in the middle: stored words have none.
    const torn = `From now on always use **${SECRET.slice(0, 10)}**${SECRET.slice(10)} for the API.`;
    const triage = triageItems([prompt(torn)]);
    expect(JSON.stringify(triage)).toContain(SECRET);
    const { events, state } = await redactTriage(triage);
    expect(events.length).toBeGreaterThan(0);
    expect(JSON.stringify(events) + state).not.toContain(SECRET);
  });

  test("keep their state word for word if it has no secret", async () => {
    const triage = triageItems([prompt("Look at this."), said("Should I use Redis or Kafka?")]);
    const { state } = await redactTriage(triage);
    expect(JSON.parse(state)).toEqual(triage.state);
  });
});
