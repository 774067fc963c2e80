// `bun bundle-hook.mjs <root> <outdir>`: bundles the hook. Every file that a start loads is paid for, so what an ordinary
// event needs is bundled whole into one file each, and only the rest shares files. Code may therefore be loaded twice in a
// process: what a module keeps in a variable, its twin does not see.
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";

/** Loaded on demand in the source, and by most events or most refusals. */
const FREQUENT = [
  "gates/engine/judge-event.ts",
  "gates/engine/judge-fully.ts",
  "hook/on-tool-use.ts",
  "recording/capture/clean-value.ts",
  "hook/on-prompt.ts",
  "hook/recall-at-prompt.ts",
  "hook/on-session-start.ts",
  "memory/recall/recall-start.ts",
  "store/attach-memory.ts",
  "hook/on-session-end.ts",
  "worktree/tree-of.ts",
  "worktree/changes-tree.ts",
  "config/lay-over.ts",
];

/** Small, and needed by whoever may load it soon enough: part of its file, run when it is asked for. */
const WITHIN = [
  "gates/lock/gate.ts",
  "gates/engine/ask-due-gates.ts",
  "gates/engine/carry-out.ts",
  "gates/lock/effect.ts",
  "recording/metrics/metrics-file.ts",
];

/** Needed one after the other, and by nobody else: one file under this name. What they export has names of its own. */
const TOGETHER = {
  "hook/held-by-loop.ts": [
    "gates/loop/gate.ts",
    "gates/loop/gather.ts",
    "gates/loop/run-verify.ts",
    "gates/loop/effect.ts",
    "gates/loop/loop-state.ts",
  ],
  "hook/held-by-flow.ts": [
    "gates/flow/gate.ts",
    "gates/flow/gather.ts",
    "gates/flow/hold-flow.ts",
    "gates/flow/effect.ts",
    "gates/flow/save-state-file.ts",
  ],
  "hook/held-by-triage.ts": ["gates/triage/gate.ts", "gates/triage/gather.ts", "gates/triage/effect.ts"],
  "hook/held-by-tasks.ts": ["gates/tasks/gate.ts", "gates/tasks/gather.ts", "gates/tasks/follow-tasks.ts"],
  "hook/own-transcript.ts": ["worktree/own-calls.ts", "worktree/gained-items.ts"],
  "hook/changed-work.ts": [
    "gates/quality/gate.ts",
    "gates/plan/gate.ts",
    "gates/checklist/gate.ts",
    "gates/hygiene/gate.ts",
    "gates/engine/gather-from-changes.ts",
    "gates/engine/compare-changes.ts",
    "gates/quality/judge-stages.ts",
    "gates/plan/prove-ticks.ts",
    "gates/plan/leave-note.ts",
    "gates/plan/effect.ts",
    "gates/hygiene/effect.ts",
  ],
};

/**
 * Modules of a file that is loaded anyway, which the files loaded after it take from there: a copy of their own would be
 * one more to load, and cold. What these modules export has names of its own, too.
 */
const LENT = {
  "gates/engine/judge-event.ts": [
    "recording/capture/exclusion.ts",
    "platform/is-there.ts",
    "platform/read-small-file.ts",
    "gates/engine/agent-of.ts",
    "gates/engine/may-be-ordinary.ts",
    "recording/capture/may-capture.ts",
    "gates/engine/quiet-turn.ts",
    "store/session-row.ts",
    "store/state-files/state-dir.ts",
    "store/event-log.ts",
    "store/in-transaction.ts",
    "store/store-error.ts",
    "platform/libc.ts",
    "platform/one-in-process.ts",
    "platform/read-bytes.ts",
  ],
  "gates/engine/judge-fully.ts": [
    "text/parse-duration.ts",
    "gates/engine/background-work.ts",
    "store/event-context.ts",
    "gates/engine/measure.ts",
    "store/note-fault-once.ts",
    "recording/metrics/metrics-file.ts",
    "store/advice.ts",
    "gates/engine/background-tasks.ts",
    "store/fault-log.ts",
    "platform/append-text.ts",
    "platform/is-link.ts",
  ],
};

const [root = "", outdir = ""] = process.argv.slice(2);
const source = join(root, "src");
const rest = new Set();

for (const file of ["bin/hook.ts", ...FREQUENT]) await bundleAlone(file);
for (const [name, files] of Object.entries(TOGETHER))
  await bundle([name], { plugins: [apart(name)], files: { [join(source, name)]: exportAll(files) } });
await bundle([...rest], { splitting: true });

async function bundleAlone(file) {
  const itself = file.replace(/\.ts$/, ".itself.ts");
  const files = LENT[file] && {
    [join(source, itself)]: readFileSync(join(source, file), "utf8"),
    [join(source, file)]: exportAll([itself, ...LENT[file]]),
  };
  await bundle([file], { plugins: [apart(file)], ...(files ? { files } : {}) });
}

/** Leaves what is loaded on demand to files of their own, and remembers which those are; borrows what is lent. */
function apart(name) {
  const lenders = lendersOf(name);
  return {
    name: "loaded on demand",
    setup(build) {
      build.onResolve({ filter: /^\./ }, ({ path, importer, kind }) => {
        const file = relative(source, join(importer, "..", path));
        if (kind === "import-statement") {
          const lender = lenders.find((each) => LENT[each].includes(file));
          return lender && { path: bundled(lender), external: true };
        }
        if (kind !== "dynamic-import" || WITHIN.includes(file) || TOGETHER[name]?.includes(file))
          return undefined;
        const group = Object.keys(TOGETHER).find((each) => TOGETHER[each].includes(file));
        if (!group && !FREQUENT.includes(file)) rest.add(file);
        return { path: bundled(group ?? file), external: true };
      });
    },
  };
}

/** Which of them are loaded before a file, whoever asks for it. */
function lendersOf(name) {
  if (name === "gates/engine/judge-fully.ts") return ["gates/engine/judge-event.ts"];
  return TOGETHER[name] ? Object.keys(LENT) : [];
}

function exportAll(files) {
  return files.map((file) => `export * from ${JSON.stringify(join(source, file))};`).join("\n");
}

async function bundle(files, options) {
  const { success, logs } = await Bun.build({
    entrypoints: files.map((file) => join(source, file)),
    root: source,
    outdir,
    naming: { entry: "[dir]/[name].[ext]", chunk: "chunk-[hash].[ext]" },
    minify: true,
    format: "esm",
    target: "bun",
    ...options,
  });
  if (!success) throw new AggregateError(logs, "the hook could not be bundled");
}

function bundled(file) {
  return join(outdir, file.replace(/\.ts$/, ".js"));
}
