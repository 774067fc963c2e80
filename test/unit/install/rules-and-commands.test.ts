// Permission rules stay in people's settings, also after an update. No rule that any version installed may match a command line
// that accepts, vouches, restores, cancels, forgets, or otherwise loosens something or speaks for the person.
import { expect, test } from "bun:test";
import { Glob } from "bun";
import { TOOLS } from "../../../src/cli/commands/mcp/command.ts";
import { COMMANDS } from "../../../src/cli/registry.ts";
import { readEnvironment } from "../../../src/config/environment.ts";
import { allowRules, ownRules } from "../../../src/install/permission-rules.ts";
import { readFrontMatter } from "../../../src/text/front-matter.ts";
import { runCli } from "../../helpers/run-cli.ts";
import { makeTempHome, makeTempProject } from "../../helpers/temp.ts";

const RULES_0_1_0 = [
  "Bash(holdfast status:*)",
  "Bash(holdfast explain:*)",
  "Bash(holdfast loop status:*)",
  "Bash(holdfast flow status:*)",
  "Bash(holdfast pipeline status:*)",
  "Bash(holdfast plan status:*)",
  "Bash(holdfast search:*)",
  "Bash(holdfast sessions list:*)",
  "Bash(holdfast sessions show:*)",
  "Bash(holdfast memory list:*)",
  "Bash(holdfast memory show:*)",
  "Bash(holdfast memory search:*)",
  "Bash(holdfast memory inbox:*)",
  "Bash(holdfast memory stats:*)",
  "Bash(holdfast config show:*)",
  "Bash(holdfast config check:*)",
  "Bash(holdfast config schema:*)",
];

/** Also of later builds of 0.1.0, except for the tools. */
const RULES_0_2_0 = [
  ...RULES_0_1_0,
  "Bash(holdfast verdict:*)",
  "Bash(holdfast loop done:*)",
  "Bash(holdfast flow set memory_search)",
  "Bash(holdfast flow set task_classified)",
  "Bash(holdfast flow set must_have_answered)",
  "Bash(holdfast flow set plan_approved)",
  "Bash(holdfast flow set implementation_complete)",
  "Bash(holdfast flow set correctness_passed)",
  "Bash(holdfast flow set quality_passed)",
  "Bash(holdfast flow set adversarial_passed)",
  "Bash(holdfast flow set retrospective_done)",
  "Bash(holdfast flow set task_classified --complexity:*)",
  "Bash(holdfast flow set task_classified --kind:*)",
  "Bash(holdfast flow set must_have_answered --question:*)",
  "Bash(holdfast flow set must_have_answered --none:*)",
  "Bash(holdfast flow set retrospective_done --note:*)",
  "Bash(holdfast flow done:*)",
  "Bash(holdfast ask:*)",
  "Bash(holdfast recall --last:*)",
  "Bash(holdfast insights)",
  "Bash(holdfast insights --json)",
  "Bash(holdfast metrics:*)",
  "Bash(holdfast transcript:*)",
  "Bash(holdfast triage:*)",
  "Bash(holdfast memory save:*)",
  "mcp__plugin_holdfast_holdfast__memory_search",
  "mcp__plugin_holdfast_holdfast__memory_save",
  "mcp__plugin_holdfast_holdfast__session_search",
  "mcp__plugin_holdfast_holdfast__session_show",
  "mcp__plugin_holdfast_holdfast__explain_stop",
  "mcp__plugin_holdfast_holdfast__status",
  "mcp__plugin_holdfast_holdfast__ask_person",
];

/** Only for a person who chose it by name. */
const UNLOCK_RULE = "Bash(holdfast unlock:*)";

const PROJECT = ["project", "json"];
const SESSION = ["session", ...PROJECT];

/**
 * Commands that a rule may match, with every option. Before you add one here, make sure that it loosens nothing and decides nothing
 * for the person, whatever else is on the command line; otherwise give the act a verb of its own.
 */
const REVIEWED: Record<string, readonly string[]> = {
  // Without a terminal --watch is refused.
  status: ["watch", "details", ...SESSION],
  explain: ["last", "list", ...PROJECT],
  // The user's own judge, at most as often as the user's own limit says.
  verdict: ["judge", "last", ...SESSION],
  // Runs nothing.
  checks: ["session", "markdown", ...PROJECT],
  "loop status": SESSION,
  // Ends a loop without a verify command: the person is told.
  "loop done": SESSION,
  "flow status": SESSION,
  "flow set": ["note", "question", "none", "complexity", "kind", "why", ...SESSION],
  "flow done": SESSION,
  "pipeline status": SESSION,
  "plan status": PROJECT,
  ask: ["json"],
  search: ["all", "kind", "since", "limit", "page", ...PROJECT],
  recall: ["last", ...SESSION],
  "sessions list": ["all", ...PROJECT],
  "sessions show": ["json"],
  transcript: ["live", "at", "talk", "full", "plain", "json"],
  triage: PROJECT,
  // A replaced memory can be restored. The speaker of a tool's or a page's words cannot be changed here.
  "memory save": [
    ...["category", "body", "tags", "personal", "who", "confidence", "update", "supersede", "force"],
    ...PROJECT,
  ],
  "memory list": ["category", "status", "limit", ...PROJECT],
  "memory show": PROJECT,
  "memory search": ["limit", "category", "status", ...PROJECT],
  // Inside an agent it only lists.
  "memory inbox": ["limit", "said", "list", "stats", ...PROJECT],
  "config show": ["all", "schema", ...PROJECT],
  "config check": PROJECT,
};

/** Options that the command refuses beside what the rules begin with; tested below. */
const REFUSED: Record<string, readonly string[]> = { "flow set": ["force", "command"] };

