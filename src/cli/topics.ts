// The user pages of docs/, as parts of the executable: `holdfast help TOPIC` prints them where there is no repository. Loaded only
// for help.
import agents from "../../docs/agents.md" with { type: "text" };
import backtest from "../../docs/backtest.md" with { type: "text" };
import checks from "../../docs/checks.md" with { type: "text" };
import ci from "../../docs/ci.md" with { type: "text" };
import comingFrom from "../../docs/coming-from.md" with { type: "text" };
import comparison from "../../docs/comparison.md" with { type: "text" };
import config from "../../docs/config.md" with { type: "text" };
import dashboard from "../../docs/dashboard.md" with { type: "text" };
import flow from "../../docs/flow.md" with { type: "text" };
import gettingStarted from "../../docs/getting-started.md" with { type: "text" };
import headlessAndJson from "../../docs/headless-and-json.md" with { type: "text" };
import history from "../../docs/history.md" with { type: "text" };
import judges from "../../docs/judges.md" with { type: "text" };
import locksAndLoops from "../../docs/locks-and-loops.md" with { type: "text" };
import mcp from "../../docs/mcp.md" with { type: "text" };
import memory from "../../docs/memory.md" with { type: "text" };
import mod from "../../docs/mod.md" with { type: "text" };
import permissions from "../../docs/permissions.md" with { type: "text" };
import plansAndHygiene from "../../docs/plans-and-hygiene.md" with { type: "text" };
import proof from "../../docs/proof.md" with { type: "text" };
import quality from "../../docs/quality.md" with { type: "text" };
import index from "../../docs/README.md" with { type: "text" };
import reflection from "../../docs/reflection.md" with { type: "text" };
import security from "../../docs/security.md" with { type: "text" };
import subagents from "../../docs/subagents.md" with { type: "text" };
import sync from "../../docs/sync.md" with { type: "text" };
import troubleshooting from "../../docs/troubleshooting.md" with { type: "text" };
import { startsCommand } from "./registry.ts";

/** By the name of the file. */
export const TOPICS: Readonly<Record<string, string>> = {
  agents,
  backtest,
  checks,
  ci,
  "coming-from": comingFrom,
  comparison,
  config,
  dashboard,
  flow,
  "getting-started": gettingStarted,
  "headless-and-json": headlessAndJson,
  history,
  judges,
  "locks-and-loops": locksAndLoops,
  mcp,
  memory,
  mod,
  permissions,
  "plans-and-hygiene": plansAndHygiene,
  proof,
  quality,
  reflection,
  security,
  subagents,
  sync,
  troubleshooting,
};

/** The index: what somebody wants to do, and the page about it. */
export const TOPIC_INDEX = index;

/** Shows the topic, also where a command or a group has the same name. */
export function helpCommand(topic: string): string {
  return `holdfast help ${startsCommand(topic) ? "topic " : ""}${topic}`;
}

/** By its name, or by a word of it, as in `help locks`, `help loop` or `help hygiene`; null if several or none fit. */
export function findTopic(word: string): string | null {
  if (Object.hasOwn(TOPICS, word)) return word;
  const fitting = Object.keys(TOPICS).filter((name) =>
    name.split("-").some((part) => part === word || part === `${word}s`),
  );
  return fitting.length === 1 ? (fitting[0] ?? null) : null;
}
