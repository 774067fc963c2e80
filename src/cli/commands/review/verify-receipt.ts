// Compares the work tree with a receipt. The receipt may come from anywhere, so nothing in it is ever run: only commands of
// our own config and rows run again, if the receipt names them too.
import { dirname, resolve } from "node:path";
import type { Environment } from "../../../config/environment.ts";
import { loadConfig } from "../../../config/load-config.ts";
import { readTrust } from "../../../config/trust.ts";
import { permittedStages } from "../../../gates/commands/permitted.ts";
import { runCheck } from "../../../gates/commands/run-check.ts";
import { runVerifyCommand } from "../../../gates/commands/verify-command.ts";
import { COMMAND_OF } from "../../../gates/flow/flow.ts";
import { findFlow } from "../../../gates/flow/rows.ts";
import { findLoop } from "../../../gates/loop/rows.ts";
import { readProjectFile } from "../../../platform/project-file.ts";
import { isSessionId } from "../../../protocol/claude-code/parse-event.ts";
import { commandSubject } from "../../../recording/observations/shell-commands.ts";
import { clipLine, clipList } from "../../../text/clip.ts";
import { countNoun } from "../../../text/count-noun.ts";
import { printable } from "../../../text/printable.ts";
import { publicLine } from "../../../text/public-line.ts";
import { isRecord, parseJson } from "../../../text/unknown-values.ts";
import { UserError } from "../../../text/user-error.ts";
import { compareWithTree, readContentTree } from "../../../worktree/content-tree.ts";
import { readTreeState } from "../../../worktree/read-tree-state.ts";
import { defineCommand, flag, type Invocation, SESSION_OPTIONS } from "../../command.ts";
import { withStore } from "../../target.ts";
import { readStandardInput } from "../../terminal.ts";
import { findStateFolder } from "../hold/declared-work.ts";
import { MAX_LINE, receiptPath } from "./gather-receipt.ts";
import { findSessionToShow } from "./runs.ts";

const OPTIONS = {
  rerun: flag("run its commands again, if they are yours or a trusted project's"),
  ...SESSION_OPTIONS,
};

type Call = Invocation<typeof OPTIONS>;

interface GivenReceipt {
  tree: string;
  session: string | null;
  /** As they are shown. */
  commands: string[];
}

interface RerunResult {
  command: string;
  /** "not-run": neither yours nor trusted. */
  state: "passed" | "failed" | "no-result" | "not-run";
  why: string;
}

const TREE_MS = 30_000;
const RERUN_MS = 10 * 60_000;
const MAX_COMMANDS = 50;
const MAX_NAMED = 5;
const TREE_ID = /(?:^|[^0-9a-f])([0-9a-f]{40}|[0-9a-f]{64})(?![0-9a-f])/;

export const command = defineCommand({
  // It may run commands.
  changes: true,
  usage: "[FILE]",
  details:
    "FILE is a receipt as JSON, Markdown or trailers; - reads stdin; the default is the receipt that `flow done` wrote.\n" +
    "--rerun runs the receipt's commands again if they are checks of your config or of a trusted project, or of a loop or\n" +
    "flow here. A command that only the receipt names never runs. Only a JSON receipt names commands.\n" +
    "Exit code 0: same tree, and reruns passed; 2: another tree, or a rerun failed; 4: unknown, or a command did not run;\n" +
    "1: no receipt.",
  examples: [
    "holdfast receipt verify",
    "holdfast receipt verify ../receipt.json --rerun",
    "git log -1 --format=%B | holdfast receipt verify -",
  ],
  options: OPTIONS,
  maxPositionals: 1,
  async run(call) {
    const { options, env, out } = call;
    const { projectDir, session } = await findSessionToShow(call, options);
    const given = parseReceipt(await readReceipt(call, projectDir, session?.id ?? null));
    const compared = await compareTrees(env, projectDir, given.tree);
    if (!options.json) printComparison(call, given.tree, compared);
    const again = options.rerun ? await runAgain(call, projectDir, given) : [];
    if (options.json) {
      const { id, same, differing } = compared;
      out.json({
        sameTree: same,
        tree: id,
        receiptTree: given.tree,
        differing,
        rerun: options.rerun ? again : null,
      });
    }
    if (compared.same === false || again.some(({ state }) => state === "failed")) return 2;
    const isProven = compared.same && again.every(({ state }) => state === "passed");
    return isProven && !(options.rerun && again.length === 0) ? 0 : 4;
  },
});

