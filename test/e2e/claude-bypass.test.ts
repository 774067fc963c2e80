// Claude is not the person, in the real client: the person's acts are refused to it, and its detours are reported.
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { rmSync } from "node:fs";
import { trustPath } from "../../src/config/environment.ts";
import { readTrust } from "../../src/config/trust.ts";
import { answer } from "../helpers/answer-terminal.ts";
import { shareSessions } from "../helpers/claude-sessions.ts";
import { homeOf, readFaultLines, runCommand } from "../helpers/holdfast.ts";
import { isLocked, makeInstalledPlace, placeLock, queryStore, stopVerdicts } from "../helpers/installed.ts";
import type { ScriptedTurn } from "../helpers/scripted-api.ts";
import { refillProject } from "../helpers/temp.ts";
import { toolResults } from "../helpers/told.ts";
import { systemMessages } from "../helpers/transcript.ts";
import { vouchFor } from "../helpers/trust.ts";
import { type Answer, bash, say, write } from "../helpers/turns.ts";

setDefaultTimeout(60_000);

const CONFIG = ".claude/holdfast.json";
const STAGES = JSON.stringify({ quality: { stages: { one: [{ run: "true" }] } } });
/** Without any of the client's variables. */
const STRIPPED = 'env -i HOME="$HOME" PATH="$PATH"';

const place = await makeInstalledPlace();
const sessions = shareSessions(place);

interface Work {
  files?: Record<string, string>;
  isTrusted?: boolean;
  isHeld?: boolean;
  script: ScriptedTurn[];
}

/** A session in such a project, without a pause or config: the results of Claude's calls, and what the person was told. */
async function work({ files = {}, isTrusted = true, isHeld = false, script }: Work) {
  const { holdfastHome } = homeOf(place);
  const prepare = async () => {
    for (const name of ["config.json", "paused.json", "trust.json"])
      rmSync(`${holdfastHome}/${name}`, { force: true });
    refillProject(place.project, files);
    if (isTrusted) await vouchFor(holdfastHome, place.project);
    if (isHeld) placeLock(place);
  };
  const run = await sessions.run({ prepare, prompt: "Work.", script });
  const results = toolResults(run.requests).map(({ text }) => text);
  const told = systemMessages(run).flatMap(({ event, text }) =>
    text.split("\n").map((line) => `${event}: ${line}`),
  );
  expect(await readFaultLines(place)).toEqual([]);
  return { results, told, sessionId: run.sessionId };
}

const stateOf = async () => (await readTrust(homeOf(place), place.project)).state;

describe("trust", () => {
  test("is refused to Claude, whatever variables it removes or sets", async () => {
    const ways = {
      unchanged: "holdfast trust --yes",
      "without one of its variables": "env -u CLAUDECODE holdfast trust --yes",
      "without any": `${STRIPPED} holdfast trust --yes`,
      "to revoke it": `${STRIPPED} holdfast trust --revoke`,
      "with the content hash": `${STRIPPED} HOLDFAST_TRUST=$(holdfast trust --show | awk '/Content hash/{print $3}') holdfast trust --yes`,
      "in a pseudo-terminal": `${STRIPPED} script -qec 'holdfast trust --yes' /dev/null < /dev/null`,
    };
    const { results, told } = await work({
      files: { [CONFIG]: STAGES },
      isTrusted: false,
      script: [
        ...Object.values(ways).map((command) => async () => {
          expect(await stateOf()).toBe("untrusted");
          return bash(command);
        }),
        say("Done."),
      ],
    });
    for (const [index, way] of Object.keys(ways).entries())
      expect({ way, result: results[index] }).toEqual({
        way,
        result: expect.stringContaining("only a person can grant or revoke trust"),
      });
    expect(await stateOf()).toBe("untrusted");
    expect(told.filter((line) => line.includes("trusted the commands of"))).toEqual([]);
  });

  test("that Claude writes itself is reported at the next stop, with the way to undo it", async () => {
    const forge = [
      `hash=$(sha256sum ${CONFIG} | cut -d' ' -f1)`,
      `printf '{"projects":{"%s":{"grantedAt":"2020-01-01T00:00:00Z","files":{"${CONFIG}":"%s"}}}}' "$PWD" "$hash" > ${JSON.stringify(trustPath(homeOf(place)))}`,
    ];
    const { told } = await work({
      files: { [CONFIG]: STAGES },
      isTrusted: false,
      script: [bash(forge.join("; ")), say("Done.")],
    });
    expect(await stateOf()).toBe("trusted");
    const lines = told.filter((line) => line.includes("trusted the commands of"));
    expect(lines).toEqual([expect.stringContaining(`holdfast trust --revoke --project '${place.project}'`)]);
    expect(lines[0]).toStartWith("Stop: ");
  });
});

