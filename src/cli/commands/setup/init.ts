import { chmodSync, mkdirSync, readdirSync } from "node:fs";
import { dirname } from "node:path";
import { projectConfigPath } from "../../../config/environment.ts";
import { loadConfig } from "../../../config/load-config.ts";
import { parseLayer } from "../../../config/merge-layer.ts";
import { PRESETS, type PresetName } from "../../../config/schema.ts";
import { readTrust } from "../../../config/trust.ts";
import { listStages } from "../../../gates/commands/check.ts";
import { explainWriteErrors } from "../../../install/client-files.ts";
import {
  DETECTED_FILES,
  type Detected,
  detectChecks,
  mapCommands,
  type ProjectFiles,
  type Proposal,
  withoutOrigins,
} from "../../../install/detect-checks.ts";
import { explainJudges, JUDGE_QUESTIONS } from "../../../install/judge-questions.ts";
import { renderDiff } from "../../../install/render-diff.ts";
import { replaceFile } from "../../../platform/atomic-file.ts";
import { projectTop, readProjectFile } from "../../../platform/project-file.ts";
import { clip } from "../../../text/clip.ts";
import { memberOf, parseRoot, setValueAt } from "../../../text/json-edit.ts";
import { printable } from "../../../text/printable.ts";
import { isTestCommand } from "../../../text/test-runs/test-command.ts";
import { isRecord } from "../../../text/unknown-values.ts";
import { UserError } from "../../../text/user-error.ts";
import {
  defineCommand,
  flag,
  type Invocation,
  type Output,
  option,
  requireAtMostOne,
  verbatim,
} from "../../command.ts";
import { findProject } from "../../target.ts";
import { confirm, confirmFirst } from "../../terminal.ts";
import { offerTrust } from "../config/trust.ts";

const OPTIONS = {
  strict: flag("also hold for open tasks, checklists, plan items and leftovers"),
  gentle: flag("hold for failing checks at most twice per prompt, and for locks, loops and flows"),
  judges: flag("also propose three questions for a judge, as advice: request, plan, tests"),
  foreground: flag("let tests hold the stop until they pass, instead of running after it"),
  "new-tests": flag("also say after a turn which new tests pass without the change"),
  yes: flag("write it without asking"),
  project: option("DIR", "use another project"),
  json: flag("print the proposal as JSON; writes only with --yes"),
};

type Call = Invocation<typeof OPTIONS>;

export const command = defineCommand({
  changes: true,
  details:
    "Finds the own commands of the project and of its packages (package.json, pyproject.toml, Cargo.toml, go.mod, pom.xml,\n" +
    "build.gradle, Makefile) and proposes them as stages in .claude/holdfast.json. Runs nothing. Existing settings stay as they are, except for the settings of a\n" +
    "preset:\n" +
    Object.entries(PRESETS)
      .map(([name, preset]) => {
        const settings = settingsOf(preset).map(([key, value]) => `${key} ${JSON.stringify(value)}`);
        return `  --${name}  ${settings.join(", ")}`;
      })
      .join("\n") +
    "\n`holdfast backtest --config strict` shows what it would have held in your past sessions.",
  examples: [
    "holdfast init",
    "holdfast init --foreground",
    "holdfast init --judges",
    "holdfast init --strict",
    "holdfast init --gentle --yes",
  ],
  options: OPTIONS,
  async run(call) {
    const { options, env, out } = call;
    const project = await findProject(call, options.project);
    const path = projectConfigPath(project.dir);
    const before = readConfig(project.dir, path);
    const wasTrusted = (await readTrust(env, project.dir)).state === "trusted";
    const detected = detectChecks(...readProject(project.dir));
    const hasRoom = addProposal(before, withoutOrigins(detected)) !== (before ?? "");
    const found = hasRoom && (await wantsForeground(call, detected)) ? inForeground(detected) : detected;
    const proposal = withoutOrigins(found);
    const { strict, gentle } = options;
    requireAtMostOne({ "--strict": strict, "--gentle": gentle });
    const preset = strict ? "strict" : gentle ? "gentle" : null;
    const settings = preset ? settingsOf(PRESETS[preset]) : [];
    if (await wantsNewTests(call, hasRoom ? proposal : {})) settings.push(["quality.newTests", "advise"]);
    const withStages = addSettings(addProposal(before, proposal), settings);
    const after = options.judges ? addJudges(withStages) : withStages;
    const isNew = after !== (before ?? "");
    const isWritten =
      isNew && (await confirmChanges(call, renderDiff(path, before, after, out.style), found, project.dir));
    if (isWritten)
      await explainWriteErrors(path, () => {
        // This folder belongs to the project, so it is not private.
        const made = mkdirSync(dirname(path), { recursive: true });
        if (made !== undefined) chmodSync(dirname(path), 0o755);
        return replaceFile(path, after, 0o644);
      });
    if (options.json)
      out.json({
        project: project.dir,
        path,
        proposal: verbatim(proposal),
        preset,
        changed: isNew,
        written: isWritten,
      });
    else {
      const isTrusted =
        isWritten && !options.yes && (await offerTrust(call, project.dir, before === null ? path : null));
      const isEmpty = Object.keys(proposal).length === 0;
      if (isTrusted) {
        if (!isEmpty) out.line("Try them now: holdfast gate run");
      } else if (isWritten) out.line(await describeWritten(call, project.dir, wasTrusted));
      else out.line(describeUnwritten(path, isEmpty, isNew, options.judges ? "judges" : preset));
    }
  },
});

