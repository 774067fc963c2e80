// Every command, in the order of the help page. A name may have two words.
import type { Command } from "./command.ts";

export interface CommandEntry {
  group: "Hold and release" | "See" | "Remember" | "Set up";
  load(): Promise<Command>;
  /** Shown in the overview; the command's own page has the rest. */
  summary: string;
  /** For holdfast itself: not in any list. */
  hidden?: true;
}

export const COMMANDS: Record<string, CommandEntry> = {
  lock: {
    group: "Hold and release",
    summary: "keep Claude working until you unlock",
    load: async () => (await import("./commands/hold/lock.ts")).command,
  },
  unlock: {
    group: "Hold and release",
    summary: "let Claude stop again",
    load: async () => (await import("./commands/hold/unlock.ts")).command,
  },
  "loop start": {
    group: "Hold and release",
    summary: "keep Claude at a task until a command passes",
    load: async () => (await import("./commands/loop/start.ts")).command,
  },
  "loop status": {
    group: "Hold and release",
    summary: "how far the loop is",
    load: async () => (await import("./commands/loop/status.ts")).command,
  },
  "loop done": {
    group: "Hold and release",
    summary: "end the loop as done",
    load: async () => (await import("./commands/loop/done.ts")).command,
  },
  "loop cancel": {
    group: "Hold and release",
    summary: "end the loop without a result",
    load: async () => (await import("./commands/loop/cancel.ts")).command,
  },
  "loop resume": {
    group: "Hold and release",
    summary: "go on with a suspended loop, or take one over",
    load: async () => (await import("./commands/loop/resume.ts")).command,
  },
  "flow start": {
    group: "Hold and release",
    summary: "hold a task until it is verified done",
    load: async () => (await import("./commands/flow/start.ts")).command,
  },
  "flow set": {
    group: "Hold and release",
    summary: "set a condition of the flow, with its evidence",
    load: async () => (await import("./commands/flow/set.ts")).command,
  },
  "flow phase": {
    group: "Hold and release",
    summary: "say which phase the flow is in",
    load: async () => (await import("./commands/flow/phase.ts")).command,
  },
  "flow done": {
    group: "Hold and release",
    summary: "verify every condition and end the flow",
    load: async () => (await import("./commands/flow/done.ts")).command,
  },
  "flow status": {
    group: "Hold and release",
    summary: "the flow's conditions and what each still needs",
    load: async () => (await import("./commands/flow/status.ts")).command,
  },
  "flow cancel": {
    group: "Hold and release",
    summary: "end the flow without a result",
    load: async () => (await import("./commands/flow/cancel.ts")).command,
  },
  "flow resume": {
    group: "Hold and release",
    summary: "go on with a suspended flow, or take one over",
    load: async () => (await import("./commands/flow/resume.ts")).command,
  },
  "pipeline status": {
    group: "Hold and release",
    summary: "how far the pipeline of subagents is",
    load: async () => (await import("./commands/pipeline/status.ts")).command,
  },
  "pipeline cancel": {
    group: "Hold and release",
    summary: "end the pipeline without a result",
    load: async () => (await import("./commands/pipeline/cancel.ts")).command,
  },
  pause: {
    group: "Hold and release",
    summary: "hold nothing for a while",
    load: async () => (await import("./commands/hold/pause.ts")).command,
  },
  resume: {
    group: "Hold and release",
    summary: "end a pause",
    load: async () => (await import("./commands/hold/resume.ts")).command,
  },
  status: {
    group: "See",
    summary: "what holds or is on now, here",
    load: async () => (await import("./commands/hold/status.ts")).command,
  },
  "plan status": {
    group: "See",
    summary: "the active plan and what is open in it",
    load: async () => (await import("./commands/plan/status.ts")).command,
  },
  explain: {
    group: "See",
    summary: "why a stop was blocked or allowed",
    load: async () => (await import("./commands/review/explain.ts")).command,
  },
  wrong: {
    group: "See",
    summary: "mark a block as false",
    load: async () => (await import("./commands/review/wrong.ts")).command,
  },
  "gate run": {
    group: "See",
    summary: "run the project's checks now",
    load: async () => (await import("./commands/gate/run.ts")).command,
  },
  init: {
    group: "Set up",
    summary: "propose checks for this project",
    load: async () => (await import("./commands/setup/init.ts")).command,
  },
  search: {
    group: "See",
    summary: "find past work by its words",
    load: async () => (await import("./commands/history/search.ts")).command,
  },
  recall: {
    group: "See",
    summary: "what Claude was told of earlier sessions, and why",
    load: async () => (await import("./commands/history/recall.ts")).command,
  },
  "sessions list": {
    group: "See",
    summary: "the last sessions of this project",
    load: async () => (await import("./commands/sessions/list.ts")).command,
  },
  "sessions show": {
    group: "See",
    summary: "one session: its summary, prompts and what happened",
    load: async () => (await import("./commands/sessions/show.ts")).command,
  },
  reflect: {
    group: "See",
    summary: "look back at a session: measures, patterns, suggestions",
    load: async () => (await import("./commands/reflect/reflect.ts")).command,
  },
  "reflect review": {
    group: "See",
    summary: "decide what becomes of what reflections found",
    load: async () => (await import("./commands/reflect/review.ts")).command,
  },
  insights: {
    group: "See",
    summary: "what the sessions of a project say together",
    load: async () => (await import("./commands/review/insights.ts")).command,
  },
  backtest: {
    group: "See",
    summary: "try settings on past sessions before you switch them on",
    load: async () => (await import("./commands/review/backtest.ts")).command,
  },
  metrics: {
    group: "See",
    summary: "how much was asked, run, searched and failed",
    load: async () => (await import("./commands/history/metrics.ts")).command,
  },
  transcript: {
    group: "See",
    summary: "what was said in a session, readable",
    load: async () => (await import("./commands/history/transcript.ts")).command,
  },
  "memory save": {
    group: "Remember",
    summary: "keep something worth remembering",
    load: async () => (await import("./commands/memory/save.ts")).command,
  },
  "memory list": {
    group: "Remember",
    summary: "the memories of this project and your own",
    load: async () => (await import("./commands/memory/list.ts")).command,
  },
  "memory show": {
    group: "Remember",
    summary: "one memory, whole",
    load: async () => (await import("./commands/memory/show.ts")).command,
  },
  "memory search": {
    group: "Remember",
    summary: "find memories by their words, best first",
    load: async () => (await import("./commands/memory/search.ts")).command,
  },
  "memory edit": {
    group: "Remember",
    summary: "change a memory",
    load: async () => (await import("./commands/memory/edit.ts")).command,
  },
  "memory supersede": {
    group: "Remember",
    summary: "a memory is replaced by another",
    load: async () => (await import("./commands/memory/status.ts")).supersede,
  },
  "memory retire": {
    group: "Remember",
    summary: "a memory no longer holds",
    load: async () => (await import("./commands/memory/status.ts")).retire,
  },
  "memory restore": {
    group: "Remember",
    summary: "a memory holds again",
    load: async () => (await import("./commands/memory/status.ts")).restore,
  },
  "memory inbox": {
    group: "Remember",
    summary: "what holdfast thinks is worth remembering",
    load: async () => (await import("./commands/memory/inbox.ts")).command,
  },
  "memory accept": {
    group: "Remember",
    summary: "keep something from the inbox",
    load: async () => (await import("./commands/memory/answer.ts")).accept,
  },
  "memory reject": {
    group: "Remember",
    summary: "say that something in the inbox is not worth it",
    load: async () => (await import("./commands/memory/answer.ts")).reject,
  },
  "memory stats": {
    group: "Remember",
    summary: "how many memories there are, and how good the triage is",
    load: async () => (await import("./commands/memory/stats.ts")).command,
  },
  "memory export": {
    group: "Remember",
    summary: "write memories out for other tools",
    load: async () => (await import("./commands/memory/export.ts")).command,
  },
  "memory import": {
    group: "Remember",
    summary: "take over memories from elsewhere",
    load: async () => (await import("./commands/memory/import.ts")).command,
  },
  "memory reindex": {
    group: "Remember",
    summary: "read every memory file anew",
    load: async () => (await import("./commands/memory/reindex.ts")).command,
  },
  triage: {
    group: "See",
    summary: "what of a transcript is worth remembering, and why",
    load: async () => (await import("./commands/memory/triage.ts")).command,
  },
  install: {
    group: "Set up",
    summary: "register with Claude Code",
    load: async () => (await import("./commands/setup/install.ts")).command,
  },
  uninstall: {
    group: "Set up",
    summary: "undo install, byte for byte",
    load: async () => (await import("./commands/setup/uninstall.ts")).command,
  },
  doctor: {
    group: "Set up",
    summary: "check that everything works",
    load: async () => (await import("./commands/setup/doctor.ts")).command,
  },
  "config show": {
    group: "Set up",
    summary: "effective settings and where each comes from",
    load: async () => (await import("./commands/config/show.ts")).command,
  },
  "config check": {
    group: "Set up",
    summary: "find mistakes in config files",
    load: async () => (await import("./commands/config/check.ts")).command,
  },
  "config schema": {
    group: "Set up",
    summary: "print the JSON Schema of the config",
    load: async () => (await import("./commands/config/schema.ts")).command,
  },
  trust: {
    group: "Set up",
    summary: "let this project's own commands run",
    load: async () => (await import("./commands/config/trust.ts")).command,
  },
  prune: {
    group: "Set up",
    summary: "drop what is older or larger than the config keeps",
    load: async () => (await import("./commands/history/prune.ts")).command,
  },
  forget: {
    group: "Set up",
    summary: "remove what was recorded, for good",
    load: async () => (await import("./commands/history/forget.ts")).command,
  },
  ingest: {
    group: "Set up",
    summary: "make past sessions searchable from their transcripts",
    load: async () => (await import("./commands/history/ingest.ts")).command,
  },
  drain: {
    group: "Set up",
    summary: "make recorded tool calls searchable now",
    load: async () => (await import("./commands/history/drain.ts")).command,
  },
  export: {
    group: "Set up",
    summary: "export a session's transcript to its project",
    hidden: true,
    load: async () => (await import("./commands/history/export.ts")).command,
  },
  baseline: {
    group: "Set up",
    summary: "run failed checks on the tree a session started from",
    hidden: true,
    load: async () => (await import("./commands/gate/baseline.ts")).command,
  },
  snapshot: {
    group: "Set up",
    summary: "keep the work tree as a session finds it",
    hidden: true,
    load: async () => (await import("./commands/gate/snapshot.ts")).command,
  },
};
