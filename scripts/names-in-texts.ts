// What npm/names.json decides in files that are otherwise written by hand: package.json, documents, the plugin's program.
import { NAMES } from "../npm/names.mjs";
import manifest from "../package.json" with { type: "json" };

const UNKNOWN_OWNER = "OWNER";
const IN_CLONE = "npm ci && npm run build && dist/holdfast install";

/** A text for the published package, with NAME for its name, and one for a clone. The file has either. */
type Forms = readonly [ifPublished: string, ifNot: string];

const TEXTS: Record<string, Forms[]> = {
  "README.md": [
    [
      `npx NAME install                              # the published package: shows what it would change, and asks\n`,
      `npm run build && dist/holdfast install        # shows what it would change, and asks\n`,
    ],
  ],
  "docs/getting-started.md": [
    [
      `npx NAME install                                # from a clone: ${IN_CLONE}\n`,
      `${IN_CLONE}     # in a clone of the repository\n`,
    ],
  ],
  "docs/coming-from.md": [
    [
      "npx NAME install                      # or from a clone; it asks before it writes\n",
      `${IN_CLONE}     # in a clone of holdfast; it asks before it writes\n`,
    ],
  ],
  "docs/ci.md": [
    ["It installs the npm package and", "It builds holdfast from its sources and"],
    ["Without the action: `npx NAME gate run --ci`", "Without the action: `holdfast gate run --ci`"],
    [" is a composite action:\n", " is a composite action. OWNER is whoever publishes the copy you use:\n"],
  ],
  "plugin/README.md": [["`npx NAME install`", `\`${IN_CLONE}\`, in a clone of the repository`]],
  "plugin/bin/holdfast-hook": [
    ["Install it: npx NAME install", `Install it from a clone of its repository: ${IN_CLONE}`],
  ],
};

export const NAMED_FILES = ["package.json", ...Object.keys(TEXTS)];

export async function renderNamedFile(path: string): Promise<string> {
  return renderNames(path, await Bun.file(`${import.meta.dir}/../${path}`).text(), NAMES);
}

export function renderNames(path: string, text: string, names: typeof NAMES): string {
  if (names.published && names.repository.startsWith(`${UNKNOWN_OWNER}/`))
    throw new Error("npm/names.json says that the package is published, but not in which repository");
  if (path === "package.json") return renderManifest(text, names);
  const versioned = text.replace(
    /uses: \S+\/holdfast@v\d\S*/g,
    `uses: ${names.repository}@v${manifest.version}`,
  );
  return (TEXTS[path] ?? []).reduce((rendered, [ifPublished, ifNot]) => {
    const npm = ifPublished.replaceAll("NAME", names.package);
    const [right, wrong] = names.published ? [npm, ifNot] : [ifNot, npm];
    if (!rendered.includes(right) && !rendered.includes(wrong))
      throw new Error(`${path} has neither "${right.trim()}" nor "${wrong.trim()}"`);
    return rendered.replaceAll(wrong, right);
  }, versioned);
}

function renderManifest(text: string, { package: name, repository }: typeof NAMES): string {
  const page = `https://github.com/${repository}`;
  const fields = {
    name,
    homepage: `${page}#readme`,
    bugs: `${page}/issues`,
    repository: `github:${repository}`,
  };
  return Object.entries(fields).reduce(
    (rendered, [key, value]) =>
      rendered.replace(new RegExp(`(?<=^  "${key}": )".*"`, "m"), JSON.stringify(value)),
    text,
  );
}
