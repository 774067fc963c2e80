// What works in which agent, and the test that shows it. docs/agents.md has the same table.
import type { HostName } from "./clients.ts";

interface Capability {
  what: string;
  /** Files below test/, and the tests in them. */
  shownBy: Readonly<Record<string, string | readonly string[]>>;
  /** "yes", "–", or what differs. */
  in: Record<HostName, string>;
}

const EVERYWHERE = { codex: "yes", copilot: "yes", gemini: "yes", qwen: "yes" };

export const CAPABILITIES: readonly Capability[] = [
  {
    what: "locks and rounds",
    shownBy: { "agents/real-clients.ts": "a lock holds a busy agent for as long as it works" },
    in: EVERYWHERE,
  },
  {
    what: "holds in one turn",
    shownBy: {
      "agents/real-clients.ts": "a lock is released when the agent would end the turn by itself",
      "unit/protocol/translate.test.ts": "how often an agent lets a turn be held",
    },
    in: {
      codex: "any number",
      copilot: "8",
      gemini: "until its loop check",
      qwen: "`stopHookBlockingCap` - 1 (7)",
    },
  },
  {
    what: "loops that the agent starts",
    shownBy: {
      "agents/real-clients.ts":
        "a loop that the agent started binds its session and ends when its command passes",
    },
    in: { ...EVERYWHERE, codex: "not in its sandbox" },
  },
  {
    what: "quality checks",
    shownBy: {
      "agents/real-clients.ts": "a red check holds the stop, with its error, and a green one lets it pass",
    },
    in: EVERYWHERE,
  },
  {
    what: "claims",
    shownBy: { "agents/real-clients.ts": "a claim that the record contradicts is found" },
    in: EVERYWHERE,
  },
  {
    what: "rules for subagents",
    shownBy: { "agents/real-clients.ts": "a subagent is held until its rule is met" },
    in: { ...EVERYWHERE, gemini: "no event" },
  },
  {
    what: "memory, one for all agents",
    shownBy: {
      "agents/real-clients.ts":
        "what was saved is told to later sessions, of another agent as well, what was done is found there, and trust takes a person",
    },
    in: { ...EVERYWHERE, gemini: "told at the start" },
  },
  {
    what: "install and uninstall",
    shownBy: {
      "agents/real-clients.ts": "a command that only records works, and uninstall gives every file back",
    },
    in: { ...EVERYWHERE, codex: "trust hooks by `/hooks`" },
  },
  {
    what: "allow rules",
    shownBy: {
      "agents/real-clients.ts": [
        "a command that a rule allows can record, and another one cannot",
        "a command that a rule allows runs without asking, but nothing beside it",
      ],
    },
    in: { codex: "yes", copilot: "has none", gemini: "yes", qwen: "none: they match too much" },
  },
  {
    what: "past sessions (`ingest`)",
    shownBy: {
      "unit/recording/ingest/agent-logs.test.ts":
        "become sessions of those agents, with prompts, calls and summaries",
    },
    in: { ...EVERYWHERE, gemini: "–" },
  },
];