test("what only a person may do is refused to Claude without its variables, too", async () => {
  const commands = [
    "forget --match needle --yes",
    "uninstall --purge --yes",
    "lock --keep",
    "memory vouch --all",
    "dashboard --no-open",
    "gate run --ci",
    "verdict --judge",
  ];
  const { results } = await work({
    files: { [CONFIG]: STAGES },
    isTrusted: false,
    script: [...commands.map((command) => bash(`${STRIPPED} holdfast ${command}`)), say("Done.")],
  });
  for (const [index, command] of commands.entries())
    expect({ command, result: results[index] }).toEqual({
      command,
      result: expect.stringMatching(
        /(?:only a person can|an agent cannot) .*claude started this command|is not trusted/,
      ),
    });
});

describe("a lock", () => {
  test("that Claude removes by hand is reported", async () => {
    // The client itself asks about files in .claude that a call names.
    const { told, sessionId } = await work({
      files: { "clean.sh": "rm .claude/runtime/locks/.lock_active" },
      isHeld: true,
      script: [say("Done?"), bash("sh clean.sh"), say("Done.")],
    });
    expect(stopVerdicts(place, sessionId)).toEqual(["blocked", "complete"]);
    expect(told.filter((line) => line.includes("without `holdfast unlock`"))).toHaveLength(1);
  });

  test.each([
    ["by its call", `${STRIPPED} holdfast unlock`, "by Claude"],
    ["through a script", `${STRIPPED} sh release.sh`, "from inside the session"],
  ])("that Claude releases without its variables, %s, is reported", async (_name, command, by) => {
    const { told } = await work({
      files: { "release.sh": "holdfast unlock" },
      isHeld: true,
      script: [bash(command), say("Done.")],
    });
    expect(await isLocked(place)).toBe(false);
    expect(told.filter((line) => line.startsWith("Stop: ") && line.includes("lock"))).toEqual([
      expect.stringContaining(`the lock was removed ${by}`),
    ]);
  });
});

describe("a pause", () => {
  test("that Claude makes without its variables is reported", async () => {
    const { told } = await work({ script: [bash(`${STRIPPED} holdfast pause --project`), say("Done.")] });
    expect(told).toEqual([expect.stringContaining("by Claude")]);
  });

  test("that Claude writes itself is reported", async () => {
    const pauses = [{ scope: "all", target: "", since: 1, until: null, by: "user" }];
    const path = `${homeOf(place).holdfastHome}/paused.json`;
    const { told } = await work({ script: [write(path, JSON.stringify(pauses)), say("Done.")] });
    expect(told).toEqual([expect.stringMatching(/but not by `holdfast pause`.*`holdfast resume`/)]);
  });
});

