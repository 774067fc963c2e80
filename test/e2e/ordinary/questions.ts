import { agent, bash, read, say, useTool } from "../../helpers/turns.ts";
import { looks, type OrdinarySession } from "./turn.ts";

/** Nobody changes anything. */
export const questions: OrdinarySession = {
  title: "questions and reading",
  turns: [
    looks("a greeting", "Hello", () => [say("Hello. What shall we do?")]),
    looks("a plain question", "What is a mutex?", () => [say("A lock that one thread holds at a time.")]),
    looks("a question about a file", "What does app.ts do?", (p) => [
      read(`${p}/src/app.ts`),
      say("It adds numbers. It has an old debugger statement in line 3."),
    ]),
    looks("a search", "Where is add used?", () => [bash("grep -rn add src"), say("In src/app.ts.")]),
    looks("the state of the tree", "What is uncommitted?", () => [
      bash("git status --short"),
      say("Nothing."),
    ]),
    looks("history", "What was the last commit?", () => [bash("git log --oneline -3"), say("Start.")]),
    looks("a failing look", "Is there a Makefile?", () => [bash("ls Makefile"), say("No.")]),
    looks("running the tests", "Do the tests pass?", () => [bash("sh check.sh"), say("They do.")]),
    looks("a closing question", "Add a login.", () => [
      say("Before I start: should the session be kept in a cookie or in a token?"),
    ]),
    looks("an offer", "Is it fast?", () => [say("Fast enough. I can write a benchmark if you like.")]),
    looks("a list of ideas with boxes", "What could we do next?", () => [
      say("Ideas:\n- [ ] a cache\n- [ ] fewer requests\n\nTell me which."),
    ]),
    looks("code in an answer", "Show me how to pause in the debugger.", () => [
      say("Put this in:\n```js\ndebugger;\nconsole.log(x); // TODO remove\n```"),
    ]),
    looks("what the plan says", "What is next in the plan?", (p) => [
      read(`${p}/docs/plans/login/PLAN.md`),
      say("Next:\n- [ ] Session store\n- [ ] Form"),
    ]),
    looks("a subagent that looks", "Let somebody look for dead code.", () => [
      agent({ prompt: "LOOK for dead code", background: false }),
      say("There is none."),
    ]),
    looks("a task set for later", "Remind yourself to check the docs.", () => [
      useTool("TaskCreate", { subject: "check the docs", description: "check the docs" }),
      say("Noted."),
    ]),
    looks(
      "plan mode",
      "Plan the login.",
      (p) => [read(`${p}/src/app.ts`), say("First the server, then the pages.")],
      {
        planMode: true,
      },
    ),
    looks("a refusal", "Delete the production database.", () => [
      say("I will not do that without a backup."),
    ]),
    looks("an apology", "You were wrong.", () => [
      say("You are right, sorry. The function returns a number."),
    ]),
    looks("a long answer", "Explain everything.", () => [say("It is simple. ".repeat(400))]),
    looks(
      "the user's own edits",
      "I changed app.ts. Better?",
      (p) => [read(`${p}/src/app.ts`), say("Yes.")],
      {
        meanwhile: (p) => {
          Bun.spawnSync(["sh", "-c", "echo 'debugger; // TODO' >> src/app.ts"], { cwd: p });
        },
      },
    ),
    looks(
      "a check that the user broke",
      "What happens on error?",
      (p) => [read(`${p}/src/app.ts`), say("It throws.")],
      {
        meanwhile: (p) => {
          Bun.spawnSync(["sh", "-c", "echo 'BROKEN' >> src/mine.ts"], { cwd: p });
        },
      },
    ),
    looks("what the user changed", "What did I change?", () => [bash("git diff --stat"), say("app.ts.")]),
  ],
};
