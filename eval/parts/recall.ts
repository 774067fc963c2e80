// Known items: a question is asked, and of all that was recorded the one right item must come back, by `search` and by
// the recall of a prompt. The questions are not part of this repository: HOLDFAST_EVAL_QUESTIONS names a file of JSON
// lines `{repository, sessions, question, answer}`; an item is right when it is of one of the sessions (files of the data)
// and has the answer (a pattern). HOLDFAST_EVAL_EXECUTABLE measures another build. Beside: what is told although nothing
// should be, and answers of conversations looked for by their question through `memory import` and `memory search`.
import { existsSync, readFileSync } from "node:fs";
import type { Session, Statement } from "../data.ts";
import type { EvalPart } from "../eval.ts";
import { RecordedSessions, readTurns } from "../recorded-sessions.ts";
import { printTable } from "../table.ts";

type Question = {
  readonly repository: string;
  readonly sessions: readonly string[];
  readonly question: string;
  readonly answer: string;
};

/** Prompts for which no earlier work is relevant. */
const WORKFLOW_PROMPTS = [
  "commit and push",
  "ok, commit this and push it please",
  "run the tests again",
  "please run the linter and fix what it says",
  "looks good, go ahead",
  "continue where you left off",
  "create a pull request for this branch",
  "merge main into this branch and resolve the conflicts",
  "commit, push, create draft PR",
  "update the readme with these changes",
  "review the changes you just made",
  "can you explain what you did there?",
  "undo the last change please",
  "write unit tests for this",
  "do all of them in one batch",
  "stash my changes and switch to the main branch",
  "cherry-pick that commit onto the release branch",
  "show me the last five commits",
  "revert the last commit but keep the changes",
  "who changed this file most recently?",
  "start the dev server and check it works",
  "kill whatever is running on port 3000",
  "install the dependencies and build the project",
  "upgrade all packages to their latest versions",
  "why is the build failing on CI?",
  "the tests are still red, please have another look",
  "add tests for the edge cases you found",
  "remove the console logs before committing",
  "rename this function to something clearer",
  "move this into its own file",
  "extract the duplicated code into a helper",
  "add comments where the code is hard to follow",
  "write a short summary of what we did today",
  "what is left to do?",
  "make a plan first, do not change anything yet",
  "ok, that plan looks fine, implement it",
  "answer the review comments on the pull request",
  "mark the pull request as ready for review",
  "delete the merged branches locally and on the remote",
  "fix the lint warnings in the files you touched",
  "run only the unit tests, not the end to end ones",
  "use a subagent to search the code base for that",
  "show me the full output of that command",
  "that did not work, try something else",
  "please stop and wait for my feedback",
];

export const evaluate: EvalPart = async ({ labelled, transcripts, statements, print }) => {
  const sessions = [...transcripts, ...labelled];
  const recorded = await RecordedSessions.make(sessions);
  const known = findKnownItems(recorded, readQuestions());
  const said = recallStatements(recorded, statements, sessions);
  const workflow = countTold(recorded);
  const answers = await findAnswers(recorded, sessions);
  recorded.remove();
  printTable(
    print,
    [
      "repository",
      "questions",
      "search: first",
      "in 5",
      "in 10",
      "recall: right",
      "told",
      "with nothing to tell",
    ],
    known.map((row) => [
      row.repository,
      row.n,
      share(row.first, row.n),
      share(row.in5, row.n),
      share(row.in10, row.n),
      share(row.recalled, row.n),
      row.told,
      `${row.unrelatedTold} of ${row.unrelated}`,
    ]),
  );
  print("");
  printTable(
    print,
    ["statements", "n", "of its session", "only of another", "nothing", "told elsewhere"],
    said.map((row) => [
      ...[row.as, row.n, row.right, row.wrong, row.nothing],
      `${row.elsewhereTold} of ${row.elsewhere}`,
    ]),
  );
  print("");
  printTable(
    print,
    ["repository", "workflow prompts", "told falsely"],
    workflow.map((row) => [row.repository, row.n, row.told]),
  );
  print("");
  printTable(
    print,
    ["repository", "answers", "memory search: first", "in 5", "in 10"],
    answers.map((row) => [
      row.repository,
      row.n,
      share(row.first, row.n),
      share(row.in5, row.n),
      share(row.in10, row.n),
    ]),
  );
  return { known, said, workflow, answers };
};

function readQuestions(): Question[] {
  const path = process.env.HOLDFAST_EVAL_QUESTIONS;
  if (path === undefined || !existsSync(path)) return [];
  const lines = readFileSync(path, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line));
}

