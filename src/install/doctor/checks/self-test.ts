// Runs the command that the settings name, for each event: the only proof that the guard is on.
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { type DoctorCheck, type EventResult, mergeEvents, ok, problem, warn } from "../check.ts";
import type { DoctorContext } from "../context.ts";
import { commandOf, type FoundHook, type HookCommand, isBackground, mayRun } from "../found-hooks.ts";
import { installAgain } from "../judge-entry.ts";
import { makeRehearsalPlace, type Rehearsal, type RehearsalResult, rehearseHook } from "../rehearse-hook.ts";

export const selfTest: DoctorCheck = {
  id: "self-test",
  async run(context) {
    const found = collectTests(context);
    if (found.length === 0)
      return [warn("nothing is registered, so nothing was tested", "Run `holdfast install`.")];
    const allowed = await Promise.all(found.map((test) => mayRun(context.env, test, test.command)));
    const refused = found.filter((_, index) => !allowed[index]).map(notStarted);
    const runs = await rehearseAll(
      context,
      found.filter((_, index) => allowed[index]),
    );
    const times = runs
      .filter(({ failure }) => failure === null)
      .map(({ test, durationMs }) => `${test.event} ${Math.round(durationMs)} ms`);
    const failed = runs.flatMap(({ test, failure }) => (failure === null ? [] : [toResult(test, failure)]));
    return [
      ...(times.length > 0 ? [ok(`answered correctly: ${times.join(", ")}`)] : []),
      ...mergeEvents([...failed, ...refused]),
    ];
  },
};

interface SelfTest extends Rehearsal {
  source: FoundHook["source"];
}

async function rehearseAll(context: DoctorContext, tests: SelfTest[]) {
  const folder = await mkdtemp(`${context.env.tempDir}/holdfast-doctor-`);
  try {
    const runs = [];
    // One by one: beside another, each would take longer than it does in a session.
    for (const [index, test] of tests.entries()) {
      context.progress(`self-test ${index + 1} of ${tests.length}`);
      const place = await makeRehearsalPlace(context, `${folder}/${index}`);
      const first = await rehearseHook(test, context, place);
      const failure = failureOf(first);
      // The first run also makes the database, as no other will.
      const measured = failure === null ? await rehearseHook(test, context, place) : first;
      runs.push({ test, durationMs: measured.durationMs, failure: failure ?? failureOf(measured) });
    }
    return runs;
  } finally {
    await removeForGood(folder);
  }
}

/** A process that a hook started in the background may still be at work there. */
async function removeForGood(folder: string): Promise<void> {
  for (let attempt = 0; attempt < 10; attempt++) {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    await Bun.sleep(50);
    if (!existsSync(folder)) return;
  }
}

/** Equal commands are tested once an event, as the client runs them. What runs after the turn is the same program. */
function collectTests({ hooks, pluginHooks }: DoctorContext): SelfTest[] {
  const own = [...hooks.filter((hook) => hook.isOwn), ...pluginHooks].filter((hook) => !isBackground(hook));
  const tests = own.flatMap((hook) => {
    const command = commandOf(hook);
    return command ? [{ event: hook.event, source: hook.source, command, timeout: hook.entry.timeout }] : [];
  });
  return [...Map.groupBy(tests, ({ event, command }) => JSON.stringify([event, command])).values()].flatMap(
    ([first]) => first ?? [],
  );
}

function failureOf(run: RehearsalResult): string | null {
  if (run.failure === "not-started") return `could not be started (${run.detail})`;
  if (run.failure === "hung") return `did not end within ${run.detail} and was killed`;
  if (run.failure === "killed") return `was ended by ${run.detail}`;
  if (run.exitCode === 127) return "was not found (exit code 127)";
  if (run.exitCode !== 0) return `ended with exit code ${run.exitCode}${firstLine(run.stderr)}`;
  if (!isAnswer(run.stdout)) return `printed no valid answer${firstLine(run.stdout)}`;
  const [fault] = run.faults;
  return fault ? `answered, but recorded a fault: ${fault.part}: ${fault.message}` : null;
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
  return { event, ...problem(`\`${wordsOf(command)}\` ${failure}`, installAgain(source)) };
}

function notStarted({ event, source, command }: SelfTest): EventResult {
  const message = `\`${wordsOf(command)}\` was not run: it comes with the project and is not our program`;
  return { event, ...warn(message, `If you did not put it there, remove it. ${installAgain(source)}`) };
}

function wordsOf({ command, args }: HookCommand): string {
  return [command, ...(args ?? [])].join(" ");
}

function firstLine(text: string): string {
  const line = text.trim().split("\n")[0] ?? "";
  return line === "" ? "" : `: ${line.slice(0, 120)}`;
}
