import type { Environment } from "../../../config/environment.ts";
import { grantTrust, revokeTrust } from "../../../config/grant-trust.ts";
import type { Trust, TrustState } from "../../../config/trust.ts";
import { readTrustWithPlans } from "../../../gates/plan/trust.ts";
import { printable } from "../../../text/printable.ts";
import { UserError } from "../../../text/user-error.ts";
import { defineCommand, type Output } from "../../command.ts";
import { findProject } from "../../project.ts";
import { ask } from "../../terminal.ts";

export const command = defineCommand({
  details:
    "A cloned repository must not run commands by being opened, so commands from .claude/holdfast.json run only after you\n" +
    "trusted the file as it is; when it changes, they wait for you again. Commands that prove items of a plan\n" +
    "(`verify: …`) are trusted one by one. An agent cannot do this.",
  examples: ["holdfast trust --show", "holdfast trust", "holdfast trust --yes", "holdfast trust --revoke"],
  options: {
    yes: { type: "boolean", help: "trust without asking" },
    show: { type: "boolean", help: "only show what there is to trust, and its state" },
    revoke: { type: "boolean", help: "withdraw trust" },
    project: { type: "string", value: "DIR", help: "another project than this one" },
    json: { type: "boolean", help: "with --show: print JSON" },
  },
  async run(invocation) {
    const { options, env, out } = invocation;
    refuseContradiction(options);
    if (!options.show && env.insideAgent) throw personNeeded();
    const project = await findProject(invocation, options.project);
    if (options.json) return showJson(env, project.dir, out);
    out.line(`project ${project.dir} ${out.style.dim(`(${project.how})`)}`);
    if (options.show) return show(env, project.dir, out);
    if (options.revoke) return revoke(env, project.dir, out);
    return grant(env, project.dir, options.yes ? async () => true : () => confirm(out), out);
  },
});

const SENTENCES: Record<TrustState, string> = {
  trusted: "Trusted: the files are as you trusted them.",
  changed: "Changed since you trusted it: its commands do not run. Run `holdfast trust` again to allow them.",
  untrusted: "Not trusted: its commands do not run. Run `holdfast trust` to allow them.",
  nothing: "Nothing to trust: this project has no .claude/holdfast.json and no commands in plans.",
};

async function showJson(env: Environment, projectDir: string, out: Output): Promise<number> {
  const { state, grantedAt, files } = await readTrustWithPlans(env, projectDir);
  const shown = files.map((file) => ({
    path: file.path,
    state: file.state,
    sha256: file.content?.sha256 ?? null,
  }));
  out.json({ project: projectDir, state, grantedAt, files: shown });
  return 0;
}

async function show(env: Environment, projectDir: string, out: Output): Promise<number> {
  const trust = await readTrustWithPlans(env, projectDir);
  printFiles(trust, out);
  out.line(SENTENCES[trust.state]);
  return 0;
}

async function revoke(env: Environment, projectDir: string, out: Output): Promise<number> {
  const wasGranted = await revokeTrust(env, projectDir);
  out.line(
    wasGranted ? "Trust withdrawn: its commands no longer run." : "It was not trusted: nothing to withdraw.",
  );
  return 0;
}

async function grant(
  env: Environment,
  projectDir: string,
  isConfirmed: () => Promise<boolean>,
  out: Output,
): Promise<number> {
  const trust = await readTrustWithPlans(env, projectDir);
  if (trust.state === "trusted" || trust.state === "nothing") {
    out.line(SENTENCES[trust.state]);
    return 0;
  }
  printFiles(trust, out);
  if (!(await isConfirmed())) {
    out.line("Not trusted: nothing changed.");
    return 1;
  }
  await grantTrust(env, projectDir, trust.files);
  out.line(out.style.green("Trusted, as shown above. A change to these files withdraws it."));
  return 0;
}

function printFiles(trust: Trust, out: Output): void {
  for (const { path, state, content } of trust.files) {
    out.line();
    out.line(
      `${out.style.bold(path)} ${out.style.dim(`(${state}, SHA-256 ${content?.sha256 ?? "unknown"})`)}`,
    );
    // The file may try to hide a part of itself: control characters do not reach the terminal.
    const lines = content ? content.text.trimEnd().split(/\r?\n/) : ["(cannot be read)"];
    for (const line of lines) out.line(`  ${printable(line)}`);
    out.line();
  }
}

async function confirm(out: Output): Promise<boolean> {
  if (!out.interactive) {
    const hint = "Read the files above, then run `holdfast trust --yes`.";
    throw new UserError("not-interactive", "nobody can be asked here", hint);
  }
  return ask("May commands from these files run?", "no");
}

function personNeeded(): UserError {
  const hint = "Run it in your own terminal. `holdfast trust --show` works here.";
  return new UserError("inside-claude", "only a person gives or withdraws trust, not an agent", hint);
}

function refuseContradiction(options: {
  yes?: boolean;
  show?: boolean;
  revoke?: boolean;
  json?: boolean;
}): void {
  const chosen = [options.yes, options.show, options.revoke].filter((option) => option === true);
  if (chosen.length > 1) {
    throw new UserError("usage", "--yes, --show and --revoke exclude each other", "Give one of them.");
  }
  if (options.json && !options.show) throw new UserError("usage", "--json needs --show", "Add --show.");
}
