// Trusts a project like a person at a terminal, which `holdfast trust` itself refuses to a test.

import { readTrustWithPlans } from "../../src/cli/commands/config/trust.ts";
import { databasePath, readEnvironment } from "../../src/config/environment.ts";
import { grantTrust } from "../../src/config/grant-trust.ts";
import { readTrust, type Trust } from "../../src/config/trust.ts";
import { pathExists } from "../../src/platform/files.ts";
import { addKnownChanges } from "../../src/store/known-changes.ts";
import { openLedger } from "../../src/store/open.ts";

export async function vouchFor(holdfastHome: string, project: string): Promise<void> {
  await grant(holdfastHome, project, await readTrust({ holdfastHome }, project));
}

/** With the commands that prove items of plans. */
export async function vouchForPlans(holdfastHome: string, project: string): Promise<void> {
  const env = readEnvironment({ HOLDFAST_HOME: holdfastHome });
  await grant(holdfastHome, project, await readTrustWithPlans(env, project));
}

async function grant(holdfastHome: string, project: string, { files }: Trust): Promise<void> {
  if (files.length === 0) return;
  const granted = await grantTrust({ holdfastHome }, project, files);
  const path = databasePath({ holdfastHome });
  // The first session accepts what it finds.
  if (!pathExists(path)) return;
  const store = await openLedger(path);
  addKnownChanges(store, "grants", granted);
  store.close();
}
