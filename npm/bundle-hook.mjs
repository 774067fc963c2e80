// `bun bundle-hook.mjs <root> <outdir>`: bundles the hook. Every file that a start loads is paid for, so what an ordinary
// event needs is bundled whole into one file each, and only the rest shares files. Code may therefore be loaded twice in a
// process: what a module keeps in a variable, its twin does not see.
import { join, relative } from "node:path";

/** Loaded on demand in the source, and by most events or most refusals. */
const FREQUENT = [
  "hook/judge-event.ts",
  "hook/judge-fully.ts",
  "hook/note-tool.ts",
  "hook/keep-tool-call.ts",
  "capture/clean-value.ts",
  "hook/take-prompt.ts",
  "hook/keep-prompt.ts",
  "hook/recall-at-prompt.ts",
  "hook/start-session.ts",
  "recall/recall-start.ts",
  "store/attach-memory.ts",
  "hook/end-session.ts",
  "hook/tree-of.ts",
  "hook/gather-triage.ts",
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
  "hook/declared-work.ts": [
    "gates/loop.ts",
    "gates/flow.ts",
    "gates/tasks.ts",
    "hook/gather-loop.ts",
    "hook/run-verify.ts",
    "hook/gather-flow.ts",
    "hook/hold-flow.ts",
    "hook/gather-tasks.ts",
    "hook/follow-tasks.ts",
    "hook/effects/loop.ts",
    "hook/effects/flow.ts",
    "hook/loop-state.ts",
    "state/save-flow-file.ts",
  ],
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

const [root = "", outdir = ""] = process.argv.slice(2);
const source = join(root, "src");
const rest = new Set();

/** Leaves what is loaded on demand to files of their own, and remembers which those are. */
const apart = (own = []) => ({
  name: "loaded on demand",
  setup(build) {
    build.onResolve({ filter: /^\./ }, ({ path, importer, kind }) => {
      if (kind !== "dynamic-import") return undefined;
      const file = relative(source, join(importer, "..", path));
      if (WITHIN.includes(file) || own.includes(file)) return undefined;
      const group = Object.keys(TOGETHER).find((name) => TOGETHER[name].includes(file));
      if (!group && !FREQUENT.includes(file)) rest.add(file);
      return { path: bundled(group ?? file), external: true };
    });
  },
});

for (const file of ["bin/hook.ts", ...FREQUENT]) await bundle([file], { plugins: [apart()] });
for (const [name, files] of Object.entries(TOGETHER)) {
  const exported = files.map((file) => `export * from ${JSON.stringify(join(source, file))};`).join("\n");
  await bundle([name], { plugins: [apart(files)], files: { [join(source, name)]: exported } });
}
await bundle([...rest], { splitting: true });

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
