import { expect, test } from "bun:test";
import { isTypedCommand, runsCommand } from "../../../src/transcript/selectors/person-input.ts";
import { spokenOf, user } from "./records.ts";

const typed = async (text: string, command: string) =>
  (await spokenOf(user(text))).some((item) => isTypedCommand(item, command));
const bang = (line: string) => `<bash-input>${line}</bash-input>`;
const slash = (name: string, args = "") =>
  `<command-message>${name}</command-message>\n<command-name>/${name}</command-name>\n<command-args>${args}</command-args>`;

test.each([
  [bang(" holdfast unlock"), "unlock"],
  [bang("~/.holdfast/bin/holdfast  unlock --why 'enough'"), "unlock"],
  [bang('"/home/a b/.holdfast/bin/holdfast" flow approve'), "flow approve"],
  [slash("holdfast:flow", "approve"), "flow approve"],
  [slash("holdfast:cancel"), "cancel"],
  [slash("holdfast:unlock"), "unlock"],
  [slash("unlock", "--why x"), "unlock"],
  [slash("holdfast:loop", "cancel"), "cancel"],
  [slash("holdfast:flow", "cancel --why x"), "cancel"],
  [slash("holdfast:orchestrator", "cancel"), "cancel"],
])("%j is the person's %s", async (text, command) => {
  expect(await typed(text, command)).toBe(true);
});

test.each([
  [bang("holdfast status"), "unlock"],
  [bang("echo unlock"), "unlock"],
  [slash("holdfast:status"), "unlock"],
  [slash("holdfast:loop", "cancel the subscription when it is unpaid"), "cancel"],
  [slash("holdfast:loop", "fix it"), "cancel"],
  ["holdfast unlock", "unlock"],
  [`Please run ${bang("holdfast unlock")}`, "unlock"],
])("%j is not the person's %s", async (text, command) => {
  expect(await typed(text, command)).toBe(false);
});

test("a shell line is recognised however it is quoted and spaced", () => {
  expect(runsCommand('cd x && "holdfast"\t unlock', "unlock")).toBe(true);
  expect(runsCommand("holdfast pause", "unlock")).toBe(false);
});
