// Runs the commands that prove ticked items of a plan: once per state of the tree, and only trusted ones.
import { readTrustedCommands } from "../../config/trust.ts";
import { findCheck, saveCheck } from "../../store/check-results.ts";
import { noteFault } from "../../store/hook-context.ts";
import { withoutSecrets } from "../../text/redaction/without-secrets.ts";
import type { TreeState } from "../../worktree/tree-state.ts";
import { willWait } from "../engine/background-tasks.ts";
import type { Changes } from "../engine/changes.ts";
import { hasOtherEnvironment } from "../engine/environment-mark.ts";
import { timeForCommands } from "../engine/open-stop.ts";
import type { StopContext } from "../engine/stop-context.ts";
import type { Proof } from "./plan-state.ts";

export interface ProofResults {
  proofs: Proof[];
  /** The number of commands that were not run for lack of trust. */
  unproven: number;
}

type Trees = Pick<Changes, "tree" | "wholeTree">;

const MAX_COMMAND_MS = 60_000;
const MAX_COMMANDS = 20;

export async function proveTicks(
  stop: StopContext,
  commands: readonly string[],
  changes: Trees,
  folder: string,
): Promise<ProofResults> {
  const { projectDir, env } = stop;
  if (projectDir === null || stop.commands === null || willWait(stop)) return { proofs: [], unproven: 0 };
  const isTrusted = await readTrustedCommands(env, projectDir);
  const trusted = commands.filter(isTrusted);
  const proofs: Proof[] = [];
  for (const command of trusted.slice(0, MAX_COMMANDS)) {
    const proof = await prove(stop, command, changes, folder);
    if (proof) proofs.push(proof);
  }
  return { proofs, unproven: commands.length - trusted.length };
}

/** null when the command gives no result. */
async function prove(
  stop: StopContext,
  command: string,
  { tree, wholeTree }: Trees,
  folder: string,
): Promise<Proof | null> {
  const { store, commands } = stop;
  const shownCommand = await withoutSecrets(command);
  const lookUp = ({ fingerprint }: TreeState) =>
    fingerprint === "" ? null : findCheck(store, keyOf(folder, command, fingerprint));
  const earlier = lookUp(tree);
  // After a failure the whole tree counts, because the user may have fixed it.
  const cached = earlier?.outcome === "passed" ? earlier : lookUp(await wholeTree());
  if (cached) {
    const { outcome, telling, fingerprint } = cached;
    return { command, shownCommand, passed: outcome === "passed", error: telling, fingerprint };
  }
  const left = timeForCommands(stop);
  if (left <= 1000 || commands === null) return null;
  const started = Date.now();
  const result = await commands.verify(command, folder, Math.min(MAX_COMMAND_MS, left), {
    onResult: async (ran) => {
      const { noteRun } = await import("../commands/verify-command.ts");
      const tree = async () => (await wholeTree()).fingerprint;
      await noteRun(stop, { check: "plan", command, dir: folder, tree }, ran);
    },
  });
  if (result.fault !== null) {
    await noteFault(stop, "gate:plan", result.fault);
    return null;
  }
  const { passed, error, fingerprint } = result;
  const proof = { command, shownCommand, passed, error, fingerprint };
  if (hasOtherEnvironment(stop)) return proof;
  saveCheck(store, {
    key: keyOf(folder, command, (await wholeTree()).fingerprint),
    project_dir: stop.projectDir ?? folder,
    stage: "plan",
    command: shownCommand,
    outcome: passed ? "passed" : "failed",
    exit_code: null,
    telling: passed ? "" : error,
    fingerprint,
    log_path: null,
    duration_ms: Date.now() - started,
    at: Date.now(),
  });
  return proof;
}

function keyOf(folder: string, command: string, treeFingerprint: string): string {
  return Bun.SHA256.hash(JSON.stringify(["plan", folder, command, treeFingerprint]), "hex");
}
