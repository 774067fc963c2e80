// Runs a session in a hostile repository with the built executable: nothing from outside it is shown or recorded, nothing in it
// is run, blocks are bounded, every hook ends in time with exit 0, and nothing is written except in holdfast's own places.
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { COMMANDS as ALL_COMMANDS } from "../src/cli/registry.ts";
import { writeTranscript } from "../test/helpers/transcript-lines.ts";
import { CANARY, choosePlants, nameOfPlant, SESSION, setPlants } from "./hostile-repository.ts";
import type { ProcessOptions } from "./processes.ts";
import { createRandom, type Random } from "./random.ts";
import { addFailure, addOutcome, emptyReport, type Report } from "./report.ts";
import { isRecord, parseJson } from "./target.ts";

const AT_ONCE = 2;
/** On a busy machine; a stop may also wait for git, 10 s. */
const MAX_MS = 30_000;
const STOPS = 8;
/** Every command, and every option that takes a value: whatever completion offers behind them may come from the project. */
const COMPLETED = await listLines();
/** Tried with each repository, among all lines. */
const COMPLETED_EACH = 6;
/** As the shell does it after Tab; then what it inserted is parsed, as after Enter. */
const IN_BASH = `
holdfast() { "$EXECUTABLE" "$@"; }
eval "$(holdfast completions bash)"
COMP_WORDS=(holdfast "$@" "") COMP_CWORD=$(($# + 1))
_holdfast
eval "set -- \${COMPREPLY[*]}"
`;
const MAX_BLOCKS = 6;

interface Case {
  executable: string;
  seed: number;
  index: number;
  plants: readonly number[];
  root: string;
}

interface Result {
  broken: string | null;
  outcome: string;
}

export async function fuzzRepositories(options: ProcessOptions): Promise<Report> {
  const { seed, count, from = 0, executable, base, onProgress } = options;
  const report = emptyReport();
  let next = from;
  async function work(): Promise<void> {
    while (next < from + count) {
      const index = next++;
      const plants = choosePlants(createRandom(seed, index));
      const one = { executable, seed, index, plants, root: `${base}/repository-${index}` };
      const { broken, outcome } = await runCase(one);
      if (broken === null) addOutcome(report, outcome);
      else await addFailure(report, () => describe(one, broken), broken.replaceAll(/\d+/g, "0"));
      report.done++;
      onProgress?.(report);
    }
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, count) }, work));
  return report;
}

/** Describes a failure, with as few plants as needed. */
async function describe(one: Case, broken: string) {
  let { plants } = one;
  for (const plant of one.plants) {
    const fewer = plants.filter((other) => other !== plant);
    if ((await runCase({ ...one, plants: fewer })).broken === broken) plants = fewer;
  }
  const where = plants.map(nameOfPlant).join(", ");
  return { again: `repository:${one.index}`, where, message: broken, input: Buffer.from(where) };
}

async function runCase(one: Case): Promise<Result> {
  const session = new HostileSession(one);
  try {
    session.prepare();
    return await session.run();
  } finally {
    Bun.spawnSync(["chmod", "-R", "u+rwX", one.root], { stderr: "ignore" });
    rmSync(one.root, { recursive: true, force: true, maxRetries: 5 });
  }
}

class HostileSession {
  readonly #one: Case;
  readonly #random: Random;
  readonly #top: string;
  readonly #outside: string;
  readonly #home: string;
  readonly #trace: string;
  #broken: string | null = null;
  #blocks = 0;
  #told = false;

  constructor(one: Case) {
    this.#one = one;
    this.#random = createRandom(one.seed + 1, one.index);
    this.#top = `${one.root}/project`;
    this.#outside = `${one.root}/outside`;
    this.#home = `${one.root}/outside/home`;
    this.#trace = `${one.root}/a-command-ran`;
  }