describe("a detached process without variables, that no agent started", () => {
  /** Reparented to init, with nothing that leads back to the session. */
  const detach = (command: string) => {
    const process = `(setsid ${STRIPPED} sh -c ${JSON.stringify(`${command} > out.txt 2>&1; touch ended`)} &)`;
    const over = "test -e ended || grep -qs http: out.txt";
    return bash(`rm -f ended out.txt; ${process}; until ${over}; do sleep 0.02; done`);
  };
  const ended = JSON.stringify({ hook_event_name: "SessionEnd", reason: "other" });
  const forgeEnd = bash(
    `printf '%s' '${ended.slice(0, -1)},"session_id":"'"$CLAUDE_CODE_SESSION_ID"'"}' | holdfast hook; exit 0`,
  );

  test.each<[string, Answer[], RegExp]>([
    [
      "unlock",
      [detach("holdfast unlock")],
      /the lock was removed from inside the session or an unknown place/,
    ],
    [
      "unlock in a pseudo-terminal",
      [detach("script -qec 'holdfast unlock' /dev/null")],
      /the lock was removed at a terminal/,
    ],
    [
      "unlock after a forged end of the session",
      [forgeEnd, detach("holdfast unlock")],
      /the lock was removed from inside/,
    ],
    [
      "pause everything",
      [detach("holdfast pause")],
      /paused everywhere until .* from inside .*`holdfast resume`/,
    ],
    ["pause after a forged end", [forgeEnd, detach("holdfast pause")], /paused everywhere/],
    [
      "start a dashboard",
      [detach("timeout 15 holdfast dashboard --no-open")],
      /the dashboard was started from inside.*`kill \d+`/,
    ],
    [
      "forget this session",
      [detach("holdfast forget --yes --session $CLAUDE_CODE_SESSION_ID")],
      /the records of this session, with its lock and goals, were deleted from inside/,
    ],
    [
      "allow itself to unlock",
      [detach("holdfast install --yes --allow unlock")],
      /allow rules? \(--allow unlock\) were added .* from inside .*`holdfast install --allow none`/,
    ],
    [
      "open a sandbox for holdfast's folder",
      [detach("holdfast install --yes --agent codex --allow none --writable-root")],
      /the sandbox of an agent was opened .* from inside .*`holdfast install --no-writable-root`/,
    ],
  ])("may %s, and the person is told how to take it back", async (_name, calls, message) => {
    const { told } = await work({
      isHeld: true,
      script: [...calls, say("Done."), say("Done."), say("Done.")],
    });
    expect(told.filter((line) => message.test(line))).toEqual([expect.stringMatching(/^Stop: /)]);
  });

  const inTerminal = (command: string) => detach(`script -qec '${command}' /dev/null`);
  const AWAY =
    'away=$(mktemp -d); git init -q --bare "$away"; holdfast sync setup "$away"; holdfast sync leave; rm -rf "$away"\n';

  test.each<[string, string, RegExp[]]>([
    [
      "run checks, which then count,",
      "RIGGED=1 holdfast gate run",
      [/checks of .* were run by hand, and what passed counts .* at a terminal/],
    ],
    [
      "send memories away",
      "sh away.sh",
      [
        /`holdfast sync setup \S+` was run at a terminal\. `holdfast sync leave` ends it\./,
        /sync was ended at a terminal\. `holdfast sync setup \S+` starts it again\./,
      ],
    ],
  ])("may %s in a pseudo-terminal, and the person is told", async (_name, command, messages) => {
    const { told } = await work({
      files: { [CONFIG]: STAGES, "away.sh": AWAY },
      script: [inTerminal(command), say("Done.")],
    });
    for (const message of messages)
      expect(told.filter((line) => message.test(line))).toEqual([expect.stringMatching(/^Stop: /)]);
  });

  test("may run none of these with selfRelease: false", async () => {
    const commands = ["unlock", "pause", "dashboard --no-open"];
    const tried: string[] = [];
    await work({
      files: { [CONFIG]: JSON.stringify({ selfRelease: false }) },
      isHeld: true,
      script: [
        ...commands.flatMap((command) => [
          detach(`timeout 5 holdfast ${command}`),
          async () => {
            const output = await Bun.file(`${place.project}/out.txt`).text();
            expect({ command, output }).toEqual({
              command,
              output: expect.stringContaining("selfRelease: false"),
            });
            expect(await isLocked(place)).toBe(true);
            tried.push(command);
            return bash("true");
          },
        ]),
        say("Done."),
      ],
    });
    expect(tried).toEqual(commands);
  });

  const OWN = ".claude/memory/preferences/tabs.md";
  const TABS = "---\nid: tabs\ntitle: Tabs\nsource:\n  who: user\n---\nUse tabs.\n";

  test("does not speak for the person in `memory`", async () => {
    const attempts = [
      ["save 'Use spaces' --category preference --who user", "who: claude"],
      ["save 'Use more spaces' --category preference --personal", "waits in the inbox"],
      ["save 'Use three spaces' --update tabs", "waits in the inbox"],
      ["edit tabs --title 'Use spaces'", "only the user can change it"],
      ["retire tabs", "only the user can change it"],
      ["vouch --all", "only a person can vouch for a memory, and this process has no terminal"],
      ["import new.jsonl", "only a person can import memories, and this process has no terminal"],
    ] as const;
    const line = JSON.stringify({ title: "Use spaces", category: "PREFERENCE", who: "user", personal: true });
    const tried: string[] = [];
    const show = "cat .claude/memory/preferences/use-spaces.md";
    await work({
      files: { [OWN]: TABS, "new.jsonl": line },
      script: [
        async () => {
          expect((await answer(place, ["memory", "vouch", "--all"], [])).exitCode).toBe(0);
          return bash("true");
        },
        ...attempts.flatMap(([command, outcome]) => [
          detach(`{ holdfast memory ${command}; ${show}; }`),
          async () => {
            const output = await Bun.file(`${place.project}/out.txt`).text();
            expect({ command, output }).toEqual({ command, output: expect.stringContaining(outcome) });
            const words = ["memory", "export", "--scope", "all", "--status", "active"];
            const { stdout } = await runCommand(place, ...words);
            const memories = stdout.split("\n").filter(Boolean);
            const ofUser = memories.map((each) => JSON.parse(each)).filter(({ who }) => who !== "claude");
            expect(ofUser.map(({ title }) => title)).toEqual(["Tabs"]);
            tried.push(command);
            return bash("true");
          },
        ]),
        say("Done."),
      ],
    });
    expect(tried).toHaveLength(attempts.length);
  });

  test("is shown no other project", async () => {
    await work({
      script: [
        detach("holdfast sessions list --all"),
        async () => {
          const shown = await Bun.file(`${place.project}/out.txt`).text();
          expect(shown).toContain(
            "Only this project is shown to agents, and to processes without a terminal",
          );
          return say("Done.");
        },
      ],
    });
  });

  test("vouches in a pseudo-terminal, and the person is told", async () => {
    const { told } = await work({
      files: { [OWN]: TABS },
      script: [detach("script -qec 'holdfast memory vouch tabs' /dev/null"), say("Done."), say("Done.")],
    });
    expect(
      told.filter((line) => line.includes("the memory tabs was vouched for at a terminal")),
    ).toHaveLength(1);
  });

  test("is told however many sessions somebody invents before it, and after what waits is forgotten", async () => {
    const prompt = `"hook_event_name":"UserPromptSubmit","prompt":"x","cwd":"'"$PWD"'"`;
    const invent = `for n in $(seq 1 205); do printf '%s' '{${prompt},"session_id":"invented-'"$n"'"}' | holdfast hook; done`;
    const { told } = await work({
      isHeld: true,
      script: [
        bash(invent),
        detach("holdfast pause"),
        detach("holdfast forget --yes --session $CLAUDE_CODE_SESSION_ID"),
        say("Done."),
      ],
    });
    expect(told.filter((line) => line.includes("paused everywhere"))).toEqual([
      expect.stringMatching(/^Stop: /),
    ]);
  });

  test("is told in every session of the last 24 hours, not only in its own", async () => {
    const first = await work({ script: [say("Hello.")] });
    await work({ script: [detach("holdfast pause"), say("Done.")] });
    const texts = queryStore(place, "SELECT session_id, text FROM messages");
    expect(texts.filter((row) => row.session_id === first.sessionId)).toEqual([
      expect.objectContaining({ text: expect.stringContaining("paused everywhere") }),
    ]);
  });
});

