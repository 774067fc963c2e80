// Where, how often and how we are registered with the client.
import { registeredEvents } from "../../../protocol/claude-code/events.ts";
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

export const registration: DoctorCheck = {
  id: "registration",
  async run(context) {
    const inSettings = context.hooks.filter((hook) => hook.isOwn);
    const all = [...inSettings, ...context.pluginHooks];
    if (all.length === 0) return [notRegistered(context)];
    const judged = await Promise.all(inSettings.map((hook) => judgeEntry(hook, context)));
    return [
      ...listSources(all),
      ...missingEvents(all),
      ...mergeEvents([
        ...judged.flat(),
        ...duplicates(inSettings),
        ...alsoInPlugin(inSettings, context.pluginHooks),
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

/** The client runs equal entries once, but each of the different ones. */
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

function alsoInPlugin(hooks: FoundHook[], pluginHooks: FoundHook[]): EventResult[] {
  const inTurn = pluginHooks.filter((hook) => !isBackground(hook));
  return inTurn.flatMap(({ event }) => {
    const own = hooks.find((hook) => hook.event === event);
    if (!own) return [];
    const outcome = own.source === "user" ? "the plugin's entry does nothing" : "each event is handled twice";
    const message = `in the plugin and in the ${describeSource(own.source)}; ${outcome}`;
    return [{ event, ...warn(message, keepOne([own.source, "plugin"])) }];
  });
}
