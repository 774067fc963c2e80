// `npx bun bench/dashboard.ts [--observations 1000000] [--decisions 100000] [--rounds 15]`: how long a view of the dashboard
// takes in a browser until something is painted, and until its first rows are, against the same on an empty store.
import { parseArgs } from "node:util";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { databasePath } from "../src/config/environment.ts";
import { insertDecision } from "../src/gates/engine/record-decision.ts";
import { openStore } from "../src/store/open.ts";
import { startBrowser } from "../test/helpers/browser.ts";
import { type OpenDashboard, openDashboard } from "../test/helpers/dashboard.ts";
import { cleanup, makeTempHome, makeTempProject } from "../test/helpers/temp.ts";
import { makePastWork } from "./past-work.ts";
import { inHundredths, median } from "./statistics.ts";

const VIEWS = ["now", "stops", "sessions", "memories", "health"];
const MAX_RATIO = 2;
const MONTH = 30 * 86_400_000;

/** By dashboard, because an address works only once. */
const storageOf = new Map<string, Awaited<ReturnType<BrowserContext["storageState"]>>>();

const { values } = parseArgs({
  options: {
    observations: { type: "string", default: "1000000" },
    decisions: { type: "string", default: "100000" },
    rounds: { type: "string", default: "15" },
  },
});

interface Painted {
  /** Milliseconds from the request. */
  first: number;
  /** Without skeletons, but for the one of the chart above the list. */
  whole: number;
}

const project = makeTempProject({ git: true });
console.error(`making ${values.observations} observations and ${values.decisions} decisions`);
const full = await makePastWork(Number(values.observations), project);
await writeDecisions(full, Number(values.decisions));
const [browser, onEmpty, onFull] = await Promise.all([
  startBrowser(),
  openDashboard({ home: makeTempHome(), project }),
  openDashboard({ home: full, project }),
]);
let isMissed = false;
try {
  console.log("view        first paint (ms)          first rows (ms)");
  for (const view of VIEWS) {
    const times = { empty: [] as Painted[], full: [] as Painted[] };
    const pages = { empty: await openPage(browser, onEmpty), full: await openPage(browser, onFull) };
    // A first run is not counted, because SQLite and the browser read their files then.
    for (let round = -1; round < Number(values.rounds); round++)
      for (const [name, dashboard] of [
        ["empty", onEmpty],
        ["full", onFull],
      ] as const) {
        const painted = await paint(pages[name], `${dashboard.base}/${view}`);
        if (round >= 0) times[name].push(painted);
      }
    const parts = (["first", "whole"] as const).map((part) => {
      const [empty, filled] = [times.empty, times.full].map((list) => median(list.map((one) => one[part])));
      const ratio = (filled ?? 0) / (empty ?? 1);
      if (part === "first" && ratio > MAX_RATIO) isMissed = true;
      return `${Math.round(empty ?? 0)} → ${Math.round(filled ?? 0)} (${inHundredths(ratio)}×)`.padEnd(26);
    });
    console.log(`${view.padEnd(12)}${parts.join("")}`);
    await Promise.all([pages.empty.context().close(), pages.full.context().close()]);
  }
} finally {
  await Promise.all([browser.close(), onEmpty.stop(), onFull.stop()]);
  cleanup();
}
process.exit(isMissed ? 1 : 0);

async function openPage(from: Browser, { base, url }: OpenDashboard): Promise<Page> {
  // The page's policy would refuse the script below.
  const context = await from.newContext({
    viewport: { width: 1280, height: 800 },
    locale: "en-US",
    bypassCSP: true,
    storageState: storageOf.get(base) ?? { cookies: [], origins: [] },
  });
  const page = await context.newPage();
  await page.goto(storageOf.has(base) ? base : url);
  await page.waitForSelector("main");
  storageOf.set(base, await context.storageState());
  return page;
}

async function paint(page: Page, address: string): Promise<Painted> {
  await page.goto(address);
  await page.waitForFunction(`document.querySelector("main") && !document.querySelector("main .skeleton:not(.shares .skeleton)") &&
      performance.getEntriesByName("first-contentful-paint").length > 0`);
  return page.evaluate(`({
    first: performance.getEntriesByName("first-contentful-paint")[0].startTime,
    whole: performance.now(),
  })`) as Promise<Painted>;
}

/** Decisions of the last month, a fifth of them holds. */
async function writeDecisions(home: string, count: number): Promise<void> {
  const store = await openStore(databasePath({ holdfastHome: `${home}/.holdfast` }));
  store.run("PRAGMA synchronous = OFF");
  const begin = Date.now() - MONTH;
  const finding = {
    gate: "lock",
    code: "locked",
    severity: "block",
    summary: "The lock was still on",
    reason: "Go on.",
  };
  store.transaction(() => {
    for (let n = 0; n < count; n++) {
      const isHeld = n % 5 === 0;
      insertDecision(store, {
        session_id: `past-${n % 2000}`,
        agent: "main",
        budget_id: null,
        event: "Stop",
        at: begin + Math.floor((n * MONTH) / count),
        project_dir: project,
        verdict: isHeld ? "blocked" : "complete",
        rule: isHeld ? "open-findings" : "nothing-open",
        findings: JSON.stringify(
          isHeld ? [{ ...finding, fingerprint: `lock:${n}`, progress: "", releasedBy: "" }] : [],
        ),
        situation: null,
        reason: isHeld ? finding.reason : null,
        duration_ms: 6,
      });
    }
  })();
  store.close();
}
