// Which folder of src/ may import which: the table behind `overrides` in biome.json. Arrows point inwards.
const MAY_IMPORT: Record<string, readonly string[]> = {
  protocol: [],
  redaction: [],
  config: ["protocol", "redaction"],
  checks: ["config", "protocol"],
  worktree: ["config", "protocol"],
  transcript: ["config", "protocol"],
  flow: [],
  hygiene: ["redaction", "worktree"],
  pipeline: [],
  plan: [],
  state: ["config", "flow", "protocol"],
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
  runtime: ["config", "gates", "protocol", "redaction"],
  hook: [
    "capture",
    "checks",
    "config",
    "flow",
    "gates",
    "hygiene",
    "pipeline",
    "plan",
    "protocol",
    "quality",
    "redaction",
    "runtime",
    "state",
    "store",
    "transcript",
    "worktree",
  ],
  drain: ["capture", "config", "observations", "protocol", "redaction", "store", "transcript", "worktree"],
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
  return format(JSON.stringify({ ...config, overrides: [...inner, ...outer] }));
}

/** Biome looks at its own file too. */
function format(json: string): string {
  const root = `${import.meta.dir}/..`;
  const command = [`${root}/node_modules/.bin/biome`, "format", "--stdin-file-path=biome.json"];
  const { exitCode, stdout, stderr } = Bun.spawnSync(command, { cwd: root, stdin: Buffer.from(json) });
  if (exitCode !== 0) throw new Error(`biome.json could not be formatted: ${stderr}`);
  return stdout.toString();
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