async function readReceipt(
  { positionals, env, cwd }: Call,
  projectDir: string,
  sessionId: string | null,
): Promise<string> {
  const [name] = positionals;
  if (name === "-") return readStandardInput();
  const hint = "`holdfast receipt --json > ../receipt.json` writes one, and so does `holdfast flow done`.";
  if (name === undefined && sessionId === null)
    throw new UserError("no-receipt", "there is no session here", hint);
  const path =
    name === undefined
      ? receiptPath(await findStateFolder(env, { projectDir, sessionId: sessionId ?? "" }))
      : resolve(cwd, name);
  const file = readProjectFile(dirname(path), path);
  if (file.state === "read") return file.text;
  if (file.state === "refused")
    throw new UserError("bad-receipt", `${path} cannot be used: ${file.message}`, hint);
  const problem =
    name === undefined ? `no flow of session ${sessionId} has written a receipt` : `${path} does not exist`;
  throw new UserError("no-receipt", problem, hint);
}

function parseReceipt(text: string): GivenReceipt {
  const fields = parseJson(text);
  // Markdown or trailers.
  if (!isRecord(fields)) {
    const lines = text.split("\n").filter((one) => /^(?:Holdfast-)?Tree\b/.test(one.trim()));
    const [tree] = lines.flatMap((line) => TREE_ID.exec(line)?.[1] ?? []);
    return { tree: requireTree(tree), session: null, commands: [] };
  }
  const tree = isRecord(fields.tree) ? fields.tree.id : null;
  const session = typeof fields.session === "string" && isSessionId(fields.session) ? fields.session : null;
  const flow = isRecord(fields.flow) ? fields.flow.conditions : [];
  const entries = [fields.runs, fields.checks, flow, [fields.loop]].flatMap((list) =>
    Array.isArray(list) ? list : [],
  );
  const commands = entries.flatMap((entry) =>
    isRecord(entry) && typeof entry.command === "string" ? entry.command : [],
  );
  return { tree: requireTree(tree), session, commands: [...new Set(commands)].slice(0, MAX_COMMANDS) };
}

function requireTree(id: unknown): string {
  if (typeof id === "string" && /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(id)) return id;
  throw new UserError(
    "bad-receipt",
    "this is not a receipt, or it names no tree",
    "Give what `holdfast receipt --json`, `--markdown` or `--trailer` printed.",
  );
}

type Comparison = Awaited<ReturnType<typeof compareTrees>>;

/** null where it is unknown: `differing` if this repository does not have the other tree. */
async function compareTrees(env: Environment, projectDir: string, given: string) {
  const options = { env, deadlineMs: TREE_MS };
  const state = await readTreeState(projectDir, options);
  const tree = await readContentTree(state, options);
  if (tree === null || tree.id === null) return { id: null, same: null, differing: null };
  if (tree.id === given) return { id: tree.id, same: true, differing: [] };
  const differing = await compareWithTree(tree, given, state.root ?? "", options);
  return { id: tree.id, same: false, differing };
}

function printComparison({ out }: Call, given: string, { same, id, differing }: Comparison): void {
  const { green, red, yellow } = out.style;
  if (same) out.line(`${green("The same tree")}: ${id}`);
  else if (same === null) out.line(`${yellow("Unknown tree")}: there is no repository here, or git failed.`);
  else {
    out.line(`${red("Another tree")}: ${id}; the receipt is for ${given}`);
    if (differing === null)
      out.line("  This repository does not have that tree, so the differences are unknown.");
    else
      out.line(
        `  ${countNoun(differing.length, "file")} ${differing.length === 1 ? "differs" : "differ"}: ${printable(clipList(differing, MAX_NAMED))}`,
      );
  }
}