const REVIEWED_TOOLS: Record<string, readonly string[]> = {
  memory_search: ["query", "id", "category", "detail", "limit", "project"],
  memory_save: ["title", "category", "body", "tags", "personal", "update", "supersede", "force"],
  session_search: ["query", "kind", "since", "detail", "limit", "page", "all_projects"],
  session_show: ["id", "part"],
  explain_stop: ["id", "list", "detail"],
  status: [],
  ask_person: ["question"],
};

type Table = Record<string, readonly string[]>;

const commands: Table = Object.fromEntries(
  await Promise.all(
    Object.entries(COMMANDS).map(async ([name, { load }]) => {
      const { command } = await load();
      return [name, Object.keys(command.options)] as const;
    }),
  ),
);
const tools: Table = Object.fromEntries(TOOLS.map(({ name, input }) => [name, Object.keys(input.shape)]));

/** Commands and options that a rule matches and nobody reviewed. */
function findUnreviewed(
  rule: string,
  known: { commands: Table; tools: Table } = { commands, tools },
): string[] {
  const [, start = "", more] = /^Bash\(holdfast (.+?)(:\*)?\)$/.exec(rule) ?? [];
  if (start === "") {
    const name = rule.replace("mcp__plugin_holdfast_holdfast__", "");
    return compare(name, known.tools[name] ?? [], REVIEWED_TOOLS[name]);
  }
  const matched = Object.entries(known.commands).filter(([name]) =>
    more ? agree(start, name) : `${start} `.startsWith(`${name} `),
  );
  return matched.flatMap(([name, options]) =>
    compare(name, more ? options : [], REVIEWED[name] && [...REVIEWED[name], ...(REFUSED[name] ?? [])]),
  );
}

/** The client matches whole words, so a line that begins with `start` may run the command. */
function agree(start: string, name: string): boolean {
  return `${start} `.startsWith(`${name} `) || `${name} `.startsWith(`${start} `);
}

function compare(
  name: string,
  options: readonly string[],
  reviewed: readonly string[] | undefined,
): string[] {
  if (reviewed === undefined) return [name];
  return options.filter((option) => !reviewed.includes(option)).map((option) => `${name} --${option}`);
}

/** Rules of the plugin's commands and skills that the model may start by itself. */
async function listPluginRules(): Promise<string[]> {
  const rules: string[] = [];
  for await (const path of new Glob("plugin/**/*.md").scan(".")) {
    const front = readFrontMatter(await Bun.file(path).text());
    if (front.state !== "read" || front.fields.get("disable-model-invocation") === "true") continue;
    rules.push(
      ...String(front.fields.get("allowed-tools") ?? "")
        .split(/,\s*/)
        .filter(Boolean),
    );
  }
  return rules;
}

test.each([
  ["0.1.0", RULES_0_1_0],
  ["0.2.0", RULES_0_2_0],
  ["this version", allowRules("listed", true)],
  ["this version's plugin", await listPluginRules()],
])("the rules of %s match only commands and options that were reviewed", (_, rules) => {
  expect(rules.length).toBeGreaterThan(0);
  expect(rules.flatMap((rule) => findUnreviewed(rule))).toEqual([]);
});

test.each<[rule: string, commands: Table, found: string[]]>([
  ["Bash(holdfast memory inbox:*)", { "memory inbox": ["list", "accept"] }, ["memory inbox --accept"]],
  ["Bash(holdfast memory stats:*)", { "memory stats": ["reset"] }, ["memory stats"]],
  ["Bash(holdfast status:*)", { "status clear": [] }, ["status clear"]],
  ["Bash(holdfast status:*)", { statusline: ["wrap"] }, []],
  ["Bash(holdfast recall --last:*)", { recall: ["last", "forget"] }, ["recall --forget"]],
  ["Bash(holdfast flow set plan_approved)", { "flow set": ["approve"] }, []],
  ["Bash(holdfast flow set task_classified --kind:*)", { "flow set": ["approve"] }, ["flow set --approve"]],
  [UNLOCK_RULE, { unlock: [] }, ["unlock"]],
])("%s with the commands %j is found to match %j", (rule, table, found) => {
  expect(findUnreviewed(rule, { commands: table, tools })).toEqual(found);
});

test("an input that is added to a tool is found", () => {
  const rule = "mcp__plugin_holdfast_holdfast__memory_save";
  expect(findUnreviewed(rule, { commands, tools: { memory_save: ["title", "vouch"] } })).toEqual([
    "memory_save --vouch",
  ]);
});

test.each(RULES_0_2_0.filter((rule) => rule.startsWith("Bash(holdfast flow set") && rule.endsWith(":*)")))(
  "a line that %s matches can neither force nor pass a command",
  async (rule) => {
    const project = makeTempProject();
    const env = readEnvironment({ HOME: makeTempHome(), CLAUDE_PROJECT_DIR: project, CLAUDECODE: "1" });
    const words = rule.slice("Bash(holdfast ".length, -":*)".length).split(" ");
    const value = { "--complexity": ["3"], "--kind": ["feature"], "--none": [] }[words.at(-1) ?? ""] ?? ["x"];
    for (const option of REFUSED["flow set"] ?? [])
      expect(
        await runCli(
          env,
          project,
          ...words,
          ...value,
          `--${option}`,
          ...(option === "force" ? [] : ["true"]),
        ),
      ).toMatchObject({ exitCode: 1, text: expect.stringContaining(`--${option} cannot be combined`) });
  },
);

test("every rule of an earlier version is removed by an uninstall", () => {
  const own = ownRules("unlock", true);
  expect([...RULES_0_2_0, UNLOCK_RULE].filter((rule) => !own.includes(rule))).toEqual([]);
  expect(ownRules("none", true)).toEqual([]);
});
