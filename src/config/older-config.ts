// What an older tool's memory-config.json says about triage, for who asks where a value comes from. CLI only.

import { readSmallFile } from "../platform/files.ts";
import { describeValue } from "./check-scalar.ts";
import type { ConfigProblem, Layer, ProblemCode } from "./config-problem.ts";
import type { ConfigFile, LoadedConfig } from "./load-config.ts";
import { parseLayer } from "./parse-layer.ts";
import { olderMemoryConfigPath } from "./paths.ts";
import { isRecord } from "./read-value.ts";
import { takeOlder } from "./triage-settings.ts";

interface WithOlder extends Omit<LoadedConfig, "origins"> {
  origins: ReadonlyMap<string, Layer | "older">;
}

/** The settings with that file below our own ones. Where there is none: as they are. */
export async function addOlder(loaded: LoadedConfig, projectDir: string | null): Promise<WithOlder> {
  const path = projectDir === null ? null : olderMemoryConfigPath(projectDir);
  const content = path === null ? null : await readSmallFile(path);
  if (path === null || content === null || content.state === "absent") return loaded;
  const text = content.state === "read" ? content.text : "";
  const parsed = content.state === "read" ? parseLayer(text) : { ok: false as const, ...content };
  const withFile = (state: ConfigFile["state"], problems: ConfigProblem[]) => ({
    files: [...loaded.files, { layer: "older" as const, path, state, text }],
    problems: [...loaded.problems, ...problems],
  });
  if (!parsed.ok) {
    const { code, message } = parsed;
    return {
      ...loaded,
      ...withFile("ignored", [{ file: path, path: [], code, message: `ignored: ${message}` }]),
    };
  }
  const { triage: section } = parsed.value;
  if (section === undefined) return { ...loaded, ...withFile("read", []) };
  if (!isRecord(section)) {
    const problem = notAnObject(path, ["triage"], section);
    return { ...loaded, ...withFile("read", [problem]) };
  }
  const triage = structuredClone(loaded.config.triage);
  const fitting = new Set<string>();
  const origins = new Map<string, Layer | "older">(loaded.origins);
  takeOlder(triage, section, (key) => {
    fitting.add(key);
    if (loaded.origins.has(`triage.${key}`)) return false;
    origins.set(`triage.${key}`, "older");
    return true;
  });
  const problems = findWrong(path, section, fitting, Object.keys(triage.thresholds));
  return { config: { ...loaded.config, triage }, origins, ...withFile("read", problems) };
}

/** Keys that only the other tool knows are its own affair. */
function findWrong(
  file: string,
  section: Record<string, unknown>,
  fitting: ReadonlySet<string>,
  categories: readonly string[],
): ConfigProblem[] {
  const { enabled, max_messages: most, thresholds } = section;
  const problems: ConfigProblem[] = [];
  const add = (path: string[], code: ProblemCode, message: string) =>
    problems.push({ file, path: ["triage", ...path], code, message });
  const expect = (path: string[], what: string, value: unknown) =>
    add(path, "wrong-type", `expected ${what}, got ${describeValue(value)}`);
  if (enabled !== undefined && !fitting.has("enabled")) expect(["enabled"], "true or false", enabled);
  if (most !== undefined && !fitting.has("max_messages"))
    expect(["max_messages"], "a whole number from 1 to 1000", most);
  if (thresholds === undefined) return problems;
  if (!isRecord(thresholds)) return [...problems, notAnObject(file, ["triage", "thresholds"], thresholds)];
  for (const [name, value] of Object.entries(thresholds)) {
    const key = name.toUpperCase();
    if (!categories.includes(key)) add(["thresholds", name], "unknown-key", "there is no such category");
    else if (!fitting.has(`thresholds.${key}`))
      expect(["thresholds", name], "a number above 0, at most 1", value);
  }
  return problems;
}

function notAnObject(file: string, path: string[], value: unknown): ConfigProblem {
  return { file, path, code: "wrong-type", message: `expected an object { … }, got ${describeValue(value)}` };
}
