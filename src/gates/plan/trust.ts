// Trust in the commands of plans: each is trusted by itself, because a plan changes with every item that is ticked.

import type { Environment } from "../../config/environment.ts";
import { loadConfig } from "../../config/load-config.ts";
import { commandName, readTrust, readTrustedCommands, type Trust } from "../../config/trust.ts";
import { projectTop, readProjectFile } from "../../platform/project-file.ts";
import { allItems, parsePlan } from "../documents/plan.ts";
import { findPlanFolder, listPlanFiles } from "./active-plan.ts";

/** What `readTrust` says, with the commands of plans among the files. */
export async function readTrustWithPlans(env: Environment, projectDir: string): Promise<Trust> {
  const trust = await readTrust(env, projectDir);
  const commands = await readPlanCommands(env, projectDir);
  if (commands.length === 0) return trust;
  const files = [...trust.files, ...commands];
  const trusted = files.filter(({ state }) => state === "trusted").length;
  const state = trusted === files.length ? "trusted" : trusted === 0 ? "untrusted" : "changed";
  return { ...trust, files, state: trust.state === "changed" ? "changed" : state };
}

async function readPlanCommands(env: Environment, projectDir: string): Promise<Trust["files"]> {
  const { config } = await loadConfig(env, projectDir);
  const isTrusted = await readTrustedCommands(env, projectDir);
  const found = new Map<string, Trust["files"][number]>();
  const folder = findPlanFolder(projectDir, config);
  for (const path of listPlanFiles(folder, config)) {
    const file = readProjectFile(projectTop(folder), `${folder}/${path}`);
    if (file.state !== "read") continue;
    for (const { verify, line } of allItems(parsePlan(file.text))) {
      if (verify === null || found.has(verify)) continue;
      const name = commandName(verify);
      found.set(verify, {
        name,
        path: `${folder}/${path}:${line}`,
        content: { text: verify, sha256: name.slice(name.indexOf(":") + 1) },
        state: isTrusted(verify) ? "trusted" : "untrusted",
      });
    }
  }
  return [...found.values()];
}
