import { describe, expect, test } from "bun:test";
import { hookGroups, wantedSettings } from "../../../src/install/registration.ts";
import {
  addOwnEntries,
  NOTHING_KNOWN,
  planSettings,
  stripOwnEntries,
} from "../../../src/install/settings-edit.ts";
import { parseBody, valueAt } from "../../../src/install/settings-value.ts";
import { registeredEvents } from "../../../src/protocol/claude-code/events.ts";
import { SETTINGS_STYLES } from "./settings-styles.ts";
import { hasWantedEntries } from "./wanted-entries.ts";

const wanted = wantedSettings("/home/me/.holdfast/bin/holdfast");

describe("adding our entries", () => {
  test.each(Object.entries(SETTINGS_STYLES))(
    "%s: registers every event once and keeps the rest",
    (_style, text) => {
      const added = addOwnEntries(text, wanted);
      expect(hasWantedEntries(parseBody(added), wanted)).toBe(true);
      const stripped = parseBody(
        stripOwnEntries(added, { settings: parseBody(text), blockCap: null, rules: "listed", mcp: false }),
      );
      expect(stripped).toEqual(parseBody(text));
    },
  );

  // Whitespace inside an empty container is replaced by what we add.
  const loose = ["uneven formatting", "an empty object over lines", "an empty file", "only a newline"];
  const tight = Object.entries(SETTINGS_STYLES).filter(([style]) => !loose.includes(style));
  test.each(tight)("%s: only inserts, so removing our edits restores the same bytes", (_style, text) => {
    expect(
      stripOwnEntries(addOwnEntries(text, wanted), {
        settings: parseBody(text),
        blockCap: null,
        rules: "listed",
        mcp: false,
      }),
    ).toBe(text);
  });

  test("keeps the layout of the file", () => {
    const fresh = (text: string) =>
      addOwnEntries(text, { hooks: [], allow: ["A"], blockCap: null, statusLine: null });
    expect(fresh("{}\n")).toBe('{\n  "permissions": {\n    "allow": [\n      "A"\n    ]\n  }\n}\n');
    expect(fresh('{"a":1}')).toBe('{"a":1,"permissions":{"allow":["A"]}}');
    expect(fresh('{"a": 1, "b": 2}')).toBe('{"a": 1, "b": 2, "permissions": {"allow": ["A"]}}');
    expect(fresh('{\r\n\t"a": 1\r\n}')).toBe(
      '{\r\n\t"a": 1,\r\n\t"permissions": {\r\n\t\t"allow": [\r\n\t\t\t"A"\r\n\t\t]\r\n\t}\r\n}',
    );
    expect(fresh('{\n    "permissions": {"allow": ["B"]},\n    "z": []\n}')).toBe(
      '{\n    "permissions": {"allow": ["B", "A"]},\n    "z": []\n}',
    );
    expect(fresh('{\n  "permissions": {\n    "allow": [\n      "B"\n    ]\n  }\n}')).toBe(
      '{\n  "permissions": {\n    "allow": [\n      "B",\n      "A"\n    ]\n  }\n}',
    );
  });

  test("writes the exec form with seconds, and only what the event table says", () => {
    const settings = parseBody(addOwnEntries("", wanted));
    for (const { event, registration, background } of registeredEvents()) {
      const program = { type: "command", command: "/home/me/.holdfast/bin/holdfast" };
      const hook = { ...program, args: ["hook"], ...registration };
      const later = { ...program, args: ["hook", "--background"], asyncRewake: true, ...background };
      expect(valueAt(settings, ["hooks", event])).toEqual([{ hooks: background ? [hook, later] : [hook] }]);
    }
    expect(Object.keys(valueAt(settings, ["hooks"]) as object)).toHaveLength(registeredEvents().length);
  });
});

