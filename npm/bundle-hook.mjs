// `bun bundle-hook.mjs <root> <outdir>`: bundles the hook. Every file that a start loads is paid for, so what an ordinary
// event needs is bundled whole into one file each, and only the rest shares files. Code may therefore be loaded twice in a
// process: what a module keeps in a variable, its twin does not see.
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";

/** Loaded on demand in the source, and by most events or most refusals. */
const FREQUENT = [
  "hook/judge-event.ts",
  "hook/judge-fully.ts",
  "hook/note-tool.ts",
  "capture/clean-value.ts",
  "hook/take-prompt.ts",
  "hook/recall-at-prompt.ts",
  "hook/start-session.ts",
  "recall/recall-start.ts",
  "store/attach-memory.ts",
  "hook/end-session.ts",
  "hook/tree-of.ts",
  "hook/changes-tree.ts",
  "config/lay-over.ts",
];

/** Small, and needed by whoever may load it soon enough: part of its file, run when it is asked for. */
const WITHIN = [
  "gates/lock.ts",
  "hook/ask-due-gates.ts",
  "hook/effects/carry-out.ts",
  "hook/effects/lock.ts",
  "runtime/metrics.ts",
];

/** Needed one after the other, and by nobody else: one file under this name. What they export has names of its own. */
const TOGETHER = {
  "hook/held-by-loop.ts": [
    "gates/loop.ts",
    "hook/gather-loop.ts",
    "hook/run-verify.ts",
    "hook/effects/loop.ts",
    "hook/loop-state.ts",
  ],
  "hook/held-by-flow.ts": [
    "gates/flow.ts",
    "hook/gather-flow.ts",
    "hook/hold-flow.ts",
    "hook/effects/flow.ts",
    "state/save-flow-file.ts",
  ],
  "hook/held-by-triage.ts": ["gates/triage.ts", "hook/gather-triage.ts", "hook/effects/triage.ts"],
  "hook/held-by-tasks.ts": ["gates/tasks.ts", "hook/gather-tasks.ts", "hook/follow-tasks.ts"],
  "hook/own-transcript.ts": ["hook/own-calls.ts", "hook/gained-items.ts"],
  "hook/changed-work.ts": [
    "gates/quality.ts",
    "gates/plan.ts",
    "gates/checklist.ts",
    "gates/hygiene.ts",
    "hook/gather-from-changes.ts",
    "hook/compare-changes.ts",
    "hook/judge-stages.ts",
    "hook/prove-ticks.ts",
    "hook/leave-note.ts",
    "hook/effects/plan.ts",
    "hook/effects/hygiene.ts",
  ],
};

/**
 * Modules of a file that is loaded anyway, which the files loaded after it take from there: a copy of their own would be
 * one more to load, and cold. What these modules export has names of its own, too.
 */
const LENT = {
  "hook/judge-event.ts": [
    "capture/exclusion.ts",
    "config/is-there.ts",
    "config/read-small-file.ts",
    "hook/agent-of.ts",
    "hook/may-be-ordinary.ts",
    "hook/may-capture.ts",
    "hook/quiet-turn.ts",
    "hook/session-row.ts",
    "state/state-dir.ts",
    "store/event-log.ts",
    "store/in-transaction.ts",
    "store/store-error.ts",
    "system/libc.ts",
    "system/one-in-process.ts",
    "system/read-bytes.ts",
  ],
  "hook/judge-fully.ts": [
    "config/parse-duration.ts",
    "hook/background-work.ts",
    "hook/context.ts",
    "hook/effects/measure.ts",
    "hook/note-fault-once.ts",
    "runtime/metrics.ts",
    "store/advice.ts",
    "store/background-tasks.ts",
    "store/fault-log.ts",
    "system/append-text.ts",
    "system/is-link.ts",
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
  if (name === "hook/judge-fully.ts") return ["hook/judge-event.ts"];
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
