// The client's settings: whether it can read them, other tools' hooks in them, and its own limit of blocks.
import { quote } from "../../../text/printable.ts";
import { BLOCK_CAP_KEY } from "../../registration.ts";
import { valueAt } from "../../settings-value.ts";
import { type CheckResult, type DoctorCheck, ok, problem, warn } from "../check.ts";
import type { DoctorContext } from "../context.ts";
import { describeSource, looksLikeMilliseconds } from "../found-hooks.ts";
import { DEFAULT_BLOCK_CAP, findBlockCap, type SettingsSource, valueInForce } from "../settings-sources.ts";

/** Whether the client can read its settings, and runs hooks at all. */
export const settings: DoctorCheck = {
  id: "settings",
  async run({ sources }) {
    const there = sources.filter((source) => source.exists);
    const objections = [...there.flatMap(judgeFile), ...judgeSwitch(sources), ...judgePolicy(sources)];
    if (objections.length > 0) return objections;
    if (there.length === 0) return [ok("no settings files yet")];
    return [ok(`readable: ${there.map((source) => source.path).join(", ")}`)];
  },
};

function judgeFile({ refusal, value }: SettingsSource): CheckResult[] {
  if (!refusal) return [];
  const consequence = value === undefined ? "; Claude Code ignores the file and every hook in it" : "";
  return [problem(`${refusal.message}${consequence}`, refusal.hint)];
}

function judgeSwitch(sources: DoctorContext["sources"]): CheckResult[] {
  const inForce = valueInForce(sources, ["disableAllHooks"]);
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
      `${managed?.path} lets only managed hooks run ("allowManagedHooksOnly")`,
      "Ask your administrator to add holdfast's hooks to the managed settings.",
    ),
  ];
}

/** Timeouts of other tools that were meant in milliseconds: the client counts seconds, so a hang lasts for hours. */
export const foreignTimeouts: DoctorCheck = {
  id: "foreign-timeouts",
  title: "other hooks",
  async run({ hooks }) {
    const foreign = hooks.filter((hook) => !hook.isOwn);
    const odd = foreign.filter(({ entry }) => looksLikeMilliseconds(entry.timeout));
    if (odd.length === 0)
      return [ok(foreign.length === 0 ? "none" : `${foreign.length}, with plausible timeouts`)];
    return odd.map(({ event, source, entry }) => {
      const seconds = Number(entry.timeout);
      return warn(
        `${event} in the ${describeSource(source)}: ${program(entry.command)} has a timeout of ${seconds} seconds (${duration(seconds)})`,
        `The unit is seconds: ${Math.max(1, Math.round(seconds / 1000))} was probably meant.`,
      );
    });
  },
};

/** Only the program: what follows may contain a token. */
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
      return [
        ok(
          `Claude Code allows at most ${DEFAULT_BLOCK_CAP} blocks in a row without a tool call (its default)`,
        ),
      ];
    }
    if (!Number.isFinite(blocks)) return [ok(`Claude Code has no limit of its own (${from})`)];
    const summary = `Claude Code allows at most ${blocks} blocks in a row without a tool call (${from})`;
    if (blocks >= DEFAULT_BLOCK_CAP) return [ok(summary)];
    return [
      warn(
        `${summary}, fewer than its default of ${DEFAULT_BLOCK_CAP}`,
        `Remove ${BLOCK_CAP_KEY} there, or raise it.`,
      ),
    ];
  },
};
