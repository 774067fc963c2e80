// Every command, in the order of the help pages: its group, its summary and where it is. Nothing is loaded before it is run.
import type { Command } from "./command.ts";

export const GROUPS = ["Hold and release", "See", "Remember", "Set up"] as const;

export interface CommandEntry {
  group: (typeof GROUPS)[number];
  /** One line, for the overview and the command's own page. */
  summary: string;
  load(): Promise<{ command: Command }>;
  /** Started by holdfast itself: in no list. */
  hidden?: true;
}

type Table = Record<string, readonly [summary: string, load: CommandEntry["load"]]>;

// A name may have two words.
export const COMMANDS: Record<string, CommandEntry> = {
  ...inGroup("Hold and release", {
    lock: ["keep Claude working until you unlock", pick(() => import("./commands/hold/lock.ts"), "lock")],
    unlock: ["let Claude stop again", pick(() => import("./commands/hold/lock.ts"), "unlock")],
    "loop start": ["keep Claude at a task until a command passes", () => import("./commands/loop/start.ts")],
    "loop status": ["show the loop's progress", () => import("./commands/loop/status.ts")],
    "loop done": ["end the loop as done", pick(() => import("./commands/loop/end.ts"), "done")],
    "loop cancel": ["end the loop without a result", pick(() => import("./commands/loop/end.ts"), "cancel")],
    "loop resume": ["continue a suspended loop, or take one over", () => import("./commands/loop/resume.ts")],
    "flow start": ["hold a task until it is verified done", () => import("./commands/flow/start.ts")],
    "flow set": [
      "set a condition of the flow, with its evidence",
      pick(() => import("./commands/flow/set.ts"), "set"),
    ],
    "flow phase": ["name the phase the flow is in", pick(() => import("./commands/flow/set.ts"), "phase")],
    "flow done": ["verify every condition and end the flow", () => import("./commands/flow/done.ts")],
    "flow status": [
      "show the flow's conditions and what each still needs",
      () => import("./commands/flow/status.ts"),
    ],
    "flow cancel": ["end the flow without a result", () => import("./commands/flow/cancel.ts")],
    "flow resume": ["continue a suspended flow, or take one over", () => import("./commands/flow/resume.ts")],
    "pipeline status": [
      "show the progress of the pipeline of subagents",
      pick(() => import("./commands/pipeline/pipeline.ts"), "status"),
    ],
    "pipeline cancel": [
      "end the pipeline without a result",
      pick(() => import("./commands/pipeline/pipeline.ts"), "cancel"),
    ],
    pause: ["hold nothing for a while", pick(() => import("./commands/hold/pause.ts"), "pause")],
    resume: ["end a pause", pick(() => import("./commands/hold/pause.ts"), "resume")],
  }),
  ...inGroup("See", {
    status: ["show what is on here and what holds Claude", () => import("./commands/hold/status.ts")],
    "plan status": ["show the active plan and its open items", () => import("./commands/plan/status.ts")],
    explain: [
      "show why a stop was blocked or allowed",
      pick(() => import("./commands/review/explain.ts"), "explain"),
    ],
    verdict: ["tell a script by exit code how a session ended", () => import("./commands/review/verdict.ts")],
    wrong: ["mark a block as false", pick(() => import("./commands/review/explain.ts"), "wrong")],
    "gate run": ["run the project's checks now", () => import("./commands/gate/run.ts")],
    search: ["find past work by its words", () => import("./commands/history/search.ts")],
    recall: [
      "show what Claude was told about earlier sessions, and why",
      () => import("./commands/history/recall.ts"),
    ],
    "sessions list": [
      "list the last sessions of this project",
      pick(() => import("./commands/sessions/sessions.ts"), "list"),
    ],
    "sessions show": [
      "show one session: its summary, prompts and what happened",
      pick(() => import("./commands/sessions/sessions.ts"), "show"),
    ],
    reflect: [
      "look back at a session: measures, patterns, suggestions",
      () => import("./commands/reflect/reflect.ts"),
    ],
    "reflect review": [
      "decide what to do with the findings of reflections",
      () => import("./commands/reflect/review.ts"),
    ],
    insights: ["show trends over the sessions of a project", () => import("./commands/review/insights.ts")],
    backtest: [
      "try settings on past sessions before you switch them on",
      () => import("./commands/review/backtest.ts"),
    ],
    metrics: [
      "count prompts, tool calls, commands, searches and failures",
      () => import("./commands/history/metrics.ts"),
    ],
    transcript: ["print what was said in a session", () => import("./commands/history/transcript.ts")],
    triage: [
      "show what in a transcript is worth remembering, and why",
      () => import("./commands/memory/triage.ts"),
    ],
  }),
  ...inGroup("Remember", {
    "memory save": ["save something worth remembering", () => import("./commands/memory/save.ts")],
    "memory list": [
      "list the memories of this project and your own",
      pick(() => import("./commands/memory/list.ts"), "list"),
    ],
    "memory show": ["show one memory in full", pick(() => import("./commands/memory/list.ts"), "show")],
    "memory search": [
      "find memories by their words, best first",
      () => import("./commands/memory/search.ts"),
    ],
    "memory edit": ["change a memory", pick(() => import("./commands/memory/edit.ts"), "edit")],
    "memory supersede": [
      "replace a memory by another",
      pick(() => import("./commands/memory/edit.ts"), "supersede"),
    ],
    "memory retire": [
      "retire a memory that no longer holds",
      pick(() => import("./commands/memory/edit.ts"), "retire"),
    ],
    "memory restore": [
      "make a memory active again",
      pick(() => import("./commands/memory/edit.ts"), "restore"),
    ],
    "memory inbox": [
      "list what holdfast thinks is worth remembering",
      () => import("./commands/memory/inbox.ts"),
    ],
    "memory accept": [
      "save something from the inbox",
      pick(() => import("./commands/memory/answer.ts"), "accept"),
    ],
    "memory reject": [
      "reject something in the inbox",
      pick(() => import("./commands/memory/answer.ts"), "reject"),
    ],
    "memory stats": ["count memories, and rate triage", () => import("./commands/memory/stats.ts")],
    "memory export": ["write memories out for other tools", () => import("./commands/memory/export.ts")],
    "memory import": ["import memories from elsewhere", () => import("./commands/memory/import.ts")],
    "memory reindex": ["read every memory file again", () => import("./commands/memory/reindex.ts")],
  }),
  ...inGroup("Set up", {
    init: ["propose checks for this project", () => import("./commands/setup/init.ts")],
    install: ["register holdfast with Claude Code", () => import("./commands/setup/install.ts")],
    uninstall: ["undo install, byte for byte", () => import("./commands/setup/uninstall.ts")],
    doctor: ["check that everything works", () => import("./commands/setup/doctor.ts")],
    "config show": [
      "show the settings in force and where each comes from",
      pick(() => import("./commands/config/config.ts"), "show"),
    ],
    "config check": [
      "find mistakes in config files, with line and cause",
      pick(() => import("./commands/config/config.ts"), "check"),
    ],
    "config schema": [
      "print the JSON Schema of the config files",
      pick(() => import("./commands/config/config.ts"), "schema"),
    ],
    trust: ["let this project's own commands run", () => import("./commands/config/trust.ts")],
    prune: [
      "remove what is older or larger than the config keeps",
      pick(() => import("./commands/history/prune.ts"), "prune"),
    ],
    forget: ["remove recorded data for good", () => import("./commands/history/forget.ts")],
    ingest: [
      "make past sessions searchable from their transcripts",
      () => import("./commands/history/ingest.ts"),
    ],
    drain: [
      "make recorded tool calls searchable now",
      pick(() => import("./commands/history/prune.ts"), "drain"),
    ],
  }),
  ...hidden({
    export: [
      "export a session's transcript to its project",
      pick(() => import("./commands/background/background.ts"), "archive"),
    ],
    baseline: [
      "run failed checks on the tree a session started from",
      pick(() => import("./commands/background/background.ts"), "baseline"),
    ],
    snapshot: [
      "record the work tree as a session finds it",
      pick(() => import("./commands/background/background.ts"), "snapshot"),
    ],
  }),
};

function inGroup(group: CommandEntry["group"], table: Table): Record<string, CommandEntry> {
  return Object.fromEntries(
    Object.entries(table).map(([name, [summary, load]]) => [name, { group, summary, load }]),
  );
}

function hidden(table: Table): Record<string, CommandEntry> {
  const entries = Object.entries(inGroup("Set up", table));
  return Object.fromEntries(entries.map(([name, entry]) => [name, { ...entry, hidden: true }]));
}

/** One of several commands in a file. */
function pick<Name extends string>(
  load: () => Promise<Record<Name, Command>>,
  name: Name,
): CommandEntry["load"] {
  return async () => ({ command: (await load())[name] });
}
