// Hostile text in every place that a command may print from: none of it reaches the terminal raw.
import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdirSync, renameSync } from "node:fs";
import { COMMANDS } from "../../src/cli/registry.ts";
import { answer } from "../helpers/answer-terminal.ts";
import { type Place, runCommand, sendEvent } from "../helpers/holdfast.ts";
import { makeInstalledPlace } from "../helpers/installed.ts";
import { writeFileIn } from "../helpers/temp.ts";
import { vouchFor } from "../helpers/trust.ts";

setDefaultTimeout(60_000);

/** Sets the title, clears the screen in two ways, colours, rings, moves back, reverses the direction. */
const EVIL = "evil\u001b]0;title\u0007\u001b[2J\u001b[31mred\u009b2Jcsi\u0008\u202eturned";
const RAW = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;
/** Ends what other commands still show, or takes long; these come last. */
const ENDING = ["forget", "uninstall"];
const names = Object.keys(COMMANDS).toSorted((a, b) => ENDING.indexOf(a) - ENDING.indexOf(b));
/** What a command needs to show more than its usage. */
const ARGUMENTS: Record<string, string[][]> = {
  lock: [["--goal", EVIL]],
  "loop start": [[EVIL, "--verify", `echo '${EVIL}'; false`]],
  "flow start": [[EVIL, "--complexity", "3", "--kind", "feature"]],
  wrong: [["--last", "--why", EVIL]],
  explain: [["--last"], ["--list"]],
  search: [["evil"]],
  "sessions show": [["s1"]],
  transcript: [["s1"]],
  reflect: [["s1"]],
  "memory save": [[EVIL, "--body", EVIL, "--category", "decision"]],
  "memory show": [["D-evil"]],
  "memory search": [["evil"]],
  "gate run": [["quality"]],
  triage: [["transcript.jsonl"]],
  forget: [["--match", "evil", "--yes"]],
  uninstall: [["--yes"]],
};

let place: Place;
const said = new Map<string, string>();

beforeAll(async () => {
  place = await makeInstalledPlace({ git: true });
  // The folder's own name, too.
  const project = `${place.project} ${EVIL.replaceAll("/", "")}`;
  renameSync(place.project, project);
  place = { ...place, project };
  const config = {
    quality: { stages: { quality: [{ run: `printf '%s\\n' '${EVIL}'; exit 3` }] }, baseline: "off" },
    exclude: { projects: [`/${EVIL}`] },
    [EVIL]: EVIL,
  };
  writeFileIn(project, ".claude/holdfast.json", JSON.stringify(config));
  writeFileIn(project, `docs/plans/${EVIL}.md`, `# ${EVIL}\n\n- [ ] ${EVIL}\n`);
  writeFileIn(project, `${EVIL}.ts`, `// TODO ${EVIL}\nconsole.log("${EVIL}");\n`);
  mkdirSync(`${project}/.claude/memory/decisions`, { recursive: true });
  const front = `---\nid: D-evil\ntitle: ${JSON.stringify(EVIL)}\ncategory: decision\ntags: [${JSON.stringify(EVIL)}]\n---\n`;
  writeFileIn(project, ".claude/memory/decisions/evil.md", `${front}${EVIL}\n`);
  writeFileIn(project, ".claude/runtime/locks/.lock_active", JSON.stringify({ goal: EVIL, [EVIL]: EVIL }));
  const record = { type: "user", sessionId: "s1", uuid: "u1", timestamp: new Date().toISOString() };
  const message = { role: "user", content: `From now on always ${EVIL}, never anything else.` };
  writeFileIn(project, "transcript.jsonl", `${JSON.stringify({ ...record, cwd: project, message })}\n`);
  await vouchFor(`${place.home}/.holdfast`, project);
  const transcript_path = `${project}/transcript.jsonl`;
  const events = [
    { hook_event_name: "SessionStart", source: "startup", session_title: EVIL, model: EVIL },
    { hook_event_name: "UserPromptSubmit", prompt: `Do ${EVIL}`, prompt_id: "p1" },
    { ...tool("Bash", { command: `echo ${EVIL}`, description: EVIL }), tool_response: { stdout: EVIL } },
    { ...tool(EVIL, { [EVIL]: EVIL }), tool_response: EVIL },
    {
      ...tool("Bash", { command: EVIL }),
      hook_event_name: "PostToolUseFailure",
      error: `Exit code 1\n${EVIL}`,
    },
    { hook_event_name: "TaskCreated", task_id: "t1", task_subject: EVIL, task_description: EVIL },
    { hook_event_name: "Stop", stop_hook_active: false, last_assistant_message: EVIL },
  ];
  for (const event of events) await sendEvent(place, { ...event, transcript_path });
  await runCommand(place, "drain");
});

function tool(tool_name: string, tool_input: object) {
  return { hook_event_name: "PostToolUse", tool_name, tool_input, tool_use_id: "toolu_1" };
}

describe("no command prints a sequence that a terminal obeys", () => {
  test.each(names)("%s", async (name) => {
    const words = name.split(" ");
    // The dashboard runs until it is ended.
    const plain = name === "dashboard" ? [["--port", EVIL]] : [[], ["--json"]];
    const calls = [...(ARGUMENTS[name] ?? []), ...plain, [EVIL]];
    // Options and project are parsed in one place for all commands.
    if (name === "status" || name === "memory list") calls.push([`--${EVIL}`], ["--project", EVIL]);
    for (const args of calls) {
      const { stdout, stderr } = await runCommand(place, ...words, ...args);
      expect({ args, raw: RAW.exec(stdout.replaceAll("\r\n", "\n")) }).toEqual({ args, raw: null });
      expect({ args, raw: RAW.exec(stderr) }).toEqual({ args, raw: null });
      // Some print one value, some one per line.
      const values = name === "memory export" || name === "transcript" ? stdout.trim().split("\n") : [stdout];
      if (args.includes("--json") && stdout !== "") for (const value of values) JSON.parse(value);
      said.set(name, `${said.get(name) ?? ""}${stdout}${stderr}`);
    }
  });

  test("most commands do print the hostile text, made harmless", () => {
    const printing = names.filter((name) => /\\u(00|\{)?(1b|9b)/.test(said.get(name) ?? ""));
    for (const name of ["status", "search", "memory list", "memory show", "sessions show", "gate run"])
      expect(printing).toContain(name);
    expect(printing.length).toBeGreaterThan(names.length / 2);
  });

  test("at a terminal only our own colours remain", async () => {
    const { drawn } = await answer(place, ["memory", "save", EVIL, "--body", EVIL, "--bogus"], []);
    expect(drawn).toContain("\u001b[31merror:\u001b[39m");
    expect(RAW.exec(drawn.replaceAll(/\u001b\[(31|39)m|\r\n/g, ""))).toBeNull();
    expect(drawn).not.toContain("\u001b[31mred");
  });
});
