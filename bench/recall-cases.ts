// Measures a prompt and a search with many records.
import { makeTempProject } from "../test/helpers/temp.ts";
import { type Case, payloadOf, sendOnce } from "./cases.ts";
import { moveLogs, TURN } from "./move-logs.ts";
import { makePastWork, PROMPT_OF_COMMON_WORDS, PROMPT_WITH_HIT } from "./past-work.ts";
import type { Stage } from "./stage.ts";

const TARGET = 4;
const SEARCH_TARGET = 8;
const RECALLED = "From holdfast's records of earlier sessions here";

/** Rows for each size: a prompt that recalls something, one of common words, and a search of the project and of all projects. */
export async function recallCases(stage: Stage, sizes: readonly number[]): Promise<Case[]> {
  // Without git, so that a session's start runs no other program.
  const project = makeTempProject();
  const rows: Case[] = [];
  for (const size of sizes) {
    const home = await makePastWork(size, project);
    const name = `UserPromptSubmit, ${size.toLocaleString("en")} observations`;
    const search = (name: string, args: readonly string[]) => ({
      name: `${name}, ${size.toLocaleString("en")} observations`,
      target: SEARCH_TARGET,
      command: [stage.executable, "search", PROMPT_WITH_HIT, ...args],
      home,
      cwd: project,
      says: "Fixed: the copper lantern",
    });
    rows.push(
      { ...makeCase(stage, home, project, PROMPT_WITH_HIT), name: `${name}, recalled`, says: RECALLED },
      { ...makeCase(stage, home, project, PROMPT_OF_COMMON_WORDS), name: `${name}, common words` },
      search("search", ["--project", project]),
      search("search --all", ["--all"]),
    );
  }
  return rows;
}

/** Each prompt is the first of its own session, because nothing is recalled twice. */
function makeCase(stage: Stage, home: string, project: string, prompt: string): Omit<Case, "name"> {
  const command = [stage.executable, "hook"];
  let asked = 0;
  const fields = (more: object) => ({ session_id: `asks-${prompt.length}-${asked}`, cwd: project, ...more });
  return {
    target: TARGET,
    command,
    home,
    cwd: project,
    payload: () => payloadOf(stage, "UserPromptSubmit", fields({ prompt, source: "user" })),
    prepare: () => {
      asked++;
      // As after a turn of work, the log is moved into the database.
      if (asked % TURN === 0) moveLogs(home);
      sendOnce(command, home, payloadOf(stage, "SessionStart", fields({ source: "startup" })));
    },
  };
}
