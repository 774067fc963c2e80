// Checks our registration with the client, the client's settings, other tools' hooks in them, and the client's block cap.
import { executablePath } from "../../../config/environment.ts";
import { registeredEvents } from "../../../protocol/claude-code/events.ts";
import { quote } from "../../../text/printable.ts";
import { BLOCK_CAP_KEY } from "../../registration.ts";
import { valueAt } from "../../settings-value.ts";
import { hasInstalledGroup } from "../../stand-down.ts";
import {
  type CheckResult,
  type DoctorCheck,
  type EventResult,
  mergeEvents,
  ok,
  problem,
  warn,
} from "../check.ts";
import type { DoctorContext } from "../context.ts";
import { describeSource, type FoundHook, isBackground, looksLikeMilliseconds } from "../found-hooks.ts";
import { installAgain, judgeEntry, keepOne } from "../judge-entry.ts";
import { DEFAULT_BLOCK_CAP, effectiveValue, findBlockCap, type SettingsSource } from "../settings-sources.ts";

export const registration: DoctorCheck = {
  id: "registration",
  async run(context) {
    const inSettings = context.hooks.filter((hook) => hook.isOwn);
    const all = [...inSettings, ...context.pluginHooks];
    if (all.length === 0) return notRegistered(context);
    const judged = await Promise.all(inSettings.map((hook) => judgeEntry(hook, context)));
    return [
      ...listSources(all),
      ...missingEvents(all),
      ...mergeEvents([
        ...judged.flat(),
        ...duplicates(inSettings),
        ...(await alsoInPlugin(inSettings, context)),
      ]),
    ];
  },
};

function notRegistered({ plugin }: DoctorContext): CheckResult {
  if (!plugin) return problem("not registered with Claude Code: nothing is held", "Run `holdfast install`.");
  const state = plugin.enabled ? "but its hooks cannot be read" : "but switched off";
  const nextStep = plugin.enabled
    ? installAgain("plugin")
    : `Run \`claude plugin enable ${plugin.id}\`, or \`holdfast install\`.`;
  return problem(`the plugin ${plugin.id} is installed, ${state}: nothing is held`, nextStep);
}

function listSources(hooks: FoundHook[]): CheckResult[] {
  const total = registeredEvents().length;
  return [...Map.groupBy(hooks, (hook) => hook.source)].map(([source, own]) => {
    const events = new Set(own.map((hook) => hook.event)).size;
    const inTurn = own.filter((hook) => !isBackground(hook)).length;
    const entries = inTurn === events ? "" : ` in ${inTurn} entries`;
    return ok(`${describeSource(source)}: ${events} of ${total} events${entries}`);
  });
}

function missingEvents(hooks: FoundHook[]): CheckResult[] {
  const fix = installAgain(hooks[0]?.source ?? "user");
  const inTurn = new Set(hooks.filter((hook) => !isBackground(hook)).map((hook) => hook.event));
  const afterTurn = new Set(hooks.filter(isBackground).map((hook) => hook.event));
  const missing = registeredEvents().filter(({ event }) => !inTurn.has(event));
  const late = registeredEvents().filter(
    ({ event, background }) => background && inTurn.has(event) && !afterTurn.has(event),
  );
  const names = (events: { event: string }[]) => events.map(({ event }) => event).join(", ");
  return [
    ...(missing.length > 0 ? [problem(`not registered for ${names(missing)}`, fix)] : []),
    ...(late.length > 0 ? [warn(`checks in the background do not run after ${names(late)}`, fix)] : []),
  ];
}

/** The client runs equal entries once, but different ones separately. */
function duplicates(hooks: FoundHook[]): EventResult[] {
  return [...Map.groupBy(hooks, (hook) => hook.event)].flatMap(([event, all]) => {
    const own = all.filter((hook) => !isBackground(hook));
    if (own.length < 2) return [];
    const different = new Set(own.map(({ entry }) => JSON.stringify([entry.command, entry.args]))).size;
    const nextStep = keepOne(own.map((hook) => hook.source));
    const places = [...new Set(own.map((hook) => describeSource(hook.source)))].join(" and ");
    if (different > 1)
      return [{ event, ...problem(`handled ${different} times by entries in the ${places}`, nextStep) }];
    return [
      {
        event,
        ...warn(`${own.length} equal entries in the ${places}; Claude Code runs one of them`, nextStep),
      },
    ];
  });
}

