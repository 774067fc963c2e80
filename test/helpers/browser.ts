// A real browser from npm. Test files share one, because a start takes a second.
import chromium from "@sparticuz/chromium";
import { source as axeSource } from "axe-core";
import { type Browser, type Page, chromium as playwright } from "playwright-core";

/** Arguments for a container; unlike the package's own they do not disable web security. */
const ARGS = [
  "--no-sandbox",
  "--no-zygote",
  "--headless=shell",
  "--font-render-hinting=none",
  "--in-process-gpu",
];

export async function startBrowser(): Promise<Browser> {
  return playwright.launch({ executablePath: await chromium.executablePath(), args: ARGS, headless: true });
}

/** Collects errors, violations of the page's policy, dialogs, and requests that leave the machine. */
export function collectProblems(page: Page, own: string): string[] {
  const problems: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("dialog", (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(own)) problems.push(`request: ${request.url()}`);
  });
  return problems;
}

/** The layout shift since the page was loaded; below 0.1 is good. */
export function measureShift(page: Page): Promise<number> {
  return page.evaluate(`new Promise((resolve) => {
    let sum = 0;
    const observer = new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) sum += value;
    });
    observer.observe({ type: "layout-shift", buffered: true });
    setTimeout(() => resolve(sum), 50);
  })`);
}

/** What axe-core calls serious or critical, as "rule: element". */
export async function findBarriers(page: Page): Promise<string[]> {
  // Through the debugger, to which the page's policy does not apply.
  if (!(await page.evaluate("globalThis.axe !== undefined"))) await page.evaluate(axeSource);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(options: object): Promise<AxeResult> } };
    const runOnly = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
    const { violations } = await axe.run({ runOnly, resultTypes: ["violations"] });
    return violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
  });
}

interface AxeResult {
  violations: { id: string; impact: string | null; nodes: { html: string }[] }[];
}
