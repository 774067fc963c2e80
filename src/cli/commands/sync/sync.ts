import { hostname } from "node:os";
import { loadConfig } from "../../../config/load-config.ts";
import type { Config } from "../../../config/schema.ts";
import { ownSearchPath } from "../../../platform/repository.ts";
import { recordFault } from "../../../store/fault-log.ts";
import type { Store } from "../../../store/open.ts";
import { inMemoryTransaction } from "../../../store/open.ts";
import { RemoteError } from "../../../sync/backend.ts";
import { openMachineKey, readMachineKey } from "../../../sync/key-file.ts";
import { codeOf, confirmMachine, isSameCode, listMachines } from "../../../sync/machines.ts";
import { openBackend, savePassword } from "../../../sync/open-backend.ts";
import { isTeamUrl } from "../../../sync/postgres/team-url.ts";
import { markAllChanged, runSync, type SyncCounts, type SyncOutcome } from "../../../sync/run-sync.ts";
import { joinRemote, leaveRemote, saveUrl } from "../../../sync/set-up.ts";
import { changeTeamRule } from "../../../sync/team-rule.ts";
import { countNoun } from "../../../text/count-noun.ts";
import { formatTime } from "../../../text/format-time.ts";
import { printable, quoteForShell } from "../../../text/printable.ts";
import { errorMessage } from "../../../text/unknown-values.ts";
import { UserError } from "../../../text/user-error.ts";
import { drainFirst } from "../../../upkeep/drain-first.ts";
import { readSyncStatus, type SyncMachine, type SyncStatus } from "../../../views/sync.ts";
import { type Context, defineCommand, flag, JSON_OPTION, type Output, option } from "../../command.ts";
import { reportPersonsWord } from "../../loosening.ts";
import { isByPerson, requireSignOfPerson } from "../../person.ts";
import { findProject, withStore, withStoreInBackground } from "../../target.ts";
import { readStandardInput, startStatusLine } from "../../terminal.ts";
import { explainRemote, PASSWORD_OPTION, withPassword } from "./password.ts";

const MAX_DRAIN_MS = 60_000;
const OWN_TERMINAL = "Run it in your own terminal.";

export const sync = defineCommand({
  changes: true,
  details:
    "holdfast does this by itself when a session starts and ends. By hand it shows what it does, and removes any number of\n" +
    "memories that you forgot on another machine; by itself at most 20 at once. See `holdfast help sync`.",
  examples: ["holdfast sync setup git@github.com:you/memories.git", "holdfast sync", "holdfast sync status"],
  options: { quiet: flag("for hooks: print nothing"), ...JSON_OPTION },
  async run(invocation) {
    const { env, options, out } = invocation;
    const { config } = await loadConfig(env, null);
    if (options.quiet) return syncInBackground(invocation, config);
    requireSetUp(config);
    const { outcome, status } = await withStore(env, async (store) => {
      const outcome = await syncByHand(invocation, store, config);
      return { outcome, status: readSyncStatus(env, store, config) };
    });
    if (options.json) out.json(outcome);
    else {
      printOutcome(out, outcome);
      const unknown = status.machines.filter(({ state }) => state === "unknown");
      for (const { name } of unknown)
        out.line(`${printable(name)} is not confirmed: \`holdfast sync status\` shows its code.`);
    }
    return outcome.state === "done" ? 0 : 1;
  },
});

function requireSetUp({ sync: { url } }: Config): void {
  if (url === "")
    throw new UserError(
      "not-set-up",
      "this machine is not synchronised",
      "Set it up: holdfast sync setup git@github.com:you/memories.git",
    );
}

/** Nobody sees what it prints. That a remote cannot be reached is no fault; `sync status` says so. */
async function syncInBackground({ env }: Context, config: Config): Promise<number> {
  if (config.sync.url === "") return 0;
  try {
    const key = readMachineKey(env);
    if (key === null) return 0;
    await withStoreInBackground(env, async (store) => {
      // The session that has just ended is summed up first, by the drain that was started with this sync, or here.
      if (config.sync.sessions) await drainFirst(env, store, MAX_DRAIN_MS);
      const openBackend = () => connect(env, config.sync.url);
      return runSync({ env, store, config, key, openBackend, isByPerson: false });
    });
  } catch (error) {
    await recordFault(env, { part: "sync", message: errorMessage(error), event: null, sessionId: null });
  }
  return 0;
}

