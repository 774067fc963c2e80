// Makes unexpected environment variables and arguments.
import type { Setting } from "./homes.ts";
import { type Place, putOddFile } from "./place.ts";
import type { Random } from "./random.ts";

const JUNK = [
  "",
  "--",
  "--help",
  "--version",
  "--inspect",
  "-e",
  "run",
  "😀",
  "x".repeat(10_000),
  "a\nb",
  "--smol",
];

export function setVariables(random: Random, place: Place): Setting {
  if (random.chance(0.5)) return { what: "plain variables" };
  const [what, env] = random.pick(VARIABLES)(random, place);
  return { what, env };
}

export function makeArguments(random: Random): string[] {
  if (random.chance(0.6)) return ["hook"];
  if (random.chance(0.5)) return ["hook", "--plugin"];
  return ["hook", ...Array.from({ length: 1 + random.below(3) }, () => random.pick(JUNK))];
}

type Variables = (random: Random, place: Place) => [string, Record<string, string>];

const VARIABLES: readonly Variables[] = [
  () => ["HOLDFAST=0", { HOLDFAST: "0" }],
  (random) => one("HOLDFAST", random.pick(["", "1", "off", "00"])),
  () => one("HOLDFAST_DEBUG", "1"),
  () => one("HOLDFAST_DEBUG", "1"),
  (random) => one("TZ", random.pick(["", "Mars/Olympus", ":/etc/passwd", "x".repeat(2000)])),
  (random) => one("LANG", random.pick(["", "xx_YY", "\u0001"])),
  (random) => one("NODE_OPTIONS", random.pick(["--nonsense", "--require=/gone.js"])),
  (random) => one("NO_COLOR", random.pick(["", "1"])),
  (random) => one("PATH", random.pick(["", "/gone", ":"])),
  (random) => one("CLAUDE_CODE_SESSION_ID", random.pick(["", "../..", "s1"])),
  (random, place) => oddPath(random, place, "TMPDIR"),
  (random, place) => oddPath(random, place, "CLAUDE_CONFIG_DIR"),
  (random, place) => oddPath(random, place, "CLAUDE_ENV_FILE"),
  (random, place) => oddPath(random, place, "CLAUDE_ENV_FILE"),
];

function one(name: string, value: string): [string, Record<string, string>] {
  return [`${name}=${value.slice(0, 40)}`, { [name]: value }];
}

function oddPath(random: Random, place: Place, name: string): [string, Record<string, string>] {
  const path = `${place.root}/odd`;
  return [`${name} is ${putOddFile(random, path)}`, { [name]: path }];
}