/** By --foreground, or by asking: only the person knows how long the tests take. */
async function wantsForeground({ options, out }: Call, detected: Detected): Promise<boolean> {
  const late = Object.values(detected).flatMap((commands) => commands.filter(({ background }) => background));
  if (options.foreground || late.length === 0) return options.foreground === true;
  if (!out.interactive || options.yes) return false;
  const names = late.map(({ run }) => `\`${printable(run)}\``).join(", ");
  const isOne = late.length === 1;
  out.line(
    `Found: ${names}. ${isOne ? "It runs" : "They run"} after Claude's turn and wake${isOne ? "s" : ""} Claude on failure.`,
  );
  const question = isOne
    ? "Is it quick? Then it can hold the stop until it passes."
    : "Are they quick? Then they can hold the stop until they pass.";
  return confirmFirst(question, "no");
}

/** By --new-tests, or by asking where there are tests: it runs them more often. */
async function wantsNewTests({ options, out }: Call, proposal: Proposal): Promise<boolean> {
  const hasTests = Object.values(proposal).some((commands) => commands.some(({ run }) => isTestCommand(run)));
  if (options["new-tests"] || !hasTests) return options["new-tests"] === true;
  if (!out.interactive || options.yes) return false;
  return confirmFirst("Check after a turn whether new tests fail on the old source?", "no");
}

function inForeground(detected: Detected): Detected {
  return mapCommands(detected, ({ background: _, ...command }) => command);
}

/** What each check does when Claude stops, and where it comes from. */
function describeStages({ line, style, width }: Output, detected: Detected): void {
  const rows = Object.entries(detected).flatMap(([stage, commands]) =>
    commands.map(({ run, cwd, background, from }) => ({
      what: `${stage}: ${printable(run)}${cwd ? ` in ${printable(cwd)}` : ""}`,
      from: `from ${printable(from)}`,
      when: background
        ? "runs after the stop, and wakes Claude when it fails"
        : "holds the stop until it passes",
    })),
  );
  if (rows.length === 0) return;
  line();
  line("When Claude stops after a change:");
  for (const { what, from, when } of rows) {
    line(`  ${style.bold(clip(what, width - 2))}`);
    line(style.dim(`    ${clip(from, width - 4)}`));
    line(`    ${when}`);
  }
  if (detected.tests) {
    line("Tests that failed before the session only advise.");
    line('If you work test-first, set quality.baseline to "off": then they hold.');
  }
}

async function confirmChanges(
  { options, env, out }: Call,
  diff: readonly string[],
  detected: Detected,
  dir: string,
): Promise<boolean> {
  if (!options.json) {
    for (const line of diff) out.line(line);
    describeStages(out, detected);
    const { config } = await loadConfig(env, dir);
    for (const line of options.judges ? ["", ...explainJudges(config)] : []) out.line(line);
  }
  return options.yes || (out.interactive && (await confirm("Write this file?")));
}

/** A question of the same name stays as it is. */
function addJudges(text: string): string {
  const present = text.trim() === "" ? undefined : memberOf(parseRoot(text), "judges");
  const added = Object.entries(JUDGE_QUESTIONS).filter(([id]) => memberOf(present, id) === undefined);
  return addSettings(
    text,
    added.map(([id, judge]) => [`judges.${id}`, judge]),
  );
}

/** Every other byte stays. */
function addSettings(text: string, settings: readonly [key: string, value: unknown][]): string {
  let changed = text;
  for (const [key, value] of settings) {
    const next = setValueAt(changed, key.split("."), value);
    if (next === null)
      throw new UserError(
        "bad-config",
        `${key} cannot be set: something else is in its place`,
        "`holdfast config check` shows where.",
      );
    changed = next;
  }
  return changed;
}

