// Changes the project's config or the client's settings: the change is planned first, so that it can be shown as a diff, and
// written only if the file has not changed since.
import { defaultConfig } from "../../../config/defaults.generated.ts";
import { type Environment, projectConfigPath } from "../../../config/environment.ts";
import { NO_FILES } from "../../../config/load-config.ts";
import { mergeLayer } from "../../../config/merge-layer.ts";
import { type NewFileModes, newFileModes, settingsPath } from "../../../install/client-files.ts";
import { readSettings, type SettingsFile, writeSettings } from "../../../install/settings-file.ts";
import { onBody } from "../../../install/settings-value.ts";
import { setValueAt } from "../../../text/json-edit.ts";
import { UserError } from "../../../text/user-error.ts";
import type { ConfigChange } from "../reflection.ts";

export interface PlannedChange {
  path: string;
  before: string | null;
  /** Equal to `before` when nothing changes. */
  after: string;
  file: SettingsFile;
  fresh: NewFileModes;
}

export async function planConfigChange(
  projectDir: string,
  { key, value }: ConfigChange,
): Promise<PlannedChange> {
  const file = await readSettings(projectConfigPath(projectDir));
  const path = key.split(".");
  // Judged alone, because the file may have other problems.
  if (!isValid(setValueAt("", path, value) ?? "")) throw noSuchSetting(file.path, key);
  return plan(file, path, value, newFileModes("project"));
}

/** In the person's local settings of the project, which are not committed. */
export async function planPermission(
  env: Pick<Environment, "claudeDir">,
  projectDir: string,
  rule: string,
): Promise<PlannedChange> {
  const file = await readSettings(settingsPath(env, "local", projectDir));
  return plan(file, ["permissions", "allow"], [rule], newFileModes("local"));
}

/** Returns the path of the backup, if there was a file before. */
export async function applyChange(
  env: Pick<Environment, "holdfastHome">,
  { file, before, after, fresh }: PlannedChange,
): Promise<string | null> {
  return before === after ? null : writeSettings(env, file, after, fresh);
}

function plan(file: SettingsFile, path: string[], value: unknown, fresh: NewFileModes): PlannedChange {
  const after = onBody(file.text ?? "", (body) => {
    const changed = setValueAt(body, path, value);
    if (changed === null) throw noSuchSetting(file.path, path.join("."));
    return changed;
  });
  return { path: file.path, before: file.text, after, file, fresh };
}

function isValid(text: string): boolean {
  const lower = { ...NO_FILES, config: defaultConfig() };
  const file = { layer: "project", path: "", folder: null, content: { state: "read", text } } as const;
  return mergeLayer(lower, file, true).problems.length === 0;
}

function noSuchSetting(path: string, key: string): UserError {
  const hint = "Run `holdfast config check`; nothing was changed.";
  return new UserError("no-such-setting", `${key} cannot be set in ${path}`, hint);
}
