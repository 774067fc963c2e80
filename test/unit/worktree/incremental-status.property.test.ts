// Whatever Claude edits by name, an incremental status sees what a full one would. Whatever else
// happens, the status is full, or the two cannot be told apart.
import { expect, test } from "bun:test";
import { chmodSync, existsSync, renameSync, rmSync } from "node:fs";
import fc from "fast-check";
import { runs } from "../../helpers/runs.ts";
import { SETTLED_MS, type Watched, watchTree, withoutTime } from "./watched-tree.ts";

const FILES = {
  "a.txt": "1\n",
  "d/b.txt": "2\n",
  "x y.txt": "3\n",
  "[*].txt": "4\n",
  ".gitignore": "*.log\nignored/\n",
};
const NAMES = [...Object.keys(FILES), "new.txt", "e/new.txt", "d/new\n.txt", "z.log", "ignored/in.txt", ":a"];

interface Edit {
  path: string;
  content: string;
}

interface Turn {
  edits: Edit[];
  other: string | null;
}

const edit: fc.Arbitrary<Edit> = fc.record({
  path: fc.constantFrom(...NAMES.filter((name) => name !== ".gitignore")),
  content: fc.constantFrom("1\n", "2\n", "other\n", ""),
});

/** By a command that the transcript shows. */
const OTHERS: Record<string, (watched: Watched) => void> = {
  "git add -A": ({ repo }) => void repo.git("add", "-A"),
  "git commit": ({ repo }) => void repo.commit(),
  "git checkout .": ({ repo }) => void repo.git("checkout", "-q", "HEAD", "--", "."),
  "git rm --cached": ({ repo }) => void repo.git("rm", "-q", "-f", "--cached", "--ignore-unmatch", "a.txt"),
  "rm a.txt": ({ repo }) => rmSync(`${repo.dir}/a.txt`, { force: true }),
  "chmod +x d/b.txt": ({ repo }) => ifExists(`${repo.dir}/d/b.txt`, (path) => chmodSync(path, 0o755)),
  "mv d f": ({ repo }) => {
    rmSync(`${repo.dir}/f`, { recursive: true, force: true });
    ifExists(`${repo.dir}/d`, (path) => renameSync(path, `${repo.dir}/f`));
  },
  "echo >> .gitignore": ({ repo }) => repo.write(".gitignore", "new.txt\n"),
};

test("edits by name are seen by an incremental status, everything else by a full one", async () => {
  const turn = (others: fc.Arbitrary<string | null>): fc.Arbitrary<Turn> =>
    fc.record({ edits: fc.array(edit, { maxLength: 4 }), other: others });
  const sometimes = fc.option(fc.constantFrom(...Object.keys(OTHERS)), { freq: 3 });
  let narrow = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(turn(sometimes), { minLength: 2, maxLength: 6 }), async (turns) => {
      const watched = await watchTree(FILES);
      await watched.stop();
      for (const { edits, other } of turns) {
        for (const { path, content } of edits) watched.edits(path, content);
        if (other !== null) {
          OTHERS[other]?.(watched);
          watched.uses("Bash", { command: other });
          // Younger files are not cached, and the next turn would have nothing to continue from.
          await Bun.sleep(SETTLED_MS);
        }
        const seen = await watched.look();
        if (seen) narrow++;
        if (other !== null) expect(seen).toBeNull();
        const state = seen ?? (await watched.stop());
        expect(withoutTime(state)).toEqual(withoutTime(await watched.repo.state()));
      }
    }),
    { numRuns: runs(25) },
  );
  expect(narrow).toBeGreaterThan(runs(10));
});

function ifExists(path: string, act: (path: string) => void): void {
  if (existsSync(path)) act(path);
}
