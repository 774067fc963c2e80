// Which folder of src/ may import which: the table behind `overrides` in biome.json. Arrows point inwards.
import { formatWithBiome } from "./format-with-biome.ts";

const MAY_IMPORT: Record<string, readonly string[]> = {
  protocol: [],
  system: [],
  redaction: [],
  config: ["protocol", "redaction", "system"],
  checks: ["config", "protocol", "system"],
  worktree: ["config", "protocol", "system"],
  transcript: ["config", "protocol", "system"],
  flow: [],
  hygiene: ["redaction", "worktree"],
  pipeline: [],
  plan: [],
  state: ["config", "flow", "protocol", "system"],
  quality: ["config", "state", "worktree"],
  gates: [
    "checks",
    "config",
    "flow",
    "hygiene",
    "pipeline",
    "plan",
    "protocol",
    "quality",
    "state",
    "transcript",
    "worktree",
  ],
  capture: ["redaction", "transcript"],
  observations: ["capture", "checks", "transcript"],
  store: ["capture", "config", "flow", "observations", "pipeline", "protocol", "redaction"],
  runtime: ["config", "gates", "protocol", "redaction", "system"],
  memory: ["config", "redaction", "store", "triage"],
  recall: ["capture", "config", "memory", "observations", "redaction", "reflection", "store"],
  exports: ["capture", "config", "protocol", "redaction", "runtime", "store", "transcript"],
  metrics: ["capture", "config", "protocol", "runtime", "store"],
  hook: [
    "capture",
    "checks",
    "config",
    "flow",
    "gates",
    "hygiene",
    "inbox",
    "pipeline",
    "plan",
    "protocol",
    "quality",
    "recall",
    "redaction",
    "runtime",
    "state",
    "store",
    "system",
    "transcript",
    "worktree",
  ],
  drain: [
    "capture",
    "config",
    "exports",
    "inbox",
    "memory",
    "metrics",
    "runtime",
    "observations",
    "protocol",
    "recall",
    "redaction",
    "store",
    "transcript",
    "triage",
    "worktree",
  ],
  reflection: [
    "capture",
    "checks",
    "config",
    "install",
    "memory",
    "observations",
    "protocol",
    "redaction",
    "runtime",
    "store",
    "transcript",
    "worktree",
  ],
  ingest: [
    "capture",
    "config",
    "drain",
    "observations",
    "protocol",
    "recall",
    "store",
    "system",
    "transcript",
    "worktree",
  ],
  page: ["config"],
  insights: ["config", "page", "store"],
  backtest: [
    "capture",
    "config",
    "gates",
    "hook",
    "hygiene",
    "inbox",
    "ingest",
    "page",
    "plan",
    "protocol",
    "state",
    "store",
    "system",
    "transcript",
    "triage",
    "worktree",
  ],
  triage: ["observations", "transcript"],
  inbox: ["capture", "config", "memory", "redaction", "store", "transcript", "triage"],
  install: ["config", "protocol"],
};

/** Folders that everything else may not look into, except those listed. */
const OUTER: Record<string, readonly string[]> = {
  doctor: ["bin", "cli"],
  cli: ["bin"],
};

export async function renderBiomeConfig(): Promise<string> {
  const path = `${import.meta.dir}/../biome.json`;
  const config = await Bun.file(path).json();
  const folders = [...Object.keys(MAY_IMPORT), ...Object.keys(OUTER), "bin"];
  const inner = Object.entries(MAY_IMPORT).map(([folder, allowed]) =>
    forbid(
      folder,
      folders.filter((other) => other !== folder && !allowed.includes(other)),
      `${folder}/ may import only ${allowed.join(", ") || "nothing of ours"}`,
    ),
  );
  const outer = Object.entries(OUTER).map(([folder, forbidden]) =>
    forbid(folder, forbidden, `${folder}/ may not import ${forbidden.join(", ")}`),
  );
  return formatWithBiome("biome.json", JSON.stringify({ ...config, overrides: [...inner, ...outer] }));
}

function forbid(folder: string, folders: readonly string[], message: string) {
  const patterns = [
    {
      group: folders.flatMap((name) => [`../${name}/**`, `../../${name}/**`]),
      message: `${message}: see scripts/import-rules.ts`,
    },
  ];
  const noRestrictedImports = { level: "error", options: { patterns } };
  return { includes: [`src/${folder}/**`], linter: { rules: { style: { noRestrictedImports } } } };
}
