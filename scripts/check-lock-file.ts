// `npm ci` refuses a lock file in which a package for another platform is missing. npm leaves them out when the registry that it
// asked did not have them.
import { readFileSync } from "node:fs";

interface LockedPackage {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const file = new URL("../package-lock.json", import.meta.url);
const { packages } = JSON.parse(readFileSync(file, "utf8")) as { packages: Record<string, LockedPackage> };
const locked = new Set(Object.keys(packages).map((path) => path.slice(path.lastIndexOf("node_modules/"))));
const missing = Object.values(packages)
  .flatMap(({ dependencies, optionalDependencies }) =>
    Object.keys({ ...dependencies, ...optionalDependencies }),
  )
  .filter((name) => !locked.has(`node_modules/${name}`));
for (const name of missing) console.error(`package-lock.json has no entry for ${name}`);
process.exit(missing.length === 0 ? 0 : 1);