/** Runs our own command texts; the receipt's are only compared with them. */
async function runAgain(
  { env, out, options }: Call,
  projectDir: string,
  given: GivenReceipt,
): Promise<RerunResult[]> {
  const own = await listOwnCommands(env, projectDir, given.session);
  const shown = (command: string) => publicLine(command, { home: env.home, projectDir }, MAX_LINE);
  const done: RerunResult[] = [];
  for (const command of given.commands) {
    const found = own.find((one) =>
      [shown(one.command), shown(commandSubject(one.command))].includes(command),
    );
    const isRepeated = found && done.some((one) => one.command === shown(found.command));
    if (isRepeated) continue;
    if (out.interactive && found) out.draw(`running ${clipLine(printable(command), 60)}`);
    const state = found ? await found.run() : "not-run";
    const why = found
      ? ""
      : "no check of yours or of a trusted project, and no loop or flow that you started";
    done.push({ command: found ? shown(found.command) : command, state, why });
    if (out.interactive) out.draw("");
    if (!options.json) out.line(describeAgain(out.style, { command, state, why }));
  }
  if (!options.json && given.commands.length === 0) out.line("The receipt names no commands.");
  else if (!options.json && done.some(({ state }) => state === "not-run"))
    out.line("To run it, add it as a stage (`holdfast init`); a project's own stages need `holdfast trust`.");
  return done;
}

function describeAgain(
  { green, red, yellow }: Call["out"]["style"],
  { command, state, why }: RerunResult,
): string {
  const paint = state === "passed" ? green : state === "failed" ? red : yellow;
  return `${paint(state.replace("-", " ").padEnd(9))}  ${printable(clipLine(command, 160))}${why ? ` (${why})` : ""}`;
}

/** Checks of the user's config or of a trusted project, and commands of loops and flows that a person or trust backs. */
async function listOwnCommands(env: Environment, projectDir: string, sessionId: string | null) {
  const loaded = await loadConfig(env, projectDir);
  const { stages } = await permittedStages({ env, loaded, projectDir });
  const checks = stages.flatMap(({ checks: ofStage }) => ofStage);
  const isTrusted = (await readTrust(env, projectDir)).state === "trusted";
  const rows = await withStore(env, (store) => ({
    loop: sessionId === null ? null : findLoop(store, sessionId),
    flow: sessionId === null ? null : findFlow(store, sessionId),
  }));
  const { loop, flow } = rows;
  const isOurs = (by: "user" | "claude", dir: string) => dir === projectDir && (by === "user" || isTrusted);
  const declared = [
    ...(loop?.verify && isOurs(loop.started_by, loop.project_dir) ? [loop.verify] : []),
    ...(flow && isOurs(flow.startedBy, flow.projectDir)
      ? Object.values(COMMAND_OF).flatMap((field) => flow[field] ?? [])
      : []),
  ];
  return [
    ...checks.map((check) => ({
      command: check.run,
      async run(): Promise<RerunResult["state"]> {
        const place = { env, projectDir, key: `receipt-${Bun.hash(check.run).toString(36)}` };
        const { outcome } = await runCheck(check, place, { timeoutMs: Math.max(check.timeoutMs, RERUN_MS) });
        return outcome === "passed" || outcome === "failed" ? outcome : "no-result";
      },
    })),
    ...declared.map((command) => ({
      command,
      async run(): Promise<RerunResult["state"]> {
        const { passed, fault } = await runVerifyCommand(command, projectDir, RERUN_MS);
        return passed ? "passed" : fault === null ? "failed" : "no-result";
      },
    })),
  ];
}
