import type { Environment } from "../../../config/environment.ts";
import { type Dashboard, startDashboard } from "../../../dashboard/server/serve.ts";
import { isTerminal } from "../../../platform/libc.ts";
import { gitRoot, searchPathOutside } from "../../../platform/repository.ts";
import { defineCommand, flag, JSON_OPTION, numberUpTo, type Output, option } from "../../command.ts";
import { permitLoosening, reportEnded, reportLoosening } from "../../loosening.ts";
import { requirePerson } from "../../person.ts";
import { findProject } from "../../target.ts";
import { createActions } from "./actions.ts";

const MAX_PORT = 65_535;
const LOOK_MS = 1000;
const STDIN = 0;

export const command = defineCommand({
  details:
    "Shows all sessions live: why each one is held, every stop with its evidence, memories and the inbox, and holdfast's\n" +
    "health. Served on 127.0.0.1 only; the address works once, in one browser. Press Enter for a new address,\n" +
    "Ctrl-C to end it. Closing the terminal also ends it.",
  examples: [
    "holdfast dashboard",
    "holdfast dashboard --port 7777 --no-open",
    "holdfast dashboard --no-open --json",
  ],
  options: {
    port: option("7777", "the port (default: any free one)", numberUpTo(MAX_PORT, 7777)),
    "no-open": flag("print the address instead of opening a browser"),
    ...JSON_OPTION,
  },
  async run(invocation) {
    const { options, env, cwd, out } = invocation;
    requirePerson(env, "only a person can open the dashboard", "Run it in your own terminal.");
    const act = await permitLoosening(env, (await findProject(invocation)).dir, "dashboard");
    const own = { ...env, sessionId: null, projectDir: null };
    const dashboard = await startDashboard({ env: own, act: createActions(own) }, options.port ?? 0);
    const url = dashboard.newAddress();
    // Whoever has the address can unlock and pause.
    const report = { done: "the dashboard was started", undo: `\`kill ${process.pid}\` ends it.`, dir: null };
    await reportLoosening(env, act, report);
    // Listens before anybody can know the address, so that no signal is missed.
    const ending = untilEnd();
    const isOpened = !options["no-open"] && env.hasDisplay && (await openBrowser(env, cwd, url));
    if (options.json) out.json({ url, port: dashboard.port });
    else print(out, url, isOpened);
    const stopReading = out.interactive ? offerAddresses(dashboard, out) : () => {};
    const end = await ending;
    stopReading();
    await dashboard.stop();
    await reportEnded(env, report);
    // Leaves the terminal's ^C on its own line.
    if (end === "SIGINT" && out.interactive) out.line();
    return 0;
  },
});

function print(out: Output, url: string, isOpened: boolean): void {
  const how = isOpened
    ? "opens in your browser. If it does not, use:"
    : "is at this address, which works once:";
  out.line(`${out.style.bold("The dashboard")} ${how}`);
  out.line(`  ${out.style.cyan(url)}`, "unwrapped");
  out.line(
    out.style.dim(out.interactive ? "Enter: new address. Ctrl-C: quit." : "It runs until this process ends."),
  );
}

/** Without a shell. Failing to start a browser is no error: the address is on the screen. */
async function openBrowser({ path }: Environment, cwd: string, url: string): Promise<boolean> {
  // Never a program from the project's folder.
  const PATH = await searchPathOutside(path, (await gitRoot(cwd)) ?? cwd);
  const opener = process.platform === "darwin" ? "/usr/bin/open" : Bun.which("xdg-open", { PATH });
  if (opener === null) return false;
  try {
    // In its own session, so that Ctrl-C here does not end the browser.
    Bun.spawn([opener, url], {
      ...{ stdin: "ignore", stdout: "ignore", stderr: "ignore" },
      detached: true,
      env: { ...process.env, PATH },
    }).unref();
    return true;
  } catch {
    return false;
  }
}

/** For another browser, or one that lost its secret. */
function offerAddresses(dashboard: Dashboard, out: Output): () => void {
  const onLine = () => out.line(`  ${out.style.cyan(dashboard.newAddress())}`, "unwrapped");
  process.stdin.on("data", onLine);
  return () => {
    process.stdin.off("data", onLine);
    process.stdin.pause();
  };
}

/** Ctrl-C, a signal, or the end of what started us: its process or its terminal. */
function untilEnd(): Promise<NodeJS.Signals | "orphaned"> {
  const parent = process.ppid;
  const hasTerminal = isTerminal(STDIN);
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, resolve);
    const timer = setInterval(() => {
      if (process.ppid === parent && isTerminal(STDIN) === hasTerminal) return;
      clearInterval(timer);
      resolve("orphaned");
    }, LOOK_MS);
  });
}