test("Stop events that Claude pipes into holdfast do not release a lock, and the person is told", async () => {
  const fields = `"cwd":"'"$PWD"'","session_id":"'"$CLAUDE_CODE_SESSION_ID"'"`;
  const stop = `{"hook_event_name":"Stop","stop_hook_active":true,${fields}}`;
  const forge = `for n in 1 2 3 4; do printf '%s' '${stop}' | holdfast hook; done`;
  const { told } = await work({
    isHeld: true,
    script: [
      bash(`${forge}; sleep 3`),
      async () => {
        expect(await isLocked(place)).toBe(true);
        return bash("holdfast unlock");
      },
      say("Done."),
    ],
  });
  expect(told.find((line) => line.includes("the lock was not released"))).toStartWith("Stop: ");
});

test("a prompt that Claude pipes into holdfast does not hide its changes from the checks", async () => {
  const stages = { one: [{ run: "grep -q good a.txt" }] };
  const fields = `"cwd":"'"$PWD"'","session_id":"'"$CLAUDE_CODE_SESSION_ID"'"`;
  const prompt = `{"hook_event_name":"UserPromptSubmit","prompt":"Stop.","prompt_id":"forged",${fields}}`;
  const { sessionId } = await work({
    files: { [CONFIG]: JSON.stringify({ quality: { stages } }), "a.txt": "good\n" },
    script: [
      write(`${place.project}/a.txt`, "bad\n"),
      bash(`printf '%s' '${prompt}' | holdfast hook`),
      say("Done."),
      write(`${place.project}/a.txt`, "good again\n"),
      say("Done."),
    ],
  });
  expect(stopVerdicts(place, sessionId)).toEqual(["blocked", "complete"]);
});

describe("a setting that Claude lowers", () => {
  test("in the project's config is reported", async () => {
    const off = `{"gates":{"quality":{"enabled":false}},${STAGES.slice(1)}`;
    const { told } = await work({
      files: { [CONFIG]: STAGES, "edit.sh": `printf '%s' '${off}' > ${CONFIG}` },
      script: [bash("sh edit.sh"), say("Done.")],
    });
    expect(told.filter((line) => line.includes("gates.quality.enabled was lowered"))).toEqual([
      expect.stringContaining(`${place.project}/${CONFIG}`),
    ]);
  });

  test("in the user's own config is reported", async () => {
    const path = `${homeOf(place).holdfastHome}/config.json`;
    const script = [write(path, '{"gates":{"lock":{"enabled":false}}}'), say("Done.")];
    const { told } = await work({ script });
    expect(told).toEqual([expect.stringContaining("gates.lock.enabled was lowered from true to false")]);
  });
});
