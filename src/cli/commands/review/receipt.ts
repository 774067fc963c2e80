import { codeSpan } from "../../../review/reflection/render-markdown.ts";
import { countNoun } from "../../../text/count-noun.ts";
import { defineCommand, flag, type Output, requireAtMostOne, SESSION_OPTIONS } from "../../command.ts";
import { gatherReceipt, RECEIPT_NOTE, type Receipt, type ReceiptRun } from "./gather-receipt.ts";
import { describeCounts, describeExtent, describeFolder, findSessionToShow, HIDDEN_FAILURE } from "./runs.ts";

const OPTIONS = {
  trailer: flag("as trailers of a commit message"),
  markdown: flag("as Markdown, for a pull request"),
  ...SESSION_OPTIONS,
};

export const command = defineCommand({
  details:
    "Shows what is on record for the current work tree: its hash, the runs and checks on it with scope, result and time,\n" +
    "and the session's loop and flow. Committing does not change the hash.\n" +
    "Secrets and your folders are removed. It says what ran here; it is not a signature.",
  examples: [
    "holdfast receipt",
    "holdfast receipt --markdown | gh pr comment --body-file -",
    'git commit -m "Add a greeting" -m "$(holdfast receipt --trailer)"',
    "holdfast receipt --json > ../receipt.json",
  ],
  options: OPTIONS,
  async run(invocation) {
    const { options, env, out } = invocation;
    const { json, trailer, markdown } = options;
    requireAtMostOne({ "--json": json, "--trailer": trailer, "--markdown": markdown });
    const { projectDir, session } = await findSessionToShow(invocation, options);
    const receipt = await gatherReceipt(env, projectDir, session);
    if (json) out.json(receipt);
    else if (trailer) for (const line of trailersOf(receipt)) out.line(line);
    else if (markdown) for (const line of markdownOf(receipt)) out.line(line);
    else print(out, receipt);
  },
});

/** The last run of each command in each folder, if possible one with a known result. */
function lastRuns({ runs }: Receipt): ReceiptRun[] {
  const last = new Map<string, ReceiptRun>();
  for (const run of runs) {
    const key = `${run.folder}\n${run.command}`;
    // A run that does not say how it ended takes nothing back.
    if (run.state !== "unknown" || !last.has(key)) last.set(key, run);
  }
  return [...last.values()];
}

function describeScope(run: ReceiptRun): string {
  const own = run.by === "holdfast" ? `by holdfast for ${run.check}` : "";
  const scope = [describeExtent(run, "whole suite"), describeFolder(run)].filter(Boolean).join(" ");
  return [scope, own].filter(Boolean).join(", ");
}

/** Such as "green, 12 passed". */
function describeResult(run: ReceiptRun): string {
  const counts = describeCounts({ ...run, isPiped: false, taskId: null });
  return [run.state, counts, run.isHidden ? HIDDEN_FAILURE : ""].filter(Boolean).join(", ");
}

function describeTree({ tree }: Receipt): string {
  const commit = tree.commit === null ? "no commit yet" : `commit ${tree.commit.slice(0, 12)}`;
  const branch = tree.branch === null ? "" : ` on ${tree.branch}`;
  if (tree.uncommitted > 0) return `${commit}${branch}, ${countNoun(tree.uncommitted, "file")} not committed`;
  return tree.commit === null ? `${commit}${branch}` : `${commit}${branch}, all committed`;
}

/** UTC, because it is read on other machines. */
const utc = (at: number) => `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;

function nothingRan({ runs, checks, otherRuns }: Receipt): string | null {
  if (runs.length > 0 || checks.length > 0) return null;
  const others =
    otherRuns === 0 ? "" : `; the session's ${countNoun(otherRuns, "run")} had another or an unknown tree`;
  return `No run or check is on record for this tree${others}.`;
}