function findKnownItems(recorded: RecordedSessions, questions: readonly Question[]) {
  const isVerbose = process.env.HOLDFAST_EVAL_VERBOSE === "1";
  const results = questions.map(({ repository, sessions, question, answer }) => {
    const ids = new Set(sessions.map((file) => recorded.sessionIds.get(file)));
    const isRight = (item: { session: string; text: string }) =>
      ids.has(item.session) && new RegExp(answer, "i").test(item.text);
    const rank = recorded.search(repository, question).findIndex(isRight);
    const told = recorded.recall(repository, question);
    const elsewhere = recorded.repositories.filter((other) => other !== repository);
    const unrelated = elsewhere.map((other) => recorded.recall(other, question).length > 0);
    const isRecalled = told.some(isRight);
    if (isVerbose)
      console.error(
        `${isRecalled ? "right" : told.length > 0 ? "WRONG" : "-----"} ${String(rank + 1).padStart(2)} ${question}` +
          (isRecalled
            ? ""
            : told
                .map(({ kind, text }) => `\n      ${kind}: ${text.slice(0, 150).replace(/\s+/g, " ")}`)
                .join("")),
      );
    return { repository, rank, isRecalled, isTold: told.length > 0, unrelated };
  });
  return byRepository(results, (own) => ({
    n: own.length,
    first: own.filter(({ rank }) => rank === 0).length,
    in5: own.filter(({ rank }) => rank >= 0 && rank < 5).length,
    in10: own.filter(({ rank }) => rank >= 0).length,
    recalled: own.filter(({ isRecalled }) => isRecalled).length,
    told: own.filter(({ isTold }) => isTold).length,
    unrelated: own.flatMap(({ unrelated }) => unrelated).length,
    unrelatedTold: own.flatMap(({ unrelated }) => unrelated).filter(Boolean).length,
  }));
}

function recallStatements(
  recorded: RecordedSessions,
  statements: readonly Statement[],
  sessions: readonly Session[],
) {
  const ids = idsOfCopies(sessions);
  return [
    { as: "as a question", ending: "?" },
    { as: "as a task", ending: "" },
  ].map(({ as, ending }) => {
    const results = statements.map(({ session, statement }) => {
      const prompt = statement + ending;
      const repository = sessions.find(({ file }) => file === session)?.repository ?? "";
      const told = recorded.recall(repository, prompt);
      const elsewhere = recorded.repositories.filter((other) => other !== repository);
      return {
        isRight: told.some((item) => ids.get(session)?.has(item.session)),
        isTold: told.length > 0,
        elsewhere: elsewhere.map((other) => recorded.recall(other, prompt).length > 0),
      };
    });
    return {
      as,
      n: results.length,
      right: results.filter(({ isRight }) => isRight).length,
      wrong: results.filter(({ isRight, isTold }) => isTold && !isRight).length,
      nothing: results.filter(({ isTold }) => !isTold).length,
      elsewhere: results.flatMap(({ elsewhere }) => elsewhere).length,
      elsewhereTold: results.flatMap(({ elsewhere }) => elsewhere).filter(Boolean).length,
    };
  });
}

/** By file, the ids of the sessions that have a record of it: a fork begins with a copy, which is recorded once. */
function idsOfCopies(sessions: readonly Session[]): Map<string, Set<string>> {
  const read = sessions.map(({ file, path }) => {
    const text = readFileSync(path, "utf8");
    return { file, records: valuesOf(text, "uuid"), ids: valuesOf(text, "sessionId") };
  });
  return new Map(
    read.map(({ file, records }) => {
      const copies = read.filter((other) => !other.records.isDisjointFrom(records));
      return [file, new Set(copies.flatMap(({ ids }) => [...ids]))];
    }),
  );
}

function valuesOf(text: string, field: string): Set<string> {
  return new Set([...text.matchAll(new RegExp(`"${field}":"([^"]+)"`, "g"))].map(([, value = ""]) => value));
}

function countTold(recorded: RecordedSessions) {
  const results = recorded.repositories.flatMap((repository) =>
    WORKFLOW_PROMPTS.map((prompt) => ({
      repository,
      isTold: recorded.recall(repository, prompt).length > 0,
    })),
  );
  return byRepository(results, (own) => ({ n: own.length, told: own.filter(({ isTold }) => isTold).length }));
}

/** Each turn's last message becomes a memory of its repository, which is searched for by the person's question. */
async function findAnswers(recorded: RecordedSessions, sessions: readonly Session[]) {
  const read = await Promise.all(sessions.map(({ path }) => readTurns(path)));
  const turns = sessions.flatMap((session, at) =>
    (read[at] ?? []).map((turn, n) => ({
      ...turn,
      id: `${session.file.replace(/\W+/g, "-")}:${n}`,
      ...session,
    })),
  );
  for (const repository of recorded.repositories)
    recorded.importMemories(
      repository,
      turns
        .filter((turn) => turn.repository === repository)
        .map(({ id, answer }) => ({ id, title: answer.slice(0, 100), body: answer })),
    );
  const results = turns.map(({ repository, asked, id }) => ({
    repository,
    rank: recorded.searchMemories(repository, asked).indexOf(id),
  }));
  return byRepository(results, (own) => ({
    n: own.length,
    first: own.filter(({ rank }) => rank === 0).length,
    in5: own.filter(({ rank }) => rank >= 0 && rank < 5).length,
    in10: own.filter(({ rank }) => rank >= 0).length,
  }));
}

function byRepository<Row extends { repository: string }, Counts>(
  rows: readonly Row[],
  count: (rows: readonly Row[]) => Counts,
) {
  const groups = Map.groupBy(rows, ({ repository }) => repository);
  return [...groups, ["in all", [...rows]] as const].map(([repository, own]) => ({
    repository,
    ...count(own),
  }));
}

function share(part: number, n: number): string {
  return n === 0 ? "–" : (part / n).toFixed(2).replace(/^0/, "");
}
