import { expect, test } from "bun:test";
import { mkdirSync, symlinkSync } from "node:fs";
import { readEnvironment } from "../../../../src/config/environment.ts";
import { sync } from "../../../../src/install/doctor/checks/sync.ts";
import { makeRemote, makeTestMachine } from "../../../helpers/machines.ts";
import { makeTempHome, writeFileIn } from "../../../helpers/temp.ts";
import { makePatient, runCheck } from "./patient.ts";

async function messagesFor(home: string, marker?: string): Promise<string[]> {
  const base = makeTempHome();
  mkdirSync(`${base}/${home}`, { recursive: true });
  if (marker !== undefined) writeFileIn(base, marker, "");
  const env = readEnvironment({ HOME: `${base}/${home}` });
  const results = await runCheck(sync, { ...makePatient(), env });
  return results.map(({ status, message }) => `${status}: ${message}`);
}

test.each([
  ["Dropbox/me", undefined, "Dropbox"],
  ["Dropbox (Acme)/me", undefined, "Dropbox"],
  ["OneDrive - Acme/me", undefined, "OneDrive"],
  ["Library/Mobile Documents/me", undefined, "iCloud"],
  ["Library/Mobile Documents/com~apple~CloudDocs/me", undefined, "iCloud"],
  ["Documents/me", "Library/Mobile Documents/com~apple~CloudDocs/Documents/x", "iCloud"],
  ["Desktop", "Library/Mobile Documents/com~apple~CloudDocs/Desktop/x", "iCloud"],
  ["OneDrive/me", undefined, "OneDrive"],
  ["Library/CloudStorage/OneDrive-Acme", undefined, "OneDrive"],
  ["Library/CloudStorage/OneDrive-SharedLibraries-Acme/me", undefined, "OneDrive"],
  ["Library/CloudStorage/GoogleDrive-me@acme.com/My Drive/me", undefined, "Google Drive"],
  ["Library/CloudStorage/Dropbox-Acme/me", undefined, "Dropbox"],
  ["Library/CloudStorage/Box-Box/me", undefined, "a cloud storage"],
  ["Google Drive/me", undefined, "Google Drive"],
  ["shared/me", "shared/.stfolder/x", "Syncthing"],
  ["shared/one/two/me", "shared/.stfolder/x", "Syncthing"],
  ["shared/me", "shared/.dropbox.cache/x", "Dropbox"],
])("warns about %s with %p: %s has the database", async (home, marker, name) => {
  const [message] = await messagesFor(home, marker);
  expect(message).toStartWith("warn: ");
  expect(message).toContain(`in a folder of ${name}`);
});

test.each([
  ["me", undefined],
  ["Dropbox-notes/me", undefined],
  ["me", ".dropbox/info.json"],
  ["Documents/me", undefined],
  ["Documents/me", "Library/Mobile Documents/com~apple~CloudDocs/Desktop/x"],
  ["Library/Documents", "Library/Mobile Documents/com~apple~CloudDocs/Documents/x"],
])("says nothing of %s with %p", async (home, marker) => {
  expect(await messagesFor(home, marker)).toEqual(["ok: memories stay on this machine"]);
});

test("follows a link into such a folder", async () => {
  const base = makeTempHome();
  mkdirSync(`${base}/Dropbox/holdfast`, { recursive: true });
  symlinkSync(`${base}/Dropbox/holdfast`, `${base}/.holdfast`);
  const [first] = await runCheck(sync, { ...makePatient(), env: readEnvironment({ HOME: base }) });
  expect(first?.message).toContain("Dropbox");
});

test("says how the last sync ended, and which machines are not confirmed", async () => {
  const url = makeRemote();
  const laptop = makeTestMachine("laptop");
  const patient = { ...makePatient(), env: laptop.env };
  await laptop.run("sync", "setup", url);
  expect(await runCheck(sync, patient)).toMatchObject([
    { status: "ok", message: expect.stringContaining("in step") },
  ]);
  await makeTestMachine("desk").run("sync", "setup", url, "--name", "desk");
  await laptop.sync();
  expect(await runCheck(sync, patient)).toMatchObject([{ status: "warn", message: "not confirmed: desk" }]);
});
