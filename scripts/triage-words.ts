// Renders src/memory/triage/ask/words.generated.ts from the tables in data/triage-words: one file for each language, or one folder
// with a file for each category. docs/internals/triage.md says how to write them.
import { parse } from "yaml";
import {
  indexEntries,
  isSpacedIn,
  splitList,
  storeEntries,
  type Table,
} from "../src/memory/triage/ask/index-entries.ts";

const FOLDER = `${import.meta.dir}/../data/triage-words`;
/** Of two findings in a line, the first counts. */
const LANGUAGES = ["en", "de", "es", "fr", "pt", "it", "ru", "zh", "ja", "ko"];

export async function renderTriageWords(): Promise<string> {
  const tables = await Promise.all(LANGUAGES.map(readTable));
  return `// Made by \`npm run generate\` from data/triage-words. Do not edit.
import type { StoredLanguage } from "./language.ts";

export const LANGUAGES: readonly StoredLanguage[] = [
${tables.map(renderLanguage).join("\n")}
];
`;
}

function renderLanguage(table: Table): string {
  const { script = null, spoken } = table;
  return `  {
    spoken: ${JSON.stringify(storeEntries(splitList(spoken), isSpacedIn(table)))},
    script: ${script === null ? null : `/${script}/`},
    isSpaced: ${isSpacedIn(table)},
    index: () => (${JSON.stringify(indexEntries(table))}),
  },`;
}

async function readTable(code: string): Promise<Table> {
  const file = Bun.file(`${FOLDER}/${code}.yaml`);
  if (await file.exists()) return parse(await file.text());
  const read = async (name: string) => parse(await Bun.file(`${FOLDER}/${code}/${name}.yaml`).text());
  const names = ["decision", "runbook", "constraint", "tech-debt", "preference"];
  const categories = await Promise.all(
    names.map(async (name) => [name.toUpperCase().replace("-", "_"), await read(name)]),
  );
  return { ...(await read("general")), ...Object.fromEntries(categories) };
}
