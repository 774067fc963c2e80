// Checks the imports between the folders of src/: an outer tier may import inner ones, never the other way round. Only the
// two tables of gates and goals, the commands and the doctor import a gate. Where texts for Claude are made, files of a project are read only by
// `readProjectFile`, which follows no link out of it. Commands and the dashboard have no SQL: what they show is read by
// `views/`, and what they change belongs to the owner of the rows. So they call no function that lists, counts, searches or reads
// what is stored, except to act on it; `find…` looks up the one row that a command is about.
const TIERS: readonly (readonly string[])[] = [
  ["text"],
  ["platform"],
  ["protocol"],
  ["config"],
  ["store"],
  ["transcript"],
  ["worktree"],
  ["recording"],
  ["judge"],
  ["memory"],
  ["sync"],
  ["upkeep"],
  ["gates"],
  ["install"],
  ["review"],
  ["views"],
  ["dashboard"],
  ["hook"],
  ["cli"],
  ["bin"],
];

const tierOf = new Map(TIERS.flatMap((folders, tier) => folders.map((folder) => [folder, tier] as const)));
const root = `${import.meta.dir}/../src/`;
const IMPORT = /(?:from|import)\s*\(?\s*"(\.[^"]+)"/g;

const GATES = new Set(
  [...new Bun.Glob("gates/*/gate.ts").scanSync(root)].map((path) => path.split("/")[1] ?? ""),
);
GATES.delete("engine");
const MAY_NAME_GATES = ["gates/registry.ts", "gates/goals/kinds.ts", "views/", "cli/", "install/doctor/"];

