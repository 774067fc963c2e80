// Every command in the order of the help pages, with its section, summary and module, which is loaded when it runs.
import type { Command } from "./command.ts";

export const HELP_SECTIONS = ["Hold and release", "See", "Remember", "Set up"] as const;

/** Groups of commands: the first word, and what they are for. */
export const GROUPS: Record<string, string> = {
  loop: "keep Claude at a task until a command passes",
  flow: "hold a task until nine conditions are verified",
  pipeline: "subagents in stages",
  sessions: "recorded sessions",
  memory: "what later sessions should know",
  config: "the settings",
};

export interface CommandEntry {
  section: (typeof HELP_SECTIONS)[number];
  /** One line, for the overview and the command's own page. */
  summary: string;
  load(): Promise<{ command: Command }>;
  /** Started by holdfast itself or by a shell, and not listed. */
  hidden?: true;
}

type Table = Record<string, readonly [summary: string, load: CommandEntry["load"]]>;

// Files with several commands.
const locks = () => import("./commands/goals/lock.ts");
const decisions = () => import("./commands/review/explain.ts");
const sessions = () => import("./commands/sessions/sessions.ts");
const memories = () => import("./commands/memory/list.ts");
const memoryChanges = () => import("./commands/memory/edit.ts");
const inboxAnswers = () => import("./commands/memory/answer.ts");
const configs = () => import("./commands/config/config.ts");
const upkeep = () => import("./commands/history/prune.ts");
const machines = () => import("./commands/sync/sync.ts");
const team = () => import("./commands/sync/admin.ts");
const shell = () => import("./commands/setup/completions.ts");