describe("removing our entries", () => {
  const ours = { type: "command", command: "/old/place/bin/holdfast", args: ["hook"], timeout: 1 };
  const theirs = { type: "command", command: "make", args: [] };
  const strip = (settings: object, indent?: number) =>
    JSON.parse(stripOwnEntries(JSON.stringify(settings, null, indent), NOTHING_KNOWN));

  test.each([undefined, 2])("among others', wherever they are (indent %p)", (indent) => {
    for (const hooks of [
      [ours, theirs],
      [theirs, ours],
      [ours, theirs, ours],
      [theirs, ours, ours],
    ]) {
      expect(strip({ hooks: { Stop: [{ matcher: "x", hooks }] } }, indent)).toEqual({
        hooks: { Stop: [{ matcher: "x", hooks: [theirs] }] },
      });
    }
    const groups = [{ hooks: [ours] }, { hooks: [theirs] }, { matcher: "", hooks: [ours] }];
    expect(strip({ hooks: { Stop: groups, Gone: [{ hooks: [ours] }] } }, indent)).toEqual({
      hooks: { Stop: [{ hooks: [theirs] }] },
    });
  });

  test("also removes containers that only we had filled", () => {
    expect(
      strip({ hooks: { Stop: [{ hooks: [ours] }] }, permissions: { allow: ["Bash(holdfast status:*)"] } }),
    ).toEqual({});
    expect(strip({ a: 1, hooks: { Stop: [{ hooks: [ours] }], Other: [] } })).toEqual({
      a: 1,
      hooks: { Other: [] },
    });
  });

  test("also removes a rule that only an earlier version wrote", () => {
    const allow = ["Bash(holdfast memory stats:*)", "Bash(ls:*)", "Bash(holdfast insights)"];
    expect(strip({ permissions: { allow } })).toEqual({ permissions: { allow: ["Bash(ls:*)"] } });
  });

  test("keeps a container that existed before the install", () => {
    const text = addOwnEntries('{"hooks":{"Stop":[]},"permissions":{}}', wanted);
    const settings = { hooks: { Stop: [] }, permissions: {} };
    expect(
      JSON.parse(stripOwnEntries(text, { settings, blockCap: null, rules: "listed", mcp: false })),
    ).toEqual(settings);
  });
});

describe("the client's block cap", () => {
  const long = wantedSettings("/x/holdfast", { longLoops: true });
  const capOf = (text: string | null) =>
    valueAt(parseBody(text ?? ""), ["env", "CLAUDE_CODE_STOP_HOOK_BLOCK_CAP"]);

  test.each([
    ["absent", "{}", "30", null],
    ["lower", '{"env":{"A":"b","CLAUDE_CODE_STOP_HOOK_BLOCK_CAP":"12"}}', "30", "12"],
    ["not a number", '{"env":{"CLAUDE_CODE_STOP_HOOK_BLOCK_CAP":"many"}}', "30", "many"],
  ])("is raised when %s, and the old value is restored after a foreign edit", (_case, text, cap, before) => {
    const plan = planSettings(text, undefined, long);
    expect(capOf(plan.text)).toBe(cap);
    expect(plan.blockCap).toEqual({ before });
    const edited = plan.text.replace(/^\{/, '{"foreign":1,');
    const stripped = stripOwnEntries(edited, {
      settings: JSON.parse(text),
      blockCap: plan.blockCap,
      rules: "listed",
      mcp: false,
    });
    expect(JSON.parse(stripped)).toEqual({ foreign: 1, ...JSON.parse(text) });
  });

  test("is left alone when higher, or when we were not asked", () => {
    const high = '{"env":{"CLAUDE_CODE_STOP_HOOK_BLOCK_CAP":"50"}}';
    expect(capOf(planSettings(high, undefined, long).text)).toBe("50");
    expect(planSettings(high, undefined, long).blockCap).toBeNull();
    expect(capOf(planSettings("{}", undefined, wanted).text)).toBeUndefined();
  });

  test("stays when somebody set another value since", () => {
    const edited = planSettings("{}", undefined, long).text.replace('"30"', '"40"');
    expect(
      capOf(
        stripOwnEntries(edited, { settings: {}, blockCap: { before: null }, rules: "listed", mcp: false }),
      ),
    ).toBe("40");
  });
});

test("settings of somebody else may be nested deeply", () => {
  const deep = `{"theirs":${'{"a":['.repeat(500)}1${"]}".repeat(500)}}`;
  const { text } = planSettings(deep, undefined, wanted);
  expect(planSettings(text, undefined, wanted).text).toBe(text);
  expect(hasWantedEntries(parseBody(text), wanted)).toBe(true);
});

test("a registration is never shared between events", () => {
  const [first, second] = hookGroups("/x", ["hook"]);
  expect(first?.group.hooks[0]?.args).not.toBe(second?.group.hooks[0]?.args as string[]);
});