const MAKES_TEXTS = new Set(["config", "store", "gates", "memory", "upkeep", "review", "hook", "cli"]);
const READS =
  /\b(?:readSmallFile|readBytes|readToEnd|readNextLines|readFileSync|openSync|createReadStream)\(|\breadFile\(.*utf8|Bun\.file\([^\n]*\)\s*\.(?:text|json|bytes|slice|stream|arrayBuffer)\(|\w = Bun\.file\(/;
/** Files that read something other than a project's files, or do not show its text. */
const OTHER_FILES: Record<string, string> = {
  "config/load-config.ts": "the user's own config",
  "config/pause.ts": "a file of our own",
  "config/trust.ts": "a file of our own",
  "gates/engine/client-records.ts": "the client's transcript",
  "gates/engine/earlier-turn.ts": "the transcript",
  "store/create.ts": "a file of our own",
  "store/fault-log.ts": "a file of our own",
  "store/runtime-files.ts": "files of our own",
  "store/git-exclude.ts": "a file in the .git folder",
  "gates/claims/compare-with-git.ts": "logs of the repository's branches",
  "gates/plan/active-plan.ts": "HEAD of the repository",
  "gates/flow/on-event.ts": "the client's record of a subagent",
  "gates/flow/recognise-user.ts": "the transcript, and a file of our own",
  "gates/hygiene/gather.ts": "a file of our own",
  "gates/quality/failure-age.ts": "our log of a check",
  "gates/quality/new-tests/judge-new-tests.ts": "the report of a test runner, in our own folder",
  "gates/engine/guard-fingerprint.ts": "files of our own",
  "gates/engine/progress.ts": "the transcript",
  "memory/formats/client-folder.ts": "what a person imports",
  "memory/formats/import-memories.ts": "what a person imports",
  "review/backtest/load-settings.ts": "settings that a person names",
  "review/reflection/session-metrics.ts": "numbers from large traces, of plain files only",
  "cli/commands/gate/run-report.ts": "our log of a check",
  "cli/commands/memory/export.ts": "an earlier export",
  "cli/commands/memory/export-folder.ts": "an earlier export",
  "cli/commands/memory/triage.ts": "the transcript",
};

const SHOWS = ["cli/", "dashboard/"];
const SQL = /\.query\(|`\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b/;
/** Its own connection. */
const MAY_QUERY = "dashboard/server/store-reader.ts";
/** They show what others read, so they open the store and pass it on. */
const ONLY_RENDERS = ["dashboard/", "cli/commands/mcp/"];
const ROWS = ["store", "gates", "review"];
const MAY_BE_OPENED = ["/src/store/open.ts", "/src/store/fault-log.ts"];

const STORED = ["store", "memory", "recording", "review"];
const READERS = /^export (?:async )?function ((?:list|count|search|read)[A-Z]\w*)/gm;
/** Readers that commands may call. */
const MAY_READ: Record<string, string> = {
  countRows: "what a deletion removes, asked before it",
  listCandidates: "the items that a person answers",
  listDecisions: "the stop that is explained or marked",
  listGoals: "the goals that a session takes over",
  listMemories: "what is exported, and IDs to complete",
  listQuarantined: "damaged databases, which have no rows",
  listRepositoryMemories: "the memories that a person vouches for",
  listSeenSince: "sessions that a deletion must not touch",
  listSessions: "IDs to complete",
  readIngestedHistory: "what an ingest still has to read",
  readSource: "a file that a person imports",
  readStateFile: "the file that moves with its goal",
};

const calledReaders = new Set<string>();
let wrong = 0;
for await (const file of new Bun.Glob("**/*.{ts,tsx}").scan(root)) {
  const from = file.split("/", 1)[0] ?? "";
  const tier = tierOf.get(from);
  if (tier === undefined) report(file, `src/${from} is in no tier of scripts/check-imports.ts`);
  const source = await Bun.file(root + file).text();
  const reads = MAKES_TEXTS.has(from) && READS.exec(source)?.[0];
  if (!reads && file in OTHER_FILES) report(file, "reads no file: remove it from scripts/check-imports.ts");
  if (reads && !(file in OTHER_FILES))
    report(file, `reads a file by ${reads}…): files of a project are read by readProjectFile`);
  if (startsWithAny(file, SHOWS) && file !== MAY_QUERY && SQL.test(source))
    report(file, "queries the database: views/ reads what is shown, the owner of the rows changes them");
  for (const [, path = ""] of source.matchAll(IMPORT)) {
    const { pathname } = new URL(path, `file:///src/${file}`);
    const [, , to = "", gate = ""] = pathname.split("/");
    if (startsWithAny(file, ONLY_RENDERS) && ROWS.includes(to) && !MAY_BE_OPENED.includes(pathname))
      report(file, `shows only what views/ reads (${path})`);
    if (startsWithAny(file, SHOWS) && STORED.includes(to))
      for (const name of await readersOf(pathname))
        if (new RegExp(`\\b${name}\\b`).test(source)) noteReader(file, name);
    if (to === "gates" && GATES.has(gate) && !mayImportGate(file, gate))
      report(file, `only gates/registry.ts may import gates/${gate}/ (${path})`);
    const inner = tierOf.get(to);
    // Outside src: package.json, texts of the plugin.
    if (to === from || inner === undefined || tier === undefined || inner < tier) continue;
    // The command table imports only types; a command is loaded when it is run.
    if (file === "cli/registry.ts" && path.endsWith("/command.ts")) continue;
    report(file, `${from}/ may not import ${to}/ (${path})`);
  }
}
for (const name of Object.keys(MAY_READ))
  if (!calledReaders.has(name)) report("cli", `calls no ${name}(): remove it from scripts/check-imports.ts`);
process.exit(wrong === 0 ? 0 : 1);

async function readersOf(pathname: string): Promise<string[]> {
  const source = await Bun.file(root + pathname.slice("/src/".length)).text();
  return [...source.matchAll(READERS)].map(([, name = ""]) => name);
}

function noteReader(file: string, name: string): void {
  calledReaders.add(name);
  if (!(name in MAY_READ)) report(file, `${name}() reads what is stored: views/ answers questions`);
}

function mayImportGate(file: string, gate: string): boolean {
  return startsWithAny(file, [`gates/${gate}/`, ...MAY_NAME_GATES]);
}

function startsWithAny(file: string, folders: readonly string[]): boolean {
  return folders.some((folder) => file.startsWith(folder));
}

function report(file: string, problem: string): void {
  console.error(`src/${file}: ${problem}`);
  wrong++;
}