// Names have one or two words.
export const COMMANDS: Record<string, CommandEntry> = {
  ...inSection("Hold and release", {
    lock: ["keep Claude working until you unlock", pick(locks, "lock")],
    unlock: ["let Claude stop again", pick(locks, "unlock")],
    "loop start": ["keep Claude at a task until a command passes", () => import("./commands/loop/start.ts")],
    "loop status": ["show the loop's progress", () => import("./commands/loop/status.ts")],
    "loop done": ["end the loop as done", () => import("./commands/loop/done.ts")],
    "flow start": ["hold a task until its nine conditions are met", () => import("./commands/flow/start.ts")],
    "flow set": ["set a condition of the flow, with its evidence", () => import("./commands/flow/set.ts")],
    "flow approve": ["approve the flow's plan, as the user", () => import("./commands/flow/approve.ts")],
    "flow done": ["verify every condition and end the flow", () => import("./commands/flow/done.ts")],
    "flow status": [
      "show the flow's conditions and what each still needs",
      () => import("./commands/flow/status.ts"),
    ],
    "pipeline status": ["show the pipeline's progress", () => import("./commands/pipeline/status.ts")],
    ask: ["let Claude ask the user something while it is held", () => import("./commands/goals/ask.ts")],
    cancel: ["end what holds here, without a result", () => import("./commands/goals/cancel.ts")],
    pause: ["allow every stop for a while", () => import("./commands/goals/pause.ts")],
    resume: ["end a pause, or continue what was suspended", () => import("./commands/goals/resume.ts")],
  }),
  ...inSection("See", {
    status: ["show what is active here and why Claude is held", () => import("./commands/status/status.ts")],
    dashboard: ["watch all sessions in a browser", () => import("./commands/dashboard/dashboard.ts")],
    "plan status": ["show the active plan and its open items", () => import("./commands/plan/status.ts")],
    explain: ["show why a stop was held, allowed or released", pick(decisions, "explain")],
    verdict: [
      "tell a script how a session ended, by exit code",
      () => import("./commands/review/verdict.ts"),
    ],
    wrong: ["mark a hold as a mistake", pick(decisions, "wrong")],
    "gate run": ["run the project's checks now", () => import("./commands/gate/run.ts")],
    checks: [
      "show which checks ran on this tree, by whom, with results",
      () => import("./commands/review/checks.ts"),
    ],
    search: ["search past work", () => import("./commands/history/search.ts")],
    recall: [
      "show what Claude was given from earlier sessions, and why",
      () => import("./commands/history/recall.ts"),
    ],
    "sessions list": ["list the last sessions of this project", pick(sessions, "list")],
    "sessions show": ["show one session: its summary, prompts and what happened", pick(sessions, "show")],
    reflect: [
      "look back at a session: numbers, findings, suggestions",
      () => import("./commands/reflect/reflect.ts"),
    ],
    "reflect review": ["decide what to do about findings", () => import("./commands/reflect/review.ts")],
    backtest: ["try settings on past sessions", () => import("./commands/review/backtest.ts")],
    transcript: ["print what was said in a session", () => import("./commands/history/transcript.ts")],
    triage: ["find what is worth remembering in a transcript", () => import("./commands/memory/triage.ts")],
  }),
  ...inSection("Remember", {
    "memory save": ["save something worth remembering", () => import("./commands/memory/save.ts")],
    "memory list": ["list this project's memories and your own", pick(memories, "list")],
    "memory show": ["show one memory in full", pick(memories, "show")],
    "memory search": ["search memories", () => import("./commands/memory/search.ts")],
    "memory edit": ["change a memory, or let it replace another", pick(memoryChanges, "edit")],
    "memory retire": ["retire a memory that is no longer true", pick(memoryChanges, "retire")],
    "memory restore": ["make a memory active again", pick(memoryChanges, "restore")],
    "memory vouch": ["accept memories that came with the repository", pick(memoryChanges, "vouch")],
    "memory inbox": [
      "review what holdfast found worth remembering",
      () => import("./commands/memory/inbox.ts"),
    ],
    "memory accept": ["save something from the inbox", pick(inboxAnswers, "accept")],
    "memory reject": ["reject something in the inbox", pick(inboxAnswers, "reject")],
    "memory export": ["export memories for other tools", () => import("./commands/memory/export.ts")],
    "memory import": ["import memories from other tools", () => import("./commands/memory/import.ts")],
  }),
  ...inSection("Set up", {
    sync: ["bring memories to your other machines, and theirs here", pick(machines, "sync")],
    "sync setup": [
      "share memories through a private git repository, or with a team",
      pick(machines, "setup"),
    ],
    "sync status": ["show machines, what waits and what went wrong", pick(machines, "status")],
    "sync confirm": ["confirm that a new machine is yours", pick(machines, "confirm")],
    "sync admin": ["set up a team's PostgreSQL, add and remove developers", pick(team, "admin")],
    "sync leave": ["stop sharing memories with other machines", pick(machines, "leave")],
    init: ["suggest checks for this project", () => import("./commands/setup/init.ts")],
    install: ["register holdfast with Claude Code", () => import("./commands/setup/install.ts")],
    uninstall: ["undo install, byte for byte", () => import("./commands/setup/uninstall.ts")],
    update: [
      "show how holdfast was installed and how to renew it",
      () => import("./commands/setup/update.ts"),
    ],
    doctor: ["check that everything works", () => import("./commands/setup/doctor.ts")],
    "config show": ["show the current settings and where each comes from", pick(configs, "show")],
    "config check": ["find mistakes in config files, with line and cause", pick(configs, "check")],
    trust: ["let this project's own commands run", () => import("./commands/config/trust.ts")],
    prune: ["remove data beyond the retention limits", pick(upkeep, "prune")],
    forget: ["remove recorded data for good", pick(upkeep, "forget")],
    ingest: ["make past sessions searchable", () => import("./commands/history/ingest.ts")],
    drain: ["make recorded tool calls searchable now", pick(upkeep, "drain")],
    mcp: ["give Claude memory and history as tools (MCP)", () => import("./commands/mcp/command.ts")],
    statusline: [
      "print what is active, for Claude Code's status line",
      () => import("./commands/status/statusline.ts"),
    ],
    completions: ["print completions for your shell", pick(shell, "completions")],
  }),
  ...hidden({
    background: [
      "do what a hook leaves to a detached process",
      () => import("./commands/background/background.ts"),
    ],
    "merge-memory": [
      "merge two versions of a memory file, for git",
      () => import("./commands/memory/merge.ts"),
    ],
    complete: ["list completions for a command line", pick(shell, "complete")],
  }),
};

/** A command, or the first word of some. */
export function startsCommand(word: string): boolean {
  return Object.keys(COMMANDS).some((name) => name.split(" ", 1)[0] === word);
}

function inSection(section: CommandEntry["section"], table: Table): Record<string, CommandEntry> {
  return Object.fromEntries(
    Object.entries(table).map(([name, [summary, load]]) => [name, { section, summary, load }]),
  );
}

function hidden(table: Table): Record<string, CommandEntry> {
  const entries = Object.entries(inSection("Set up", table));
  return Object.fromEntries(entries.map(([name, entry]) => [name, { ...entry, hidden: true }]));
}

/** One of several commands in a file. */
function pick<Name extends string>(
  load: () => Promise<Record<Name, Command>>,
  name: Name,
): CommandEntry["load"] {
  return async () => ({ command: (await load())[name] });
}
