import { describe, expect, test } from "bun:test";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { readSettings } from "../../../src/install/settings-file.ts";
import { UserError } from "../../../src/text/user-error.ts";
import { makeTempFolder, writeFileIn } from "../../helpers/temp.ts";
import { install, makeMachine } from "./make-machine.ts";
import { SETTINGS_STYLES } from "./settings-styles.ts";

async function refusalOf(promise: Promise<unknown>): Promise<UserError> {
  const error = await promise.then(
    () => null,
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(UserError);
  return error;
}

describe("settings that are refused, with line and cause, and left alone", () => {
  test.each([
    ["a line comment", '{\n  // mine\n  "a": 1\n}', /line 2, column 3: invalid comment/],
    ["a block comment", '{"a": 1} /* end */', /line 1, column 10: invalid comment/],
    ["a trailing comma in an object", '{\n  "a": 1,\n}', /line 3, column 1: property name expected/],
    ["a trailing comma in an array", '{"a": [1,]}', /value expected/],
    ["a missing brace", '{\n  "a": {\n', /close brace expected/],
    ["single quotes", "{'a': 1}", /line 1, column 2/],
    ["not JSON at all", "hooks: yes", /line 1, column 1/],
    ["two values", "{}{}", /line 1, column 3/],
    ["a raw newline in a string", '{"a": "b\nc"}', /line 1/],
    ["an array", "[]", /the settings are an array, not an object/],
    ["a string", '"x"', /the settings are a string, not an object/],
    ["null", "null", /the settings are null, not an object/],
    [
      "hooks that are not an object",
      '{\n  "hooks": []\n}',
      /line 2, column 12: "hooks" is an array, not an object/,
    ],
    ["hooks that are null", '{"hooks": null}', /"hooks" is null/],
    ["an event that is not an array", '{"hooks": {"Stop": {}}}', /"hooks.Stop" is an object, not an array/],
    ["permissions that are not an object", '{"permissions": 1}', /"permissions" is a number/],
    [
      "an allow list that is not an array",
      '{"permissions": {"allow": "x"}}',
      /"permissions.allow" is a string/,
    ],
    ["env that is not an object", '{"env": []}', /"env" is an array/],
  ])("%s", async (_case, text, message) => {
    const machine = makeMachine(text);
    const error = await refusalOf(install(machine));
    expect(error.message).toMatch(message);
    expect(error.message).toContain(machine.userSettings);
    expect(error.hint).toContain("nothing was changed");
    expect(readFileSync(machine.userSettings, "utf8")).toBe(text);
  });

  test("bytes that are not UTF-8", async () => {
    const machine = makeMachine("");
    writeFileSync(machine.userSettings, Buffer.from([0x7b, 0xff, 0x7d]));
    expect((await refusalOf(install(machine))).code).toBe("settings-encoding");
  });

  test("a folder in its place", async () => {
    const machine = makeMachine();
    mkdirSync(machine.userSettings, { recursive: true });
    expect((await refusalOf(install(machine))).message).toContain("cannot be read (EISDIR)");
  });

  test("a link that leads in a circle", async () => {
    const folder = makeTempFolder("circle");
    symlinkSync("b.json", `${folder}/a.json`);
    symlinkSync("a.json", `${folder}/b.json`);
    expect((await refusalOf(readSettings(`${folder}/a.json`))).message).toContain("ELOOP");
  });
});

describe("settings that are read", () => {
  test.each(Object.entries(SETTINGS_STYLES))("%s", async (_style, text) => {
    const path = writeFileIn(makeTempFolder("settings"), "settings.json", text);
    expect((await readSettings(path)).text).toBe(text);
  });

  test("a missing file, also in a missing folder", async () => {
    const path = `${makeTempFolder("settings")}/none/settings.json`;
    expect(await readSettings(path)).toEqual({ path, realPath: path, text: null, mode: null });
  });
});
