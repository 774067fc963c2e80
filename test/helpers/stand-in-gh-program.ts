// The program that runs as `gh`: see stand-in-gh.ts. Its first argument is the folder with its state.
import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { type ParseArgsConfig, parseArgs } from "node:util";
import type { StandInCi } from "./stand-in-gh.ts";

const [dir = "", ...args] = process.argv.slice(2);
const stdin = args.includes("-") ? readFileSync(0, "utf8") : "";
appendFileSync(`${dir}/calls`, `${JSON.stringify({ args, stdin })}\n`);
const mood = existsSync(`${dir}/mood`) ? readFileSync(`${dir}/mood`, "utf8") : "well";

const FAILURES: Record<string, [exitCode: number, stderr: string]> = {
  "logged-out": [
    4,
    "To get started with GitHub CLI, please run:  gh auth login\nAlternatively, populate the GH_TOKEN environment variable with a GitHub API authentication token.\n",
  ],
  "bad-token": [
    1,
    "HTTP 401: Bad credentials (https://api.github.com/graphql)\nTry authenticating with:  gh auth login\n",
  ],
  offline: [
    1,
    "error connecting to api.github.com\ncheck your internet connection or https://githubstatus.com\n",
  ],
  "rate-limited": [1, "GraphQL: API rate limit exceeded for user ID 583231.\n"],
  "no-remote": [1, "no git remotes found\n"],
};

const failure = FAILURES[mood];
if (failure) fail(...failure);
if (process.env.GH_PROMPT_DISABLED === undefined) fail(1, "the stand-in would have asked\n");

const [noun, verb, ...rest] = args;
switch (`${noun} ${verb}`) {
  case "repo view":
    viewRepository();
    break;
  case "label list":
    print(labels().map((name) => ({ name })));
    break;
  case "label create":
    createLabel();
    break;
  case "issue list":
    listIssues();
    break;
  case "issue create":
    await createIssue();
    break;
  case "run list":
    listRuns();
    break;
  case "pr view":
    parse({ json: { type: "string" } });
    if (ci().checks === undefined) fail(1, 'no pull requests found for branch "feature"\n');
    print({ headRefOid: ci().head, statusCheckRollup: ci().checks });
    break;
  default:
    fail(1, `unknown command "${noun} ${verb}" for "gh"\n`);
}

function viewRepository(): void {
  if (mood === "nonsense") {
    process.stdout.write("acme/shop\nThe shop\n");
    return;
  }
  parse({ json: { type: "string" } });
  print({ url: "https://github.com/acme/shop", isPrivate: false, hasIssuesEnabled: mood !== "no-issues" });
}

function listRuns(): void {
  const { values } = parse({
    commit: { type: "string" },
    limit: { type: "string" },
    json: { type: "string" },
  });
  if (mood === "old" && values.commit !== undefined) fail(1, "unknown flag: --commit\n");
  const { head, runs = [] } = ci();
  const found = values.commit === undefined || values.commit === head ? runs : [];
  print(
    found.map((run, index) => {
      const databaseId = 101 + index;
      const url = `https://github.com/acme/shop/actions/runs/${databaseId}`;
      return { databaseId, url, event: "push", headSha: head, ...run };
    }),
  );
}

function ci(): StandInCi {
  return existsSync(`${dir}/ci`) ? JSON.parse(readFileSync(`${dir}/ci`, "utf8")) : { head: "" };
}

function createLabel(): void {
  const { values, positionals } = parse({ repo: { type: "string" }, description: { type: "string" } });
  const [name = ""] = positionals;
  if (mood === "no-label-rights")
    fail(1, `HTTP 404: Not Found (https://api.github.com/repos/${values.repo}/labels)\n`);
  if (labels().some((label) => label.toLowerCase() === name.toLowerCase()))
    fail(
      1,
      `label with name "${name}" already exists; use \`--force\` to update its color and description\n`,
    );
  writeFileSync(`${dir}/labels/${name}`, "");
}

function listIssues(): void {
  const { values } = parse({
    repo: { type: "string" },
    state: { type: "string" },
    json: { type: "string" },
    limit: { type: "string" },
    search: { type: "string" },
  });
  const fields = String(values.json).split(",");
  const phrase = /"([^"]+)" in:body/.exec(String(values.search ?? ""))?.[1];
  const found = issues()
    .filter(
      ({ body }) => phrase === undefined || (!isSearchLate() && wordsOf(body).includes(wordsOf(phrase))),
    )
    .slice(0, Number(values.limit ?? 30));
  print(found.map((issue) => Object.fromEntries(fields.map((field) => [field, issue[field]]))));
}

async function createIssue(): Promise<void> {
  const { values } = parse({
    repo: { type: "string" },
    title: { type: "string" },
    "body-file": { type: "string" },
    label: { type: "string", multiple: true },
  });
  const title = String(values.title ?? "");
  const wanted = values.label ?? [];
  if (mood === "limited-at-create") {
    fail(1, "GraphQL: was submitted too quickly (createIssue)\n");
  }
  if (title === "") fail(1, "title can't be blank\n");
  if (title.length > 256) fail(1, "GraphQL: Title is too long (maximum is 256 characters) (createIssue)\n");
  if (stdin.length > 65536)
    fail(1, "GraphQL: Body is too long (maximum is 65536 characters) (createIssue)\n");
  const unknown = wanted.find(
    (label) => !labels().some((known) => known.toLowerCase() === label.toLowerCase()),
  );
  if (unknown) fail(1, `could not add label: '${unknown}' not found\n`);
  const url = saveIssue({ title, body: stdin, labels: wanted });
  if (mood === "slow-to-say") await Bun.sleep(60_000);
  process.stdout.write(`${url}\n`);
}

/** Two parallel calls must not get the same number. */
function saveIssue(issue: { title: string; body: string; labels: string[] }): string {
  for (let number = 1; ; number++) {
    const url = `https://github.com/acme/shop/issues/${number}`;
    try {
      writeFileSync(`${dir}/issues/${number}`, JSON.stringify({ number, url, ...issue }), { flag: "wx" });
      return url;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

function issues(): (Record<string, unknown> & { body: string })[] {
  const all = readdirSync(`${dir}/issues`).map((name) =>
    JSON.parse(readFileSync(`${dir}/issues/${name}`, "utf8")),
  );
  return all.sort((a, b) => b.number - a.number);
}

function labels(): string[] {
  return readdirSync(`${dir}/labels`);
}

function isSearchLate(): boolean {
  return existsSync(`${dir}/search-is-late`);
}

function wordsOf(text: string): string {
  return (text.match(/[A-Za-z0-9]+/g) ?? []).join(" ");
}

function parse<T extends NonNullable<ParseArgsConfig["options"]>>(options: T) {
  try {
    return parseArgs({ args: rest, options, strict: true as const, allowPositionals: true as const });
  } catch (error) {
    return fail(1, `unknown flag: ${(error as Error).message}\n\nUsage:  gh ${noun} ${verb} [flags]\n`);
  }
}

function print(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}

function fail(exitCode: number, stderr: string): never {
  process.stderr.write(stderr);
  process.exit(exitCode);
}
