import { grantTrust, revokeTrust } from "../../../config/grant-trust.ts";
import type { Trust, TrustState } from "../../../config/trust.ts";
import { readTrustWithPlans } from "../../../gates/plan/trust.ts";
import { printable } from "../../../text/printable.ts";
import { UserError } from "../../../text/user-error.ts";
import { defineCommand, flag, type Output, option } from "../../command.ts";
import { findProject } from "../../target.ts";
import { ask } from "../../terminal.ts";

export const command = defineCommand({
  changes: true,
  details:
    "A cloned repository must not run commands by being opened, so commands from .claude/holdfast.json run only after you\n" +
    "trusted the file as it is; when it changes, they wait for you again. Commands that prove items of a plan\n" +
    "(`verify: …`) are trusted one by one. An agent cannot do this.",
  examples: ["holdfast trust --show", "holdfast trust", "holdfast trust --yes", "holdfast trust --revoke"],
  options: {
    yes: flag("trust without asking"),
    show: flag("only show what there is to trust, and its state"),
    revoke: flag("withdraw trust"),
    project: option("DIR", "another project than this one"),
    json: flag("with --show: print JSON"),
  },
  async run(invocation) {
    const { options, env, out } = invocation;
    refuseContradiction(options);
    if (!options.show && env.insideAgent) throw personNeeded();
    const project = await findProject(invocation, options.project);
    const { dir } = project;
    if (options.json) {
      out.json({ project: dir, ...toJson(await readTrustWithPlans(env, dir)) });
      return;
    }
    out.line(`project ${dir} ${out.style.dim(`(${project.how})`)}`);
    if (options.revoke) {
      const wasGranted = await revokeTrust(env, dir);
      out.line(
        wasGranted
          ? "Trust withdrawn: its commands no longer run."
          : "It was not trusted: nothing to withdraw.",
      );
      return;
    }
    const trust = await readTrustWithPlans(env, dir);
    const isSettled = trust.state === "trusted" || trust.state === "nothing";
    if (options.show || !isSettled) printFiles(trust, out);
    if (options.show || isSettled) {
      out.line(SENTENCES[trust.state]);
      return;
    }
    if (!options.yes && !(await confirm(out))) {
      out.line("Not trusted: nothing changed.");
      return 1;
    }
    await grantTrust(env, dir, trust.files);
    out.line(out.style.green("Trusted, as shown above. A change to these files withdraws it."));
  },
});

const SENTENCES: Record<TrustState, string> = {
  trusted: "Trusted: the files are as you trusted them.",
  changed: "Changed since you trusted it: its commands do not run. Run `holdfast trust` again to allow them.",
  untrusted: "Not trusted: its commands do not run. Run `holdfast trust` to allow them.",
  nothing: "Nothing to trust: this project has no .claude/holdfast.json and no commands in plans.",
};

function toJson({ state, grantedAt, files }: Trust) {
  const shown = files.map((file) => ({
    path: file.path,
    state: file.state,
    sha256: file.content?.sha256 ?? null,
  }));
  return { state, grantedAt, files: shown };
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
