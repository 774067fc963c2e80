import { bash, edit, read, say, useTool, write } from "../../helpers/turns.ts";
import { changes, looks, type OrdinarySession } from "./turn.ts";

export const code: OrdinarySession = {
  title: "writing code",
  turns: [
    looks("a first question", "Ready?", () => [say("Yes.")]),
    changes("a new file", "Add a subtract function.", (p) => [
      write(`${p}/src/subtract.ts`, "export const subtract = (a: number, b: number) => a - b;\n"),
      say("Added."),
    ]),
    changes("an edit", "Make add take three numbers.", (p) => [
      read(`${p}/src/app.ts`),
      edit(`${p}/src/app.ts`, "a + b", "a + b + (c ?? 0)"),
      say("Done."),
    ]),
    changes("an edit beside an old debugger statement", "Rename the variable.", (p) => [
      edit(`${p}/src/app.ts`, "const total", "const sum"),
      say("Renamed."),
    ]),
    changes("a CLI that prints", "Add a command that prints the version.", (p) => [
      write(`${p}/src/cli/version.ts`, 'console.log("1.0.0");\n'),
      say("Added `version`."),
    ]),
    changes("a script that prints", "Add a script that lists the files.", (p) => [
      write(`${p}/scripts/list.js`, 'console.log(require("fs").readdirSync("."));\n'),
      say("Added."),
    ]),
    changes("a wanted TODO", "Leave a TODO where the cache will go.", (p) => [
      write(`${p}/src/cache.ts`, "// TODO: cache the results, see the plan\nexport const cache = null;\n"),
      say("I left a TODO in src/cache.ts."),
    ]),
    changes("a stub that was asked for", "Just stub out the export function.", (p) => [
      write(`${p}/src/export.ts`, 'export function run() {\n  throw new Error("not implemented");\n}\n'),
      say("It is a stub for now."),
    ]),
    changes("a test", "Write a test.", (p) => [
      write(`${p}/test/subtract.test.ts`, 'test("subtracts", () => { console.log("running"); });\n'),
      bash("sh check.sh"),
      say("It passes."),
    ]),
    changes("a skipped test that was asked for", "Skip the flaky one for now.", (p) => [
      write(`${p}/test/flaky.test.ts`, 'test.skip("flaky", () => {});\n'),
      say("Skipped. Tell me when to look at it."),
    ]),
    changes("a passing refactor", "Move subtract into math.ts.", () => [
      bash("git mv -f src/subtract.ts src/math.ts 2>/dev/null || mv src/subtract.ts src/math.ts"),
      say("Moved."),
    ]),
    changes("old lines moved to another file", "Move the old code into legacy.ts.", () => [
      bash("cp src/old.ts src/legacy.ts && rm src/old.ts"),
      say("Moved as it was."),
    ]),
    changes("a rename by a command", "Rename add to plus.", () => [
      bash("sed -i 's/\\badd\\b/plus/g' src/app.ts"),
      say("Renamed everywhere."),
    ]),
    changes("a Python module with an abstract class", "Add a base class in Python.", (p) => [
      write(
        `${p}/lib/base.py`,
        "from abc import ABC, abstractmethod\n\n\nclass Base(ABC):\n    @abstractmethod\n    def run(self):\n        raise NotImplementedError\n",
      ),
      say("Added."),
    ]),
    changes("an empty exception class", "Add an error class in Python.", (p) => [
      write(`${p}/lib/errors.py`, "class Missing(Exception):\n    pass\n"),
      say("Added."),
    ]),
    changes("an example with a made-up key", "Add an example of the settings.", (p) => [
      write(`${p}/.env.example`, "API_KEY=your-key-here\nDB_PASSWORD=changeme\n"),
      say("Added."),
    ]),
    changes("a test with a made-up password", "Test the login.", (p) => [
      write(
        `${p}/test/login.test.ts`,
        'const password = "correct-horse-1";\ntest("logs in", () => password);\n',
      ),
      say("Added."),
    ]),
    changes("a closing question after a change", "Add a config file.", (p) => [
      write(`${p}/config.json`, '{ "port": 8080 }\n'),
      say("Added. Should the port be configurable by an environment variable as well?"),
    ]),
    changes("half of the work, said plainly", "Add all the pages.", (p) => [
      write(`${p}/src/page.ts`, "export const page = 1;\n"),
      say("The first page is there. Left:\n- [ ] the second\n- [ ] the third\n\nShall I go on?"),
    ]),
    changes("a task begun", "Start with the login task.", (p) => [
      useTool("TaskCreate", { subject: "login", description: "the login" }),
      useTool("TaskUpdate", { taskId: "1", status: "in_progress" }),
      write(`${p}/src/login.ts`, "export const login = true;\n"),
      say("Begun. I will go on tomorrow."),
    ]),
    changes("a task done", "Finish it.", (p) => [
      write(`${p}/src/logout.ts`, "export const logout = true;\n"),
      useTool("TaskUpdate", { taskId: "1", status: "completed" }),
      say("Finished."),
    ]),
    changes("an edit that failed first", "Change the port.", (p) => [
      edit(`${p}/config.json`, "not there", "x"),
      edit(`${p}/config.json`, "8080", "9090"),
      say("Changed."),
    ]),
  ],
};
