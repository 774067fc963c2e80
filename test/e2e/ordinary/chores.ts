import { agent, bash, edit, read, say, write } from "../../helpers/turns.ts";
import { changes, looks, type OrdinarySession } from "./turn.ts";

const GIT = "git -c user.name=T -c user.email=t@example.invalid";

export const chores: OrdinarySession = {
  title: "docs, plans, commits and chores",
  turns: [
    looks("a first question", "Ready?", () => [say("Yes.")]),
    changes("a README", "Improve the README.", (p) => [
      read(`${p}/README.md`),
      edit(`${p}/README.md`, "An app.", "An app that adds.\n\nTODO: a picture."),
      say("Improved."),
    ]),
    changes("a guide with code to debug", "Document debugging.", (p) => [
      write(`${p}/docs/debug.md`, "# Debugging\n\n```js\ndebugger;\nconsole.log(1);\n```\n\n- [ ] try it\n"),
      say("Written."),
    ]),
    changes("a guide about merge conflicts", "Document conflicts.", (p) => [
      write(`${p}/docs/merge.md`, "# Conflicts\n\n```\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> x\n```\n"),
      say("Written."),
    ]),
    changes("an item of the plan, ticked", "Do the route.", (p) => [
      write(`${p}/src/route.ts`, "export const route = 1;\n"),
      bash("sed -i 's/\\[ \\] Route/[x] Route/' docs/plans/login/PLAN.md"),
      say("The route is done; the session store and the form are open."),
    ]),
    changes("a change to the plan itself", "Add a task to the plan.", (p) => [
      read(`${p}/docs/plans/login/PLAN.md`),
      edit(`${p}/docs/plans/login/PLAN.md`, "- [ ] Form", "- [ ] Form\n- [ ] Reset link"),
      say("Added to the plan."),
    ]),
    changes("a note in the plan's memory", "Write down that we use cookies.", (p) => [
      bash(`printf '\\nWe use cookies.\\n' >> ${JSON.stringify(`${p}/docs/plans/login/MEMORY.md`)}`),
      say("Written down."),
    ]),
    changes("a commit", "Commit it.", () => [
      bash(`git add -A && ${GIT} commit -qm 'Route'`),
      say("Committed."),
    ]),
    changes("a commit with old debug code around", "Commit the rest.", () => [
      bash(`echo '// fine' >> src/app.ts && ${GIT} commit -qam 'Comment'`),
      say("Committed."),
    ]),
    changes("a new branch", "Work on a branch.", () => [
      bash("git checkout -q -b fix/typo"),
      say("On fix/typo."),
    ]),
    changes("a branch merged", "Merge it.", () => [
      bash(
        `echo typo >> README.md && ${GIT} commit -qam Typo && git checkout -q main && git merge -q fix/typo`,
      ),
      say("Merged."),
    ]),
    changes("a change taken back", "Undo the last edit.", () => [
      bash("echo x >> README.md && git checkout -q -- README.md"),
      say("It is as before."),
    ]),
    changes("a file removed", "Remove merge.md.", () => [bash("git rm -q docs/merge.md"), say("Removed.")]),
    changes("generated files", "Generate the client.", () => [
      bash("mkdir -p dist && printf 'debugger;console.log(1)' > dist/app.min.js"),
      say("Generated."),
    ]),
    changes("an ignored file", "Make a scratch file.", () => [
      bash("mkdir -p scratch && echo 'debugger;' > scratch/x.js"),
      say("It is in scratch/."),
    ]),
    changes("a dev server", "Start the dev server.", (p) => [
      write(`${p}/src/home.ts`, "export const home = 1;\n"),
      bash("sh server.sh", { background: true }),
      say("It runs on port 3000."),
    ]),
    looks("a question while the server runs", "Is it up?", () => [say("Yes, on port 3000.")]),
    changes("a subagent's work", "Let somebody write the footer.", () => [
      agent({ prompt: "WRITE the footer", background: false }),
      say("The footer is there."),
    ]),
    changes("a dependency", "Add a dependency.", (p) => [
      write(`${p}/package.json`, '{ "name": "app", "dependencies": { "x": "1.0.0" } }\n'),
      write(`${p}/package-lock.json`, '{ "lockfileVersion": 3 }\n'),
      say("Added."),
    ]),
    changes("formatting", "Format everything.", () => [
      bash("sed -i 's/  */ /g' src/app.ts"),
      say("Formatted."),
    ]),
    changes("an empty file", "Add a .gitkeep.", (p) => [write(`${p}/assets/.gitkeep`, ""), say("Added.")]),
    changes(
      "Claude and the user at once",
      "Add a header; I am in app.ts.",
      (p) => [write(`${p}/src/header.ts`, "export const header = 1;\n"), say("Added the header only.")],
      {
        meanwhile: (p) => {
          Bun.spawnSync(["sh", "-c", "echo 'debugger;' >> src/app.ts"], { cwd: p });
        },
      },
    ),
    looks("thanks", "Thanks.", () => [say("You are welcome.")]),
  ],
};
