// `npm run package [-- --only linux-x64]` makes what is published, in dist/package: the npm package; for each platform a package with
// its executable, which the launcher prefers; the executables themselves; checksums. Runtimes of other platforms come from npm.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { buildCommand, bundleCommand } from "../npm/build-command.mjs";
import { NAMES, packageFor } from "../npm/names.mjs";
import { executableName, PLATFORMS } from "../npm/packaged.mjs";
import { writeSealedRuntime } from "../npm/sealed-runtime.mjs";
import manifest from "../package.json" with { type: "json" };
import { renderFormula } from "./homebrew-formula.ts";
import { releaseNotes } from "./release-notes.ts";

const ROOT = resolve(import.meta.dir, "..");
const { version } = manifest;
const BUN = manifest.devDependencies.bun;
const HERE = `${process.platform}-${process.arch}`;
/** For the launcher; building and testing need the newer one in package.json. */
const LAUNCHER_NODE = ">=20";
const MEGABYTE = 1_000_000;

interface Build {
  platform: string;
  executable: string;
  /** The executable was started here and answered a hook. */
  ran: boolean;
}

const { values } = parseArgs({
  options: {
    only: { type: "string", multiple: true },
    out: { type: "string", default: join(ROOT, "dist/package") },
  },
});
const platforms = values.only ?? PLATFORMS;
const unknown = platforms.find((platform) => !PLATFORMS.includes(platform));
if (unknown !== undefined) fail(`there is no platform ${unknown}; there are ${PLATFORMS.join(", ")}`);

const out = resolve(values.out);
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const work = mkdtempSync(join(tmpdir(), "holdfast-package-"));
try {
  const builds: Build[] = [];
  for (const platform of platforms) builds.push(await buildFor(platform));
  for (const build of builds) pack(stagePlatform(build));
  pack(stageMain());
  writeSums(builds);
} finally {
  rmSync(work, { recursive: true, force: true });
}

async function buildFor(platform: string): Promise<Build> {
  show(`building for ${platform}`);
  const runtime = join(work, `runtime-${platform}`);
  writeSealedRuntime(platform === HERE ? process.execPath : fetchRuntime(platform), runtime);
  const executable = join(out, executableName(platform, `holdfast-${version}-${platform}`));
  run([process.execPath, ...buildCommand(ROOT, executable, runtime, platform)], work);
  rmSync(runtime);
  if (platform === HERE) tryOut(executable);
  return { platform, executable, ran: platform === HERE };
}

/** npm verifies the registry's checksum. */
function fetchRuntime(platform: string): string {
  const name = `@oven/bun-${platform.replace("arm64", "aarch64").replace("win32", "windows")}`;
  show(`fetching ${name} ${BUN}`);
  const folder = join(work, platform);
  mkdirSync(folder);
  const tarball = run(
    ["npm", "pack", "--silent", `${name}@${BUN}`, "--pack-destination", folder],
    work,
  ).trim();
  run(["tar", "-xzf", join(folder, tarball), "-C", folder], work);
  return join(folder, "package/bin", platform.startsWith("win32-") ? "bun.exe" : "bun");
}

/** An executable that does not run here is not published. */
function tryOut(executable: string): void {
  const env = { HOME: mkdtempSync(join(work, "home-")), PATH: process.env.PATH ?? "" };
  const started = { cwd: work, env };
  const printed = Bun.spawnSync([executable, "--version"], started).stdout.toString().trim();
  if (printed !== version) fail(`${executable} says it is version ${printed || "nothing"}`);
  const stop = { hook_event_name: "Stop", session_id: "s1", cwd: work, stop_hook_active: false };
  const hook = Bun.spawnSync([executable, "hook"], { ...started, stdin: Buffer.from(JSON.stringify(stop)) });
  const verdict = Bun.spawnSync([executable, "verdict", "--last"], started);
  if (hook.exitCode !== 0 || verdict.exitCode !== 0)
    fail(`${executable} does not answer a hook: ${hook.stderr}${verdict.stdout}`);
}