  prepare(): void {
    const secret = `The mirror registry serves every package: ${CANARY}\n`;
    const lock = JSON.stringify({ goal: CANARY, all: true });
    const outside = {
      "secret.txt": secret,
      "secret.ts": `debugger; // TODO ${CANARY}\n`,
      "new.ts": `debugger; // TODO ${CANARY}\n`,
      "memory.md": `# Mirror registry\n\n${secret}`,
      "memories/preferences/a.md": `# Mirror registry\n\n${secret}`,
      "preferences/a.md": `# Mirror registry\n\n${secret}`,
      lock,
      "claude/runtime/locks/.lock_active": lock,
      "claude/memory/preferences/a.md": `# Mirror registry\n\n${secret}`,
      "claude/holdfast.json": this.#evilConfig(),
      "holdfast.json": this.#evilConfig(),
      "loop.json": JSON.stringify({
        session_id: SESSION,
        task: CANARY,
        status: "active",
        last_error: CANARY,
      }),
      "PLAN.md": `# X\n- [ ] ${secret}`,
      "plans/x/PLAN.md": `# X\n- [ ] ${secret}`,
      "plans/x/MEMORY.md": `status: in-progress\n${secret}`,
      "x/PLAN.md": `# X\n- [ ] ${secret}`,
      "home/.aws/credentials": secret,
      "repository/HEAD": "ref: refs/heads/main\n",
      "repository/config": `[core]\n\tfsmonitor = "touch '${this.#trace}'"\n`,
    };
    for (const [path, text] of Object.entries(outside)) put(`${this.#outside}/${path}`, text);
    for (const path of ["src/a.ts", "src/b.ts", "sub/c.ts", "README.md"])
      put(`${this.#top}/${path}`, "one\n");
    const config = this.#random.pick([null, STRICT, { ...STRICT, stateDir: `${this.#top}/state` }]);
    if (config !== null) put(`${this.#home}/.holdfast/config.json`, JSON.stringify(config));
    mkdirSync(`${this.#one.root}/tmp`);
    this.#plant("before");
    if (this.#random.chance(0.15)) return;
    const git = (...args: string[]) =>
      Bun.spawnSync(
        [
          "git",
          "-c",
          "core.hooksPath=/dev/null",
          "-c",
          "user.name=T",
          "-c",
          "user.email=t@example.invalid",
          ...args,
        ],
        {
          cwd: this.#top,
          env: { PATH: PATH, HOME: this.#home },
          stderr: "ignore",
          timeout: 20_000,
        },
      );
    git("init", "-q", "-b", this.#random.pick(["main", "feature/x"]));
    git("add", "-A", "-f", "--ignore-errors");
    git("commit", "-q", "--allow-empty", "-m", "All");
    this.#plant("git");
  }

  async run(): Promise<Result> {
    const file = `${this.#home}/.claude/projects/p/${SESSION}.jsonl`;
    put(file, "");
    const before = this.#listForeign();
    await this.#send({ hook_event_name: "SessionStart", source: "startup" });
    await this.#send({
      hook_event_name: "UserPromptSubmit",
      prompt: "Which mirror registry serves every package?",
      prompt_id: "p1",
    });
    await this.#detachedEnd();
    const changed = this.#listForeign();
    this.#plant("meanwhile");
    const path = `${this.#top}/src/new.ts`;
    if (!lstatSync(path, { throwIfNoEntry: false })) put(path, "debugger;\n");
    const planted = this.#listForeign();
    // Content after this is new to the session's baseline.
    const lines = writeTranscript({ sessionId: SESSION, cwd: this.#top, startedAt: Date.now(), stepMs: 1 });
    lines.prompt("Go on.");
    lines.use("t1", "Write", { file_path: path, content: "debugger;\n" }, "written");
    writeFileSync(file, lines.text());
    await this.#send({
      hook_event_name: "PostToolUse",
      tool_name: "Write",
      tool_input: { file_path: path },
      tool_response: {},
      tool_use_id: "t1",
    });
    await this.#send({ hook_event_name: "SubagentStart", agent_id: "a1", agent_type: "x" });
    for (let n = 0; n < STOPS && this.#broken === null; n++) {
      // Otherwise each stop waits for the message to be written.
      lines.say(`Done ${n}.`);
      writeFileSync(file, lines.text());
      const last_assistant_message = `Done ${n}.`;
      await this.#send({
        hook_event_name: "Stop",
        stop_hook_active: n > 0,
        last_assistant_message,
        prompt_id: "p1",
      });
    }
    await this.#send({ hook_event_name: "PreCompact", trigger: "auto" });
    await this.#ask(this.#random.pick(COMMANDS));
    for (let n = 0; n < COMPLETED_EACH; n++) await this.#complete(this.#random.pick(COMPLETED));
    for (const line of [["memory", "show"], ["gate", "run"], this.#random.pick(COMPLETED)])
      await this.#start("completion in bash", ["-c", IN_BASH, "bash", ...line], Buffer.alloc(0), {
        program: "bash",
      });
    await this.#send({ hook_event_name: "SessionEnd", reason: "other" });
    await this.#detachedEnd();
    if (this.#blocks > MAX_BLOCKS) this.#breaks(`more than ${MAX_BLOCKS} blocks`);
    this.#compare(before, changed);
    this.#compare(planted, this.#listForeign());
    this.#searchStore();
    return { broken: this.#broken, outcome: `${this.#blocks} blocks${this.#told ? ", told" : ""}` };
  }

  async #send(event: Record<string, unknown>): Promise<void> {
    const name = String(event.hook_event_name);
    const payload = {
      session_id: SESSION,
      cwd: this.#cwd(),
      transcript_path: `${this.#home}/.claude/projects/p/${SESSION}.jsonl`,
      ...event,
    };
    const ran = await this.#start(name, ["hook"], Buffer.from(JSON.stringify(payload)));
    if (ran === null) return;
    const answer = parseJson(ran.stdout);
    if (ran.exitCode !== 0) this.#breaks(`${name}: exit code ${ran.exitCode}`);
    if (ran.stderr !== "") this.#breaks(`${name}: words on stderr`);
    if (ran.stdout !== "" && !isRecord(answer)) this.#breaks(`${name}: stdout is not one JSON object`);
    if (!isRecord(answer)) return;
    this.#told = true;
    if (answer.decision === "block") this.#blocks++;
    const texts = JSON.stringify(answer);
    if (texts.includes("</system-reminder")) this.#breaks(`${name}: a tag of the client's is told raw`);
    if (
      /\\u00(?:[01][0-9a-f]|7f|9[0-9a-f])|[\u202a-\u202e\u2066-\u2069]/.test(
        texts.replaceAll(/\\u000[9a]/g, ""),
      )
    )
      this.#breaks(`${name}: a control character is told raw`);
  }

