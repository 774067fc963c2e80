// Measures a search among thousands of memories, each a file and a row.
import { createRandom } from "../fuzz/random.ts";
import { databasePath } from "../src/config/environment.ts";
import { importMemories } from "../src/memory/formats/import-memories.ts";
import { openStore } from "../src/store/open.ts";
import { makeTempHome, makeTempProject } from "../test/helpers/temp.ts";
import type { Case } from "./cases.ts";
import { words } from "./past-work.ts";
import type { Stage } from "./stage.ts";

const CATEGORIES = ["DECISION", "RUNBOOK", "CONSTRAINT", "TECH_DEBT"] as const;
const WORDS_A_MEMORY = 60;

export async function memoryCases(stage: Stage, memories: number): Promise<Case[]> {
  const home = makeTempHome();
  const project = makeTempProject({ git: true });
  const holdfastHome = `${home}/.holdfast`;
  const store = await openStore(databasePath({ holdfastHome }));
  const random = createRandom(7, memories);
  const drafts = Array.from({ length: memories }, (_, n) => ({
    id: `memory:${n}`,
    title: words(random, 6),
    body: words(random, WORDS_A_MEMORY),
    category: CATEGORIES[n % CATEGORIES.length] ?? "DECISION",
  }));
  importMemories(store, { env: { holdfastHome }, projectDir: project, projectKey: project }, drafts);
  store.close();
  const query = drafts[Math.floor(memories / 2)]?.title ?? "";
  return [
    {
      name: `memory search, ${memories.toLocaleString("en")} memories`,
      target: 8,
      command: [stage.executable, "memory", "search", query, "--project", project],
      home,
      cwd: project,
      says: `memory:${Math.floor(memories / 2)}`,
    },
  ];
}