/** Dotted, as in "tasks.block". */
function settingsOf(preset: object): [string, unknown][] {
  return Object.entries(preset).flatMap(([key, value]): [string, unknown][] =>
    isRecord(value) ? settingsOf(value).map(([inner, one]) => [`${key}.${inner}`, one]) : [[key, value]],
  );
}

/** The file is not trusted as it is now. */
async function describeWritten({ env }: Call, dir: string, wasTrusted: boolean): Promise<string> {
  const hasChecks = listStages(await loadConfig(env, dir), dir).length > 0;
  if (!hasChecks) return "Written. Its stricter settings take effect after `holdfast trust`.";
  return wasTrusted
    ? "Written. The file changed, so your checks are off until you run `holdfast trust`."
    : "Written. Its commands run after `holdfast trust`.";
}

const MAX_FOLDERS = 400;
const MAX_PACKAGES = 20;
/** In a pattern of paths, others would mean something else. */
const PLAIN_NAME = /^[\w.@+-]+$/;
/** Installed, built, or samples. */
const NO_PACKAGE =
  /^(?:\..*|node_modules|vendor|third_party|dist|build|out|target|venv|env|__pycache__|docs?|examples?|samples?|fixtures|templates?|tests?)$/;

const NOTHING_FOUND = `No checks found. Name your own in .claude/holdfast.json (see holdfast help quality), for example:
  { "quality": { "stages": {
      "tests": [{ "run": "./run-tests.sh" }]
  } } }`;

function describeUnwritten(
  path: string,
  isEmpty: boolean,
  isNew: boolean,
  preset: PresetName | "judges" | null,
): string {
  const again = preset === null ? "holdfast init --yes" : `holdfast init --${preset} --yes`;
  if (!isNew && preset !== null) return `${path} already has these settings.`;
  if (isEmpty && preset === null) return NOTHING_FOUND;
  if (!isNew) return `${path} already has stages: nothing to propose.`;
  return `Nothing was written. To write it: ${again}`;
}

function readConfig(dir: string, path: string): string | null {
  const file = readProjectFile(projectTop(dir), path);
  if (file.state === "absent") return null;
  const parsed =
    file.state === "read" ? parseLayer(file.text) : { ok: false as const, message: file.message };
  if (file.state === "read" && (file.text.trim() === "" || parsed.ok)) return file.text;
  throw new UserError(
    "bad-config",
    `${path} cannot be extended: ${parsed.ok ? "" : parsed.message}`,
    "Fix it first: `holdfast config check` shows where.",
  );
}

/** The files of the top folder, and those of the packages below it. */
function readProject(dir: string): [ProjectFiles, Map<string, ProjectFiles>] {
  const packages = listPackages(dir).map((folder): [string, ProjectFiles] => [
    folder,
    readFolder(dir, folder),
  ]);
  return [
    readFolder(dir, ""),
    new Map(packages.filter(([, files]) => files.size > 0).slice(0, MAX_PACKAGES)),
  ];
}

function readFolder(dir: string, folder: string): ProjectFiles {
  const top = projectTop(dir);
  const at = folder === "" ? dir : `${dir}/${folder}`;
  const found = DETECTED_FILES.map((name) => ({ name, file: readProjectFile(top, `${at}/${name}`) }));
  return new Map(
    found.flatMap(({ name, file }): [string, string][] => {
      if (file.state === "read") return [[name, file.text]];
      // A lock file may be too large to read; its existence is enough.
      return file.state === "refused" && file.code === "too-large" ? [[name, ""]] : [];
    }),
  );
}

/** Folders up to two levels down that may be packages of a monorepo. */
function listPackages(dir: string): string[] {
  const below = (folder: string) =>
    listFolders(folder === "" ? dir : `${dir}/${folder}`)
      .filter((name) => PLAIN_NAME.test(name) && !NO_PACKAGE.test(name))
      .map((name) => (folder === "" ? name : `${folder}/${name}`));
  return below("")
    .flatMap((folder) => [folder, ...below(folder)])
    .slice(0, MAX_FOLDERS)
    .sort();
}

function listFolders(dir: string): string[] {
  try {
    return readdirSync(dir, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
  } catch {
    // A folder that cannot be read has no packages for us.
    return [];
  }
}

/** `text` null: there is no file. Existing stages are not extended, because they may leave out others on purpose. */
export function addProposal(text: string | null, proposal: Proposal): string {
  const body = text ?? "";
  const quality = body.trim() === "" ? undefined : memberOf(parseRoot(body), "quality");
  if (memberOf(quality, "stages")?.children?.length) return body;
  const stages = Object.entries(proposal);
  return addSettings(
    body,
    stages.map(([name, commands]) => [`quality.stages.${name}`, commands]),
  );
}