  async #ask(words: readonly string[]): Promise<void> {
    const ran = await this.#start(words.join(" "), words, Buffer.alloc(0), {
      CLAUDECODE: "1",
      CLAUDE_CODE_SESSION_ID: SESSION,
    });
    if (ran?.stderr.includes("holdfast failed"))
      this.#breaks(`${words.join(" ")}: a bug, ${ran.stderr.slice(0, 200)}`);
    if (/[\u0000-\u0008\u000b-\u001f\u007f\u009b]/.test(`${ran?.stdout}${ran?.stderr}`))
      this.#breaks(`${words.join(" ")}: an escape sequence`);
  }

  /** Only words that no shell expands are offered. */
  async #complete(line: readonly string[]): Promise<void> {
    const ran = await this.#start("complete", ["complete", "--", ...line, ""], Buffer.alloc(0));
    const words = (ran?.stdout ?? "").split("\n").map((each) => each.split("\t", 1)[0] ?? "");
    const odd = words.find((word) => !/^[\w.:@/-]*$/.test(word));
    if (odd !== undefined) this.#breaks(`complete ${line.join(" ")}: ${JSON.stringify(odd)} is offered`);
  }

  async #start(
    what: string,
    words: readonly string[],
    stdin: Uint8Array,
    { program = this.#one.executable, ...env }: Record<string, string> = {},
  ) {
    if (this.#broken !== null) return null;
    const child = Bun.spawn([program, ...words], {
      cwd: this.#cwd(),
      env: {
        HOME: this.#home,
        TMPDIR: `${this.#one.root}/tmp`,
        PATH: `${this.#top}/bin:${this.#top}/tools:bin::${PATH}`,
        CLAUDE_PROJECT_DIR: this.#top,
        EXECUTABLE: this.#one.executable,
        ...env,
      },
      stdin,
      stdout: "pipe",
      stderr: "pipe",
      timeout: MAX_MS,
      killSignal: "SIGKILL",
    });
    const [stdout, stderr, exitCode] = await Promise.all([
      child.stdout.text(),
      child.stderr.text(),
      child.exited,
    ]);
    if (child.signalCode !== null) this.#breaks(`${what}: no answer within ${MAX_MS} ms`);
    if (`${stdout}${stderr}`.includes(CANARY)) this.#breaks(`${what}: something from outside is told`);
    if (lstatSync(this.#trace, { throwIfNoEntry: false }))
      this.#breaks(`${what}: a command of the repository was run`);
    return { stdout, stderr, exitCode };
  }

  /** Waits for the background processes that a hook started. */
  async #detachedEnd(): Promise<void> {
    for (const until = Date.now() + 20_000; Date.now() < until; await Bun.sleep(50))
      if (!this.#hasProcess()) break;
    if (lstatSync(this.#trace, { throwIfNoEntry: false }))
      this.#breaks("in the background: a command of the repository was run");
  }

  #hasProcess(): boolean {
    return readdirSync("/proc").some((name) => {
      try {
        return (
          /^\d+$/.test(name) &&
          readFileSync(`/proc/${name}/environ`, "latin1").includes(`HOME=${this.#home}\0`)
        );
      } catch {
        return false; // It has ended meanwhile.
      }
    });
  }

  /** A fingerprint of every file that is not holdfast's own, by path. */
  #listForeign(): Map<string, string> {
    const found = new Map<string, string>();
    const visit = (path: string): void => {
      if (path === `${this.#home}/.holdfast` || path === this.#trace) return;
      const stat = lstatSync(path, { throwIfNoEntry: false });
      if (!stat) return;
      if (stat.isDirectory()) {
        if (path === `${this.#top}/.claude/runtime`) return;
        found.set(path, "folder");
        for (const name of readdirSync(path)) visit(`${path}/${name}`);
        return;
      }
      found.set(
        path,
        stat.isSymbolicLink() ? readlinkSync(path) : `${stat.ino} ${stat.size} ${stat.mtimeMs}`,
      );
    };
    visit(this.#one.root);
    // The plan gate writes its own block in a plan's notes, `.claude` is created for the lock, and git is told to ignore our files in it.
    const own = [
      /\/project\/\.git\/info\/exclude$/,
      /\/project\/docs\/plans\/[^/]+\/MEMORY\.md$/,
      /\/project(?:\/sub)?\/\.claude$/,
      new RegExp(`/${SESSION}\\.jsonl$`),
    ];
    for (const path of found.keys()) if (own.some((pattern) => pattern.test(path))) found.delete(path);
    return found;
  }

  #compare(before: Map<string, string>, after: Map<string, string>): void {
    for (const path of new Set([...before.keys(), ...after.keys()])) {
      if (before.get(path) === after.get(path) || path.endsWith(`${SESSION}.jsonl`)) continue;
      const did = !before.has(path) ? "made" : !after.has(path) ? "removed" : "changed";
      this.#breaks(`${path.slice(this.#one.root.length + 1)} was ${did}`);
    }
  }

  #searchStore(): void {
    for (const path of new Bun.Glob("**").scanSync({
      cwd: `${this.#home}/.holdfast`,
      absolute: true,
      dot: true,
    }))
      if (readFileSync(path).includes(CANARY)) this.#breaks("something from outside was recorded");
  }

  #breaks(message: string): void {
    this.#broken ??= message;
  }

  #plant(when: "before" | "git" | "meanwhile"): void {
    const { seed, index, plants } = this.#one;
    const at = { top: this.#top, outside: this.#outside, trace: this.#trace };
    setPlants(plants, when, at, (plant) => createRandom(seed + 2 + plant, index));
  }

  #cwd(): string {
    return this.#one.index % 5 === 0 ? `${this.#top}/sub` : this.#top;
  }

  #evilConfig(): string {
    const run = `echo ${CANARY}; touch '${this.#trace}'`;
    return JSON.stringify({
      quality: { stages: { one: [{ run }] } },
      gates: { custom: [{ id: "evil", run, events: ["Stop"] }] },
    });
  }
}

const PATH = "/usr/bin:/bin";
/** Every gate that needs no command. */
const STRICT = {
  hygiene: { stop: "block" },
  plan: { block: "all" },
  checklist: { block: true },
  tasks: { block: "always" },
};
const COMMANDS = [
  ["status"],
  ["status", "--json"],
  ["doctor"],
  ["memory", "list"],
  ["memory", "search", "mirror registry"],
  ["search", "mirror registry"],
  ["config", "show"],
  ["config", "check"],
  ["explain"],
  ["recall", "--last"],
  ["lock", "--keep"],
  ["trust", "--show"],
  ["loop", "status"],
  ["gate", "run"],
  ["init"],
  ["verdict", "--last"],
  ["plan", "status"],
];

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

async function listLines(): Promise<(readonly string[])[]> {
  const lines: string[][] = [];
  for (const [name, { hidden, load }] of Object.entries(ALL_COMMANDS)) {
    if (hidden) continue;
    const words = name.split(" ");
    const { options } = (await load()).command;
    const valued = Object.keys(options).filter((option) => options[option]?.type !== "boolean");
    lines.push(words, ...valued.map((option) => [...words, `--${option}`]));
  }
  return lines;
}
