// The skills, commands and plugin that we put into the client's folder. Their texts are part of the executable.
import { chmod, cp, rm, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { errorCode, readRegularFile } from "./client-files.ts";
import { fingerprint, type OwnFile } from "./manifest.ts";
import { CLIENT_FILES, MOD_FILES } from "./plugin-files.generated.ts";
import { hookGroups } from "./registration.ts";

export interface FilePlan {
  path: string;
  text: string;
  /** "kept": not ours, or edited since we wrote it. "remove": ours, and no longer wanted. */
  action: "write" | "same" | "kept" | "remove";
}

export interface RemovalPlan {
  path: string;
  action: Extract<FilePlan["action"], "remove" | "kept">;
}

/** `folders`: the client's folders of the user and of the project, where somebody else's skills may be. */
export async function planFiles(
  folder: string,
  folders: readonly string[],
  written: OwnFile[],
  parts: PluginParts,
): Promise<FilePlan[]> {
  const yields = await hasOtherOrchestrator(folders, written);
  const wanted = ownFiles(folder, parts).filter(
    ({ path }) => !yields || path !== `${folder}/${ORCHESTRATOR}`,
  );
  const plans = await Promise.all(
    wanted.map(async ({ path, text }): Promise<FilePlan> => {
      const current = await contentOf(path);
      if (current === text) return { path, text, action: "same" };
      const isOurs = current === null || isAsWritten(path, current, written);
      return { path, text, action: isOurs ? "write" : "kept" };
    }),
  );
  const unwanted = written.filter((own) => !wanted.some(({ path }) => path === own.path));
  const removals = await planKnownRemovals(unwanted);
  return [...plans, ...removals.map((removal) => ({ ...removal, text: "" }))];
}

/** The one skill of ours whose name others use, too. */
const ORCHESTRATOR = "skills/orchestrator/SKILL.md";

/** The client would show only one of them, so ours yields. */
async function hasOtherOrchestrator(folders: readonly string[], written: OwnFile[]): Promise<boolean> {
  const text = CLIENT_FILES[ORCHESTRATOR];
  const places = folders.flatMap((one) => [`${one}/${ORCHESTRATOR}`, `${one}/commands/orchestrator.md`]);
  const found = await Promise.all(
    places.map(async (path) => {
      const current = await contentOf(path);
      return current !== null && current !== text && !isAsWritten(path, current, written);
    }),
  );
  return found.includes(true);
}

/** Without a manifest, only files with our exact text count as ours. */
export async function planRemoval(
  folder: string,
  written: OwnFile[],
  executable: string,
): Promise<RemovalPlan[]> {
  const shipped = ownFiles(folder, { mod: true, mcp: executable }).map(({ path, text }) => ({
    path,
    hash: fingerprint(text),
  }));
  return planKnownRemovals([...written, ...shipped]);
}

/** A file may have several known hashes. */
async function planKnownRemovals(known: OwnFile[]): Promise<RemovalPlan[]> {
  const plans = [...new Set(known.map((own) => own.path))].map(async (path): Promise<RemovalPlan[]> => {
    const current = await contentOf(path);
    if (current === null) return [];
    return [{ path, action: isAsWritten(path, current, known) ? "remove" : "kept" }];
  });
  return (await Promise.all(plans)).flat();
}

export function ownPaths(folder: string): string[] {
  return ownFiles(folder, { mod: true, mcp: "" }).map(({ path }) => path);
}

/** The parts that the person chose. */
interface PluginParts {
  mod: boolean;
  /** The program that serves the tools; null for none. */
  mcp: string | null;
}

/**
 * The mod and the tools are a plugin in the skills folder, where the client finds it. An entry in the client's own file of
 * servers could not be undone byte for byte, because the client rewrites that file all the time.
 */
const PLUGIN_FOLDER = "skills/holdfast-plugin";
const PLUGIN_MANIFEST = ".claude-plugin/plugin.json";

/** The mod is installed if this file exists. */
export const modFile = (claudeDir: string) => `${claudeDir}/${PLUGIN_FOLDER}/hooks/register.tsx`;

/** The tools are installed if this file exists. */
export const serverFile = (claudeDir: string) => `${claudeDir}/${PLUGIN_FOLDER}/.mcp.json`;

function ownFiles(folder: string, { mod, mcp }: PluginParts): { path: string; text: string }[] {
  const plugin = Object.entries(MOD_FILES).filter(
    ([place]) => mod || (mcp !== null && place === PLUGIN_MANIFEST),
  );
  const server = mcp === null ? [] : [[".mcp.json", renderServer(mcp)] as const];
  const inPlugin = [...plugin, ...server].map(
    ([place, text]) => [`${PLUGIN_FOLDER}/${place}`, text] as const,
  );
  return [...Object.entries(CLIENT_FILES), ...inPlugin].map(([place, text]) => ({
    path: `${folder}/${place}`,
    text,
  }));
}

/** Our calls end after half a minute, but by default the client would wait for a day. */
const MAX_CALL_MS = 60_000;

/**
 * With `alwaysLoad` the client waits up to five seconds for the server at its start, so that the first prompt has the tools. The
 * server itself says which of them are left to the client's tool search.
 */
export function renderServer(command: string): string {
  const holdfast = { command, args: ["mcp"], timeout: MAX_CALL_MS, alwaysLoad: true };
  return `${JSON.stringify({ mcpServers: { holdfast } }, null, 2)}\n`;
}

function isAsWritten(path: string, current: string, written: OwnFile[]): boolean {
  return written.some((own) => own.path === path && own.hash === fingerprint(current));
}

async function contentOf(path: string): Promise<string | null> {
  try {
    return (await readRegularFile(path)).toString("utf8");
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(errorCode(error))) return null;
    // Not ours to replace or remove.
    if (["EISDIR", "ENOTFILE"].includes(errorCode(error))) return "";
    throw error;
  }
}

// biome-ignore lint/suspicious/noTemplateCurlyInString: the client replaces it.
const PLUGIN_COMMAND = "${CLAUDE_PLUGIN_ROOT}/bin/holdfast-hook";

/** UI modules for the client: docs/mod.md. */
const MODULES = ["./register.tsx"];

/** Copies plugin/ and completes it for `--plugin-dir` and `claude plugin validate`. */
export async function buildPlugin(targetDir: string): Promise<void> {
  await rm(targetDir, { recursive: true, force: true });
  await cp(resolve(import.meta.dir, "../../plugin"), targetDir, { recursive: true });
  await writeFile(`${targetDir}/hooks/hooks.json`, renderPluginHooks());
  await writeFile(`${targetDir}/.mcp.json`, renderPluginServer());
  // Archives and some checkouts lose the executable bit, without which no hook would run.
  await chmod(`${targetDir}/bin/holdfast-hook`, 0o755);
}

/** The text of `plugin/.mcp.json`. */
export function renderPluginServer(): string {
  return renderServer(PLUGIN_COMMAND);
}

/** The text of `plugin/hooks/hooks.json`, generated from the event table. */
export function renderPluginHooks(): string {
  const groups = hookGroups(PLUGIN_COMMAND, ["hook", "--plugin"]);
  const hooks = Object.fromEntries(groups.map(({ event, group }) => [event, [group]]));
  const description = "Generated from src/protocol/claude-code/events.ts by npm run generate.";
  return `${JSON.stringify({ description, modules: MODULES, hooks }, null, 2)}\n`;
}
