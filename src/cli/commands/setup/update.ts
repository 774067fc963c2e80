import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { type Environment, executablePath } from "../../../config/environment.ts";
import { NAMES, type Names, UPDATE_CLONE } from "../../../config/names.ts";
import { VERSION } from "../../../config/version.ts";
import { gatherContext } from "../../../install/doctor/context.ts";
import { resolveLinks } from "../../../platform/repository.ts";
import { printable, quoteForShell } from "../../../text/printable.ts";
import { defineCommand, JSON_OPTION } from "../../command.ts";
import { findProject } from "../../target.ts";

export const command = defineCommand({
  details:
    "Prints the version, how this copy of holdfast was installed and the command that renews it. Downloads and changes nothing. Your\n" +
    "data and settings stay when you renew it, and running sessions use the new program from their next hook on.",
  examples: ["holdfast update", "holdfast update --json"],
  options: JSON_OPTION,
  async run(call) {
    const { env, out, options } = call;
    const { platform, arch } = process;
    const path = await resolveLinks(programPath());
    const holdfastHome = await resolveLinks(env.holdfastHome);
    const { origin, renew, otherwise } = describeCopy(path, { holdfastHome });
    const { plugin } = await gatherContext({ env, projectDir: (await findProject(call)).dir, variables: {} });
    const renewPlugin = plugin && `claude plugin update ${quoteForShell(plugin.id)}`;
    if (options.json)
      return void out.json({
        version: VERSION,
        bun: Bun.version,
        platform,
        arch,
        path,
        origin,
        renew,
        renewPlugin,
      });
    out.line(`holdfast ${VERSION} (Bun ${Bun.version}, ${platform} ${arch}), ${printable(path)}`);
    out.line(`Installed ${printable(origin)}. To renew it, run:`);
    out.line(`  ${out.style.bold(printable(renew))}`, "unwrapped");
    if (otherwise) out.line(printable(otherwise));
    if (renewPlugin) {
      out.line("The plugin is renewed by Claude Code:");
      out.line(`  ${out.style.bold(printable(renewPlugin))}`, "unwrapped");
    }
  },
});

/** The executable, or the file that Bun runs in a clone. */
function programPath(): string {
  return Bun.main.startsWith("/$bunfs/") ? process.execPath : Bun.main;
}

interface InstalledCopy {
  /** After "Installed". */
  origin: string;
  /** A shell command. */
  renew: string;
  otherwise?: string;
}

const IN_CLONE: Pick<InstalledCopy, "renew" | "otherwise"> = {
  renew: UPDATE_CLONE,
  otherwise: "Run it in a clone of the repository.",
};

/** From its path. Every command ends with `install`, because the hooks run the copy that `install` made. */
export function describeCopy(
  path: string,
  env: Pick<Environment, "holdfastHome">,
  { published, package: name }: Names = NAMES,
): InstalledCopy {
  const fromNpm = (renew: string) => (published ? { renew } : IN_CLONE);
  const byNpx = fromNpm(`npx ${name}@latest install`);
  if (path === executablePath(env)) {
    const otherwise = published ? `If it came from a clone, run there: ${UPDATE_CLONE}` : undefined;
    return { origin: "by `holdfast install`", ...byNpx, ...(otherwise && { otherwise }) };
  }
  if (path.startsWith(`${env.holdfastHome}/cache/`))
    return { origin: "with npm and compiled on this machine", ...byNpx };
  const [, folder] = /^(.*?)\/node_modules\//.exec(path) ?? [];
  if (folder?.includes("/_npx/")) return { origin: "by npx", ...byNpx };
  if (folder?.endsWith("/lib") && !existsSync(`${folder}/package.json`))
    return {
      origin: "with npm, globally",
      ...fromNpm(`npm install -g ${name}@latest && holdfast install`),
    };
  if (folder !== undefined)
    return {
      origin: `with npm, in ${folder}`,
      ...fromNpm(`cd ${quoteForShell(folder)} && npm install ${name}@latest && npx ${name} install`),
    };
  const clone = findClone(path);
  if (clone !== null)
    return { origin: `from the clone ${clone}`, renew: `cd ${quoteForShell(clone)} && ${UPDATE_CLONE}` };
  return {
    origin: "as a single file",
    renew: `${quoteForShell(path)} install`,
    otherwise: "Before that, replace the file with the new version's executable from its release page.",
  };
}

function findClone(path: string): string | null {
  const root = resolve(path, path.endsWith("/dist/holdfast") ? "../.." : "../../..");
  return existsSync(`${root}/src/bin/holdfast.ts`) && existsSync(`${root}/package.json`) ? root : null;
}
