import { readFileSync } from "node:fs";

const ROOT = `${import.meta.dir}/../`;
const CAPABILITIES = `${ROOT}test/conformance/capabilities.csv`;

export const STATES = ["works", "differs", "left out", "partly", "missing"] as const;

const DOCUMENTS: Record<string, string> = {
  "000": "What is worth remembering, asked at the stop",
  "001": "Checks, plans and pipelines of subagents",
  "002": "Locks, metrics and reflection",
  "003": "Capture of sessions in SQLite",
  "004": "Loops and flows until verified done",
};

export interface Capability {
  id: string;
  document: string;
  section: string;
  capability: string;
  state: string;
  reason: string;
}

interface NamedTest {
  /** Below test/. */
  file: string;
  name: string;
}

export function readCapabilities(): Capability[] {
  const [header = [], ...rows] = parseCsv(readFileSync(CAPABILITIES, "utf8"));
  return rows.map(
    (row) => Object.fromEntries(header.map((key, at) => [key, row[at] ?? ""])) as unknown as Capability,
  );
}

function parseCsv(text: string): string[][] {
  const field = /(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g;
  return text
    .trimEnd()
    .split("\n")
    .map((line) =>
      [...line.matchAll(field)].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? ""),
    );
}

/** A test shows a capability when its name, or that of a group around it, ends in the capability's id: `[002-05]`. */
export function findTests(): Map<string, NamedTest[]> {
  const found = new Map<string, NamedTest[]>();
  const tagged =
    /(?:\b(?:test|describe)(?:\.\w+)?|\))\(\s*(["'`])((?:\\.|(?!\1).)*?)((?: \[\d{3}-t?\d{2}\])+)\1,/g;
  for (const file of [...new Bun.Glob("**/*.test.ts").scanSync(`${ROOT}test`)].toSorted()) {
    const text = readFileSync(`${ROOT}test/${file}`, "utf8");
    for (const [, , name = "", ids = ""] of text.matchAll(tagged))
      for (const [id] of ids.matchAll(/\d{3}-t?\d{2}/g))
        found.set(id, [...(found.get(id) ?? []), { file, name }]);
  }
  return found;
}

/** docs/internals/conformance.md, from the capabilities and the names of the tests. */
export function renderConformance(): string {
  const capabilities = readCapabilities();
  const tests = findTests();
  const isPlanned = ({ id }: Capability) => id[4] === "t";
  const counts = STATES.map(
    (state) => `${state} ${capabilities.filter((one) => one.state === state && !isPlanned(one)).length}`,
  );
  const table = (rows: Capability[]) =>
    [
      "| id | section | what | state | shown by |",
      "|---|---|---|---|---|",
      ...rows.map((one) => renderRow(one, tests.get(one.id) ?? [])),
    ].join("\n");
  const sections = Object.entries(DOCUMENTS).map(([document, title]) => {
    const own = capabilities.filter((one) => one.document === document);
    const planned = own.filter(isPlanned);
    const plan = planned.length === 0 ? "" : `\n\nIts own test plan:\n\n${table(planned)}`;
    return `## ${document}: ${title}\n\n${table(own.filter((one) => !isPlanned(one)))}${plan}`;
  });
  return `# What the five designs ask for

Generated from \`test/conformance/capabilities.csv\` by \`npm run generate\`. holdfast unites five public designs. This is what each of them asks
for, whether holdfast does it, and the tests that show it: those whose name ends in the id. \`npm test\` fails for a capability without a test.

${capabilities.length - capabilities.filter(isPlanned).length} capabilities: ${counts.join(", ")}.

${sections.join("\n\n")}
`;
}

function renderRow({ id, section, capability, state, reason }: Capability, tests: NamedTest[]): string {
  const why = reason === "" ? "" : `: ${reason}`;
  const shown = tests.map(({ file, name }) => `[${file}](../../test/${file}): ${name.replaceAll("\\", "")}`);
  const cells = [id, section, capability, `${state}${why}`, shown.join("<br>") || "–"];
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}