function stagePlatform({ platform, executable, ran }: Build): string {
  const [os, cpu] = platform.split("-");
  const folder = join(work, `holdfast-${platform}`);
  mkdirSync(join(folder, "bin"), { recursive: true });
  cpSync(executable, join(folder, "bin", executableName(platform)));
  cpSync(join(ROOT, "LICENSE"), join(folder, "LICENSE"));
  const tried = ran
    ? ""
    : "\n\nIt was built on another kind of machine and has not been run before it was published.";
  writeFileSync(
    join(folder, "README.md"),
    `# ${packageFor(platform)}\n\nThe executable of holdfast for ${os} on ${cpu}.${tried}\n`,
  );
  const own = {
    name: packageFor(platform),
    description: `The executable of holdfast for ${os} on ${cpu}`,
    files: ["bin"],
  };
  // musl has another loader, so there the launcher compiles.
  const machine = { os: [os], cpu: [cpu], ...(os === "linux" ? { libc: ["glibc"] } : {}) };
  const { license, author, repository, homepage, bugs } = manifest;
  writeJson(folder, { ...own, version, license, author, repository, homepage, bugs, ...machine });
  return folder;
}

/** Bundles of the sources, which are compiled only where no executable fits, and no packages to install: executable and bundles have them. */
function stageMain(): string {
  const folder = join(work, NAMES.package);
  const files = ["npm", "plugin", "schema", "docs", "CHANGELOG.md"];
  for (const path of [...files, "LICENSE", "README.md"])
    cpSync(join(ROOT, path), join(folder, path), { recursive: true });
  run([process.execPath, ...bundleCommand(ROOT, join(folder, "lib"))], work);
  const {
    scripts: _1,
    dependencies: _2,
    devDependencies: _3,
    allowScripts: _4,
    overrides: _5,
    private: _6,
    ...kept
  } = manifest;
  writeJson(folder, {
    ...kept,
    files: ["lib", ...files],
    engines: { node: LAUNCHER_NODE },
    // Used only where no executable fits.
    peerDependencies: { bun: BUN },
    peerDependenciesMeta: { bun: { optional: true } },
    // npm would get names that are not published from whoever claims them.
    ...(NAMES.published && {
      optionalDependencies: Object.fromEntries(PLATFORMS.map((platform) => [packageFor(platform), version])),
    }),
  });
  return folder;
}

function pack(folder: string): void {
  const name = folder.slice(work.length + 1);
  show(`packing ${name}`);
  run(["npm", "pack", "--silent", folder, "--pack-destination", out], work);
}

function writeSums(builds: readonly Build[]): void {
  const packages = [...builds.map(({ platform }) => packageFor(platform)), NAMES.package];
  const files = [
    ...builds.map(({ executable }) => executable.slice(out.length + 1)),
    ...packages.map(tarballOf),
  ];
  const sums = files.map((file) => ({
    file,
    sum: sha256(join(out, file)),
    size: statSync(join(out, file)).size,
  }));
  writeFileSync(join(out, "SHA256SUMS"), sums.map(({ file, sum }) => `${sum}  ${file}\n`).join(""));
  const byFile = Object.fromEntries(sums.map(({ file, sum }) => [file, sum]));
  writeFileSync(join(out, "holdfast.rb"), renderFormula(manifest, NAMES.repository, byFile));
  writeFileSync(
    join(out, "NOTES.md"),
    releaseNotes(readFileSync(join(ROOT, "CHANGELOG.md"), "utf8"), version),
  );
  const rows = sums.map(({ file, size }) => `${(size / MEGABYTE).toFixed(1).padStart(7)} MB  ${file}`);
  const note = NAMES.published
    ? []
    : ["npm/names.json says that the package is not published, so it names no other package.", ""];
  const made = [
    ...builds.map(describeBuild),
    "",
    ...note,
    `in ${out}, with SHA256SUMS, the Homebrew formula and the notes`,
  ];
  console.log([...rows, "", ...made].join("\n"));
}

/** As `npm pack` names it. */
function tarballOf(name: string): string {
  return `${name.replace("@", "").replace("/", "-")}-${version}.tgz`;
}

function describeBuild({ platform, ran }: Build): string {
  return `${platform.padEnd(14)}${ran ? "ran here" : "built only: never run"}`;
}

function sha256(path: string): string {
  return new Bun.CryptoHasher("sha256").update(readFileSync(path)).digest("hex");
}

function writeJson(folder: string, value: object): void {
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(value, null, 2)}\n`);
}

function run(command: string[], cwd: string): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync(command, { cwd });
  if (exitCode !== 0) fail(`${command.slice(0, 3).join(" ")} failed:\n${stdout}${stderr}`);
  return stdout.toString();
}

function show(text: string): void {
  process.stderr.write(`${text} ...\n`);
}

function fail(text: string): never {
  throw new Error(text);
}
