import { grantTrust } from "../../src/config/grant-trust.ts";
import { readTrust } from "../../src/config/trust.ts";

/** As a person does with `holdfast trust`. */
export async function vouchFor(holdfastHome: string, project: string): Promise<void> {
  const env = { holdfastHome };
  const { files } = await readTrust(env, project);
  if (files.length > 0) await grantTrust(env, project, files);
}
