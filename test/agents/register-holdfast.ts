// Registers holdfast with a host, as its own command does.
import { copyFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { hookCommand, hooksOf, REGISTRATIONS } from "../../src/protocol/registration.ts";
import { EXECUTABLE } from "../helpers/holdfast.ts";
import { writeFileIn } from "../helpers/temp.ts";
import type { ClientPlace } from "./run-client.ts";

export function registerHoldfast({ host, home }: ClientPlace): void {
  const registration = REGISTRATIONS.find(({ id }) => id === host);
  if (!registration) throw new Error(`${host} has no registration`);
  mkdirSync(`${home}/.holdfast/bin`, { recursive: true, mode: 0o700 });
  const executable = `${home}/.holdfast/bin/holdfast`;
  copyFileSync(EXECUTABLE, executable);
  const path = join(registration.folder, registration.file);
  const before = existsSync(join(home, path)) ? JSON.parse(readFileSync(join(home, path), "utf8")) : {};
  const settings = {
    ...registration.preamble,
    ...before,
    hooks: hooksOf(registration, hookCommand(executable)),
  };
  writeFileIn(home, path, JSON.stringify(settings, null, 2));
}