async function alsoInPlugin(hooks: FoundHook[], { pluginHooks, env }: DoctorContext): Promise<EventResult[]> {
  const results: EventResult[] = [];
  for (const { event } of pluginHooks.filter((hook) => !isBackground(hook))) {
    const own = hooks.find((hook) => hook.event === event);
    if (!own) continue;
    const outcome = (await replacesPlugin(own, executablePath(env)))
      ? "the plugin's entry does nothing"
      : "each event is handled twice";
    const message = `in the plugin and in the ${describeSource(own.source)}; ${outcome}`;
    results.push({ event, ...warn(message, keepOne([own.source, "plugin"])) });
  }
  return results;
}

async function replacesPlugin({ source, event, group }: FoundHook, program: string): Promise<boolean> {
  if (source === "user") return true;
  return (source === "project" || source === "local") && hasInstalledGroup([group], event, program);
}

/** Whether the client can read its settings, and runs hooks at all. */
export const settings: DoctorCheck = {
  id: "settings",
  async run({ sources }) {
    const there = sources.filter((source) => source.exists);
    const objections = [...there.flatMap(judgeFile), ...judgeSwitch(sources), ...judgePolicy(sources)];
    if (objections.length > 0) return objections;
    if (there.length === 0) return ok("no settings files yet");
    return ok(`readable: ${there.map((source) => source.path).join(", ")}`);
  },
};

function judgeFile({ problem: refusal, value }: SettingsSource): CheckResult[] {
  if (!refusal) return [];
  const consequence = value === undefined ? "; Claude Code ignores the file and every hook in it" : "";
  return [problem(`${refusal.message}${consequence}`, refusal.hint)];
}

function judgeSwitch(sources: DoctorContext["sources"]): CheckResult[] {
  const inForce = effectiveValue(sources, ["disableAllHooks"]);
  if (inForce && inForce.value !== false) {
    const nextStep = `Remove "disableAllHooks" from ${inForce.source.path} and restart Claude Code.`;
    return [problem(`"disableAllHooks" in ${inForce.source.path} switches every hook off`, nextStep)];
  }
  const overridden = sources.filter((source) => valueAt(source.value, ["disableAllHooks"]) === true);
  return overridden.map(({ path }) =>
    warn(
      `"disableAllHooks" in ${path} is overridden here, but switches every hook off elsewhere`,
      "Remove it unless you mean it.",
    ),
  );
}

function judgePolicy(sources: DoctorContext["sources"]): CheckResult[] {
  const managed = sources.find((source) => source.name === "managed");
  if (valueAt(managed?.value, ["allowManagedHooksOnly"]) !== true) return [];
  return [
    problem(
      `${managed?.path} allows only managed hooks ("allowManagedHooksOnly")`,
      "Ask your administrator to add holdfast's hooks to the managed settings.",
    ),
  ];
}

/** Timeouts of other tools that were probably meant in milliseconds: the client counts seconds, so a hang would last hours. */
export const foreignTimeouts: DoctorCheck = {
  id: "foreign-timeouts",
  title: "other hooks",
  async run({ hooks }) {
    const foreign = hooks.filter((hook) => !hook.isOwn);
    const odd = foreign.filter(({ entry }) => looksLikeMilliseconds(entry.timeout));
    if (odd.length === 0)
      return ok(foreign.length === 0 ? "none" : `${foreign.length}, with plausible timeouts`);
    return odd.map(({ event, source, entry }) => {
      const seconds = Number(entry.timeout);
      return warn(
        `${event} in the ${describeSource(source)}: ${program(entry.command)} has a timeout of ${seconds} seconds (${duration(seconds)})`,
        `The unit is seconds: ${Math.max(1, Math.round(seconds / 1000))} was probably meant.`,
      );
    });
  },
};

/** Only the program, because its arguments may contain a token. */
function program(command: unknown): string {
  return typeof command === "string" ? quote(command.trim().split(/\s/)[0] ?? "", 80) : "an entry";
}

function duration(seconds: number): string {
  const hours = seconds / 3600;
  return hours < 1 ? `${Math.round(seconds / 60)} minutes` : `${hours.toFixed(1)} hours`;
}

/** How many blocks in a row the client itself allows. */
export const cap: DoctorCheck = {
  id: "cap",
  title: "block cap",
  async run(context) {
    const { blocks, from } = findBlockCap(context);
    if (from === null) {
      return ok(
        `Claude Code allows at most ${DEFAULT_BLOCK_CAP} blocks in a row without a tool call (its default)`,
      );
    }
    if (!Number.isFinite(blocks)) return ok(`Claude Code has no limit of its own (${from})`);
    const summary = `Claude Code allows at most ${blocks} blocks in a row without a tool call (${from})`;
    if (blocks >= DEFAULT_BLOCK_CAP) return ok(summary);
    return warn(
      `${summary}, fewer than its default of ${DEFAULT_BLOCK_CAP}`,
      `Remove ${BLOCK_CAP_KEY} there, or raise it.`,
    );
  },
};