/** Neither git nor ssh comes from the project's folder. */
async function connect(env: Context["env"], url: string, password?: string) {
  return openBackend(env, url, { ...process.env, PATH: await ownSearchPath(env) }, password);
}

async function syncByHand(context: Context, store: Store, config: Config): Promise<SyncOutcome> {
  const { env, out } = context;
  const status = out.interactive ? startStatusLine(out) : null;
  const { dir } = await findProject(context);
  if (config.sync.sessions) await drainFirst(env, store);
  try {
    return await runSync({
      env,
      store,
      config,
      key: openMachineKey(env),
      projectDir: dir,
      openBackend: () => connect(env, config.sync.url),
      isByPerson: await isByPerson(context),
      waits: true,
      onProgress: (step) => status?.show(step),
    });
  } finally {
    status?.end();
  }
}

/** Before it, so that the team has the memory; after it, so that this machine has the rule. */
export async function syncForRule(
  context: Context,
  memory: { memory_id: string; project_key: string },
  isRule: boolean,
): Promise<void> {
  const { env } = context;
  const { config } = await loadConfig(env, null);
  if (!isTeamUrl(config.sync.url))
    throw new UserError("no-team", "this machine shares no memories with a team", "`holdfast help sync`");
  const { dir } = await findProject(context);
  await withStore(env, async (store) => {
    const sync = async () => {
      const outcome = await syncByHand(context, store, config);
      if (outcome.state === "failed") throw new RemoteError(outcome.problem, outcome.message);
    };
    const request = { env, store, config, key: openMachineKey(env), projectDir: dir };
    const openBackend = () => connect(env, config.sync.url);
    try {
      await sync();
      await changeTeamRule({ ...request, openBackend }, memory, isRule);
      await sync();
    } catch (error) {
      throw explainRemote(error, "A rule is made with the team's server. Try again later.");
    }
  });
}

function printOutcome(out: Output, outcome: SyncOutcome): void {
  if (outcome.state === "busy")
    out.error("Another sync is running. `holdfast sync status` shows how it ends.");
  else if (outcome.state === "failed") {
    out.error(`The remote ${outcome.message}.`);
    out.error("Nothing is lost: the next sync sends and brings everything.");
  } else {
    const { pulled, pushed, written, removed } = outcome;
    const files = [
      ...(written > 0 ? [`${countNoun(written, "memory", "memories")} changed here`] : []),
      ...(removed > 0 ? [`${removed} removed`] : []),
    ];
    out.line(
      `In step: ${countNoun(pushed, "change")} sent, ${pulled} received${files.length > 0 ? ` (${files.join(", ")})` : ""}.`,
    );
    printLeftOut(out, outcome);
  }
}

/** What did not travel, and what to do about it. */
function printLeftOut(out: Output, counts: SyncCounts): void {
  const { waiting, changedByHand, ignored, tooLong, unnamed, refused } = counts;
  const memories = (n: number) => countNoun(n, "memory", "memories");
  if (waiting > 0)
    out.line(
      `${memories(waiting)} that you forgot on another machine would be removed here. To do it: holdfast sync`,
    );
  if (changedByHand > 0)
    out.line(
      `${countNoun(changedByHand, "file")} changed by hand stayed as they are. Read them, then: holdfast memory vouch ID`,
    );
  for (const title of tooLong) out.line(`Too long to travel: ${printable(title)}`);
  if (ignored > 0) out.line(`${countNoun(ignored, "entry", "entries")} of the remote are not from holdfast.`);
  for (const name of refused)
    out.line(`Stays here, because your team's admin has not given you the project: ${printable(name)}`);
  for (const dir of unnamed)
    out.line(
      out.style.dim(
        `Stays here, because its repository has no remote: ${printable(dir)}. A name in config.json shares it (holdfast help sync).`,
      ),
    );
}

