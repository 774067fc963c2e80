// Starts the very command that the settings name, for each event: the only proof that the guard is on.
import { mkdtemp, rm } from "node:fs/promises";
import { type Check, ok, problem, warn } from "../check.ts";
import type { DoctorContext } from "../context.ts";
import { installAgain } from "../cure.ts";
import { commandOf, type FoundHook } from "../found-hooks.ts";
import { inParallel } from "../in-parallel.ts";
import { type Rehearsal, type Rehearsed, rehearseHook } from "../rehearse-hook.ts";
import { type EventResult, sayTogether } from "../together.ts";

const AT_ONCE = 2;

export const selfTest: Check = {
  id: "self-test",
  title: "self-test",
  async run(context) {
    const tests = collectTests(context);
    if (tests.length === 0)
      return [warn("nothing is registered, so nothing was tested", "Run `holdfast install`.")];
    const folder = await mkdtemp(`${context.env.tempDir}/holdfast-doctor-`);
    let done = 0;
    try {
      const runs = await inParallel(
        AT_ONCE,
        tests.map((test, index) => ({ test, index })),
        async ({ test, index }) => {
          const run = await rehearseHook(test, context, `${folder}/${index}`);
          context.progress(`self-test ${++done} of ${tests.length}`);
          return { test, run, failure: failureOf(run) };
        },
      );
      const passed = runs.filter(({ failure }) => failure === null);
      const times = passed
        .map(({ test, run }) => `${test.event} ${Math.round(run.durationMs)} ms`)
        .join(", ");
      const failed = runs.flatMap(({ test, failure }) => (failure === null ? [] : [toResult(test, failure)]));
      return [
        ...(passed.length > 0 ? [ok(`answered as they should: ${times}`)] : []),
        ...sayTogether(failed),
      ];
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

interface SelfTest extends Rehearsal {
  source: FoundHook["source"];
}

/** Equal commands are tested once an event, as the client runs them. */
function collectTests({ hooks, pluginHooks }: DoctorContext): SelfTest[] {
  const tests = [...hooks.filter((hook) => hook.isOwn), ...pluginHooks].flatMap((hook) => {
    const command = commandOf(hook);
    return command ? [{ event: hook.event, source: hook.source, command, timeout: hook.entry.timeout }] : [];
  });
  return [...Map.groupBy(tests, ({ event, command }) => JSON.stringify([event, command])).values()].flatMap(
    ([first]) => first ?? [],
  );
}

function failureOf(run: Rehearsed): string | null {
  if (run.failure === "not-started") return `could not be started (${run.detail})`;
  if (run.failure === "hung") return `did not end within ${run.detail} and was killed`;
  if (run.failure === "killed") return `was ended by ${run.detail}`;
  if (run.exitCode === 127) return "was not found (exit code 127)";
  if (run.exitCode !== 0) return `ended with exit code ${run.exitCode}${firstLine(run.stderr)}`;
  if (!isAnswer(run.stdout)) return `printed what is no answer${firstLine(run.stdout)}`;
  const [fault] = run.faults;
  return fault ? `answered, but failed inside: ${fault.part}: ${fault.message}` : null;
}

/** Nothing, or one JSON object. */
function isAnswer(stdout: string): boolean {
  if (stdout.trim() === "") return true;
  try {
    const value: unknown = JSON.parse(stdout);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

function toResult({ event, source, command }: SelfTest, failure: string): EventResult {
  const words = [command.command, ...(command.args ?? [])].join(" ");
  return { event, ...problem(`\`${words}\` ${failure}`, installAgain(source)) };
}

function firstLine(text: string): string {
  const line = text.trim().split("\n")[0] ?? "";
  return line === "" ? "" : `: ${line.slice(0, 120)}`;
}
