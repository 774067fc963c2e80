// Makes projects with odd content where holdfast looks, as a stranger or Claude may have put it.
import type { Setting } from "./homes.ts";
import { makeLockText } from "./own-files.ts";
import { type Place, put, putOddFile } from "./place.ts";
import type { Random } from "./random.ts";

type Project = (random: Random, place: Place) => Setting;

export function setProject(random: Random, place: Place): Setting {
  return random.pick(PROJECTS)(random, place);
}

const LOCK = ".claude/runtime/locks/.lock_active";

const PROJECTS: readonly Project[] = [
  () => ({ what: "an empty project" }),
  lockedProject,
  lockedProject,
  lockedProject,
  oddLock,
  oddLock,
  oddRuntime,
  oddRuntime,
  oddConfig,
  oddProjectDir,
];

function lockedProject(random: Random, place: Place): Setting {
  const text = random.pick([
    "",
    '{"all":true}',
    '{"goal":"finish","all":true,"max":3}',
    "finish the migration",
  ]);
  put(`${place.project}/${LOCK}`, text);
  return { what: "a lock" };
}

function oddLock(random: Random, place: Place): Setting {
  const path = `${place.project}/${LOCK}`;
  if (random.chance(0.5)) return { what: `a lock that is ${putOddFile(random, path)}` };
  put(path, random.chance(0.5) ? random.bytes(random.below(200)) : makeLockText(random));
  return { what: "odd text in the lock" };
}

/** A block also writes metrics and adopts the lock. */
function oddRuntime(random: Random, place: Place): Setting {
  put(`${place.project}/${LOCK}`, random.pick(["", '{"all":true}']));
  const name = random.pick([
    "metrics",
    "metrics/stop_hook_metrics.jsonl",
    ".gitignore",
    "locks",
    "../runtime",
  ]);
  const path =
    name === "../runtime" ? `${place.project}/.claude/runtime` : `${place.project}/.claude/runtime/${name}`;
  return { what: `a lock, and ${name} is ${putOddFile(random, path)}` };
}

function oddConfig(random: Random, place: Place): Setting {
  const path = `${place.project}/.claude/${random.pick(["holdfast.json", "settings.json", "settings.local.json"])}`;
  if (random.chance(0.5))
    return { what: `${path.slice(place.project.length)} is ${putOddFile(random, path)}` };
  put(
    path,
    random.pick([
      '{"hooks":{"Stop":"holdfast"}}',
      '{"hooks":{"Stop":[null,{"hooks":[1]}]}} holdfast',
      "{",
      "[]",
    ]),
  );
  return { what: `odd text in ${path.slice(place.project.length)}` };
}

function oddProjectDir(random: Random, place: Place): Setting {
  put(`${place.root}/file`, "");
  const odd = [
    "/proc/self",
    `${place.root}/file`,
    `${place.root}/gone`,
    "here",
    "",
    "/dev/null",
    `/${"x".repeat(5000)}`,
  ];
  const path = random.pick(odd);
  return { what: `CLAUDE_PROJECT_DIR=${path.slice(0, 100)}`, env: { CLAUDE_PROJECT_DIR: path } };
}