export const setup = defineCommand({
  changes: true,
  usage: "URL",
  details:
    "Any private git repository works, empty or not: holdfast uses a branch of its own, and your git with its credentials. A team\n" +
    "uses PostgreSQL; its admin gives you the URL and a password. The first machine shows a recovery code: keep it. Each later one\n" +
    "is confirmed on an old one with the code that both show, or with --recovery.",
  examples: [
    "holdfast sync setup git@github.com:you/memories.git",
    "holdfast sync setup /media/stick/memories.git --name laptop",
    "holdfast sync setup git@github.com:you/memories.git --recovery -",
    "holdfast sync setup 'postgres://ann@db.acme.com/team?sslmode=verify-full'",
  ],
  options: {
    name: option("NAME", "how other machines call this one (default: its host name)"),
    recovery: option("CODE", "the recovery code; - reads it from stdin"),
    ...PASSWORD_OPTION,
    ...JSON_OPTION,
  },
  maxPositionals: 1,
  async run(invocation) {
    const { env, options, positionals, out } = invocation;
    await requireSignOfPerson(invocation, "only a person can set up sync", OWN_TERMINAL);
    const [url = ""] = positionals;
    if (url === "")
      throw new UserError("usage", "the URL of the remote is missing", "`holdfast sync setup --help`");
    const { config } = await loadConfig(env, null);
    const current = config.sync.url;
    if (current !== "" && current !== url)
      throw new UserError(
        "set-up",
        `this machine is synchronised with ${printable(current)}`,
        "To change that: holdfast sync leave",
      );
    if (options.recovery === "-" && options.password === "-")
      throw new UserError("usage", "stdin has one of the two", "Leave --password out: holdfast asks.");
    await reportPersonsWord(invocation, {
      done: `\`holdfast sync setup ${quoteForShell(printable(url))}\` was run`,
      undo: "`holdfast sync leave` ends it.",
      dir: null,
    });
    const code = options.recovery === "-" ? (await readStandardInput()).trim() : (options.recovery ?? null);
    const { joining, outcome, status } = await withStore(env, async (store) => {
      const name = options.name ?? hostname();
      const join = async (password: string) => {
        const backend = await connect(env, url, password);
        const joining = await joinRemote(store, openMachineKey(env), backend, {
          name,
          recoveryCode: code,
        }).finally(() => backend.close());
        savePassword(env, password);
        return joining;
      };
      const joining = await withPassword(out, options.password, join).catch((error) => {
        const next = isTeamUrl(url) ? "Your team's admin can help." : "Does `git ls-remote URL` work?";
        throw explainRemote(error, `Nothing was changed. ${next}`);
      });
      saveUrl(env, url);
      const set = (await loadConfig(env, null)).config;
      const outcome = await syncByHand(invocation, store, set);
      return { joining, outcome, status: readSyncStatus(env, store, set) };
    });
    if (options.json) {
      out.json({ url, recoveryCode: joining.recoveryCode, sync: outcome, machines: status.machines });
      return outcome.state === "done" ? 0 : 1;
    }
    printOutcome(out, outcome);
    if (joining.recoveryCode !== null) {
      out.line(`\nRecovery code: ${out.style.bold(joining.recoveryCode)}`);
      out.line(
        "It lets a new machine in when you have no other one at hand. Keep it; it is not shown again.",
      );
    }
    printMachines(out, status.machines);
    const travels = isTeamUrl(url)
      ? "Memories of projects travel, except those that the project's git has; your personal ones stay here."
      : "Your personal memories travel, and those of projects that their git does not have.";
    out.line(`\n${travels} Prompts, transcripts, tool output and the inbox never do.`);
    return outcome.state === "done" ? 0 : 1;
  },
});

function printMachines(out: Output, machines: readonly SyncMachine[]): void {
  const unknown = machines.filter(({ state }) => state === "unknown");
  if (unknown.length === 0) return;
  out.line("\nNot confirmed yet. Until then their memories are not yours here:");
  for (const { name, code } of unknown) out.line(`  ${printable(name)}  ${out.style.bold(code ?? "")}`);
  out.line(
    "`holdfast sync status` shows it on that machine, too, after a sync. If it is the same, run on both:",
  );
  out.line("  holdfast sync confirm CODE", "unwrapped");
}

