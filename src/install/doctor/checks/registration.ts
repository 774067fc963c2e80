// Checks our registration with the client, the client's settings, other tools' hooks in them, and the client's block cap.
import { registeredEvents } from "../../../protocol/claude-code/events.ts";
import { quote } from "../../../text/printable.ts";
import { BLOCK_CAP_KEY } from "../../registration.ts";
import { valueAt } from "../../settings-value.ts";
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
import { describeSource, type FoundHook, isBackground } from "../found-hooks.ts";
import { installAgain, judgeEntry, keepOne } from "../judge-entry.ts";
import { DEFAULT_BLOCK_CAP, effectiveValue, findBlockCap, type SettingsSource } from "../settings-sources.ts";

export const registration: DoctorCheck = {
  id: "registration",
  async run(context) {
    const inSettings = context.hooks.filter((hook) => hook.isOwn);
    const all = [...inSettings, ...context.pluginHooks];
    if (all.length === 0) return notRegistered(context);
    const judged = inSettings.flatMap((hook) => judgeEntry(hook, context));
    return [...listSources(all), ...missingEvents(all), ...mergeEvents([...judged, ...duplicates(all)])];
  },
};

function notRegistered({ plugin, inOtherAgents }: DoctorContext): CheckResult {
  if (!plugin && inOtherAgents) return ok("not registered with Claude Code, only with other agents");
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

/** The client runs equal entries once, but different ones separately. Beside settings, the plugin's entry does nothing. */
function duplicates(hooks: FoundHook[]): EventResult[] {
  const inTurn = hooks.filter((hook) => !isBackground(hook));
  return [...Map.groupBy(inTurn, (hook) => hook.event)].flatMap(([event, own]) => {
    if (own.length < 2) return [];
    const sources = own.map((hook) => hook.source);
    const places = [...new Set(sources)].map(describeSource).join(" and ");
    const commands = own
      .filter(({ source }) => source !== "plugin")
      .map(({ entry }) => JSON.stringify([entry.command, entry.args]));
    const report = new Set(commands).size > 1 ? problem : warn;
    return [{ event, ...report(`registered ${own.length} times, in ${places}`, keepOne(sources)) }];
  });
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
  if (!inForce || inForce.value === false) return [];
  const nextStep = `Remove "disableAllHooks" from ${inForce.source.path} and restart Claude Code.`;
  return [problem(`"disableAllHooks" in ${inForce.source.path} switches every hook off`, nextStep)];
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

/** Longer than any sensible hook takes. */
const MAX_SECONDS = 600;

/** Timeouts of other tools that were probably meant in milliseconds: the client counts seconds, so a hang would last hours. */
export const foreignTimeouts: DoctorCheck = {
  id: "foreign-timeouts",
  title: "other hooks",
  async run({ hooks }) {
    const foreign = hooks.filter((hook) => !hook.isOwn);
    const odd = foreign.filter(({ entry }) => Number(entry.timeout) > MAX_SECONDS);
    if (odd.length === 0)
      return ok(foreign.length === 0 ? "none" : `${foreign.length}, with plausible timeouts`);
    return odd.map(({ event, source, entry }) => {
      const seconds = Number(entry.timeout);
      return warn(
        `${event} in ${describeSource(source)}: ${program(entry.command)} has a timeout of ${seconds} seconds`,
        `The unit is seconds: ${Math.max(1, Math.round(seconds / 1000))} was probably meant.`,
      );
    });
  },
};

/** Only the program, because its arguments may contain a token. */
function program(command: unknown): string {
  return typeof command === "string" ? quote(command.trim().split(/\s/)[0] ?? "", 80) : "an entry";
}

/** After how many holds in a row the client itself ends a turn. */
export const cap: DoctorCheck = {
  id: "cap",
  title: "limit on holds",
  async run(context) {
    const { blocks, from } = findBlockCap(context);
    if (!Number.isFinite(blocks)) return ok(`Claude Code has no limit of its own (${from})`);
    const summary = `Claude Code ends a turn after ${blocks} holds in a row without a tool call (${from ?? "its default"})`;
    if (blocks >= DEFAULT_BLOCK_CAP) return ok(summary);
    return warn(
      `${summary}, fewer than its default of ${DEFAULT_BLOCK_CAP}`,
      `Remove ${BLOCK_CAP_KEY} there, or raise it.`,
    );
  },
};