function print(out: Output, receipt: Receipt): void {
  const { bold, dim, green, red, yellow } = out.style;
  const { tree, checks, loop, flow, session, project, version } = receipt;
  const sign = (state: string) =>
    ["green", "passed", "met", "done"].includes(state)
      ? green("✓")
      : ["red", "failed"].includes(state)
        ? red("✗")
        : yellow("○");
  out.line(`${bold("Receipt")} for ${project}`);
  out.line(`  tree     ${tree.id ?? "unknown: no repository, or git cannot tell"}`);
  if (tree.id !== null) out.line(dim(`           ${describeTree(receipt)}`));
  if (session !== null) out.line(`  session  ${session}`);
  const nothing = nothingRan(receipt);
  if (nothing) out.line(`\n${nothing}`);
  const runs = lastRuns(receipt);
  if (runs.length > 0) out.line(`\n${bold("Runs on this tree")}`);
  for (const run of runs) {
    out.line(`${sign(run.state)} ${run.command}`);
    out.line(dim(`    ${[describeResult(run), describeScope(run), utc(run.at)].join(" · ")}`));
  }
  if (checks.length > 0) out.line(`\n${bold("Checks on this tree")}`);
  for (const { stage, command: ran, outcome, at } of checks)
    out.line(`${sign(outcome)} ${ran}  ${dim(`${stage} · ${outcome} · ${utc(at)}`)}`);
  if (loop) {
    out.line(`\n${bold("Loop")}: ${loop.task}`);
    out.line(`${sign(loop.status)} ${describeLoop(loop, receipt)}`);
  }
  if (flow) out.line(`\n${bold("Flow")}: ${flow.task} (${flow.status})`);
  for (const { id, state, because } of flow?.conditions ?? [])
    out.line(`${state === "not-needed" ? dim("–") : sign(state)} ${id.padEnd(24)} ${because}`);
  out.line(dim(`\nholdfast ${version}. ${RECEIPT_NOTE}`));
}

function describeLoop(
  { command: verify, status, result, at }: NonNullable<Receipt["loop"]>,
  { runs }: Receipt,
): string {
  const ran = verify === null ? "no command" : `\`${verify}\` ${result}`;
  const isHere = runs.some(
    ({ by, check, command: own }) => by === "holdfast" && check === "loop" && own === verify,
  );
  return `${status}, ${ran}, ${utc(at)}${isHere ? ", on this tree" : "; on another or an unknown tree"}`;
}

/** Git trailers; a line break in a value would end them. */
function trailersOf(receipt: Receipt): string[] {
  const { tree, checks, flow, version } = receipt;
  const done = flow?.conditions.filter(({ state }) => state === "met").length ?? 0;
  const needed = flow?.conditions.filter(({ state }) => state !== "not-needed").length ?? 0;
  return [
    `Holdfast-Tree: ${tree.id ?? "unknown"}`,
    ...lastRuns(receipt).map(
      (run) => `Holdfast-Run: ${run.command} (${describeResult(run)}; ${describeScope(run)})`,
    ),
    ...checks.map(({ stage, command: ran, outcome }) => `Holdfast-Check: ${ran} (${stage}, ${outcome})`),
    ...(flow ? [`Holdfast-Flow: ${flow.status}, ${done} of ${needed} conditions met (${flow.task})`] : []),
    `Holdfast-Version: ${version} (recorded on one machine, not a signature)`,
  ];
}

function markdownOf(receipt: Receipt): string[] {
  const { tree, checks, loop, flow, version } = receipt;
  const nothing = nothingRan(receipt);
  const rows = [
    ...lastRuns(receipt).map((run) => [
      describeResult(run),
      code(run.command),
      cell(describeScope(run)),
      utc(run.at),
    ]),
    ...checks.map(({ stage, command: ran, outcome, at }) => [
      outcome,
      code(ran),
      cell(`check ${stage}`),
      utc(at),
    ]),
  ];
  return [
    "### What ran on this tree",
    "",
    tree.id === null ? "Tree unknown." : `Tree ${code(tree.id)}: ${cell(describeTree(receipt))}.`,
    "",
    ...(nothing ? [nothing, ""] : []),
    ...(rows.length > 0 ? ["| result | command | scope | when |", "|---|---|---|---|"] : []),
    ...rows.map((cells) => `| ${cells.join(" | ")} |`),
    ...(rows.length > 0 ? [""] : []),
    ...(loop ? [`Loop ${code(loop.task)}: ${cell(describeLoop(loop, receipt))}.`, ""] : []),
    ...(flow ? [`Flow ${code(flow.task)}: ${flow.status}.`, ""] : []),
    ...(flow?.conditions ?? []).map(
      ({ id, state, because }) =>
        `- ${state === "met" ? "[x]" : "[ ]"} ${id}: ${state === "not-needed" ? "not needed" : code(because)}`,
    ),
    ...(flow ? [""] : []),
    `<sub>holdfast ${version}. ${RECEIPT_NOTE} \`holdfast receipt verify\` compares the tree.</sub>`,
  ];
}

/** A code span, so that recorded text cannot mention people or link; a bar would end a table cell. */
function code(text: string): string {
  return codeSpan(text.replaceAll("|", "\\|"));
}

function cell(text: string): string {
  return text.replace(/[|<>@#*_`[\]\\]/g, "\\$&");
}