export const confirm = defineCommand({
  changes: true,
  usage: "CODE",
  details:
    "`holdfast sync status` shows the code on both machines. Confirm it on both, and only if it is the same: whoever can write to the\n" +
    "remote can introduce a machine, but not one with your code.",
  examples: ["holdfast sync confirm k7f3q-2xw9m"],
  options: JSON_OPTION,
  maxPositionals: 1,
  async run(invocation) {
    const { env, options, positionals, out } = invocation;
    await requireSignOfPerson(invocation, "only a person can confirm a machine", OWN_TERMINAL);
    const [code = ""] = positionals;
    const { config } = await loadConfig(env, null);
    requireSetUp(config);
    const key = openMachineKey(env);
    return withStore(env, async (store) => {
      const before = await syncByHand(invocation, store, config);
      const machine = listMachines(store, key).find(({ id }) => isSameCode(codeOf(key.machine, id), code));
      if (machine === undefined || machine.isOwn)
        throw new UserError(
          "no-such-code",
          before.state === "failed" ? `the remote ${before.message}` : "no machine has this code",
          "`holdfast sync status` shows the codes. If they differ on two machines, do not confirm: somebody may have exchanged a key.",
        );
      await reportPersonsWord(invocation, {
        done: `${printable(machine.name)} was confirmed as your machine, so that its memories count as yours`,
        undo: "If it was not you: `holdfast sync leave`.",
        dir: null,
      });
      inMemoryTransaction(store, () => {
        confirmMachine(store, key, machine.id);
        markAllChanged(store);
      });
      const outcome = await syncByHand(invocation, store, config);
      if (options.json) out.json({ confirmed: machine.name, sync: outcome });
      else {
        out.line(`${printable(machine.name)} is one of your machines now.`);
        printOutcome(out, outcome);
      }
      return outcome.state === "done" ? 0 : 1;
    });
  },
});

export const status = defineCommand({
  examples: ["holdfast sync status", "holdfast sync status --json"],
  options: JSON_OPTION,
  async run({ env, options, out }) {
    const { config } = await loadConfig(env, null);
    const shown = await withStore(env, (store) => readSyncStatus(env, store, config));
    if (options.json) out.json(shown);
    else printStatus(out, shown);
    return 0;
  },
});

function printStatus(out: Output, { url, developer, last, unsent, machines }: SyncStatus): void {
  if (url === null) {
    out.line("Not set up. A private git repository, or your team's PostgreSQL: holdfast sync setup URL");
    return;
  }
  out.line(developer === null ? `With ${url}` : `With your team, as ${developer}: ${url}`);
  if (last === null) out.line("Nothing was sent or received yet.");
  else if (last.problem === null) out.line(`In step since ${formatTime(last.at)}.`);
  else {
    const since = last.reachedAt === null ? "never" : formatTime(last.reachedAt);
    const word = last.problem === "offline" ? "Offline" : "Not in step";
    out.line(out.style.yellow(`${word}: the remote ${printable(last.message)}. Last reached: ${since}.`));
  }
  if (unsent > 0) out.line(`${countNoun(unsent, "change")} will be sent with the next sync.`);
  const known = machines.filter(({ state }) => state !== "unknown");
  const names = known.map(({ name, state }) => `${printable(name)}${state === "this" ? " (this one)" : ""}`);
  if (names.length > 0) out.line(`Your machines: ${names.join(", ")}`);
  printMachines(out, machines);
  if (last?.counts) printLeftOut(out, last.counts);
}

export const leave = defineCommand({
  changes: true,
  details:
    "Your memories stay on this machine, and the remote keeps what was sent. What others of a team wrote is removed here.",
  examples: ["holdfast sync leave"],
  options: JSON_OPTION,
  async run(invocation) {
    const { env, options, out } = invocation;
    await requireSignOfPerson(invocation, "only a person can leave a remote", OWN_TERMINAL);
    const { config } = await loadConfig(env, null);
    requireSetUp(config);
    await reportPersonsWord(invocation, {
      done: "sync was ended",
      undo: `\`holdfast sync setup ${quoteForShell(printable(config.sync.url))}\` starts it again.`,
      dir: null,
    });
    await withStore(env, (store) => leaveRemote(env, store));
    const there = isTeamUrl(config.sync.url)
      ? "What you wrote stays with the team, too, unless you forget it first."
      : "To remove them there, delete the repository or its branch holdfast/rows.";
    if (options.json) out.json({ left: config.sync.url });
    else out.line(`Left ${printable(config.sync.url)}. Your memories stay here. ${there}`);
    return 0;
  },
});
