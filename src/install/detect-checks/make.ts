import type { ProjectFiles, Proposal, ProposedCommand, StageName } from "./proposal.ts";

const TARGETS: Record<StageName, readonly string[]> = {
  correctness: ["typecheck", "check-types", "build"],
  quality: ["lint", "check", "vet"],
  tests: ["test", "tests"],
};

export function detectMake(files: ProjectFiles): Proposal {
  const text = files.get("Makefile");
  if (text === undefined) return {};
  const targets = new Set([...text.matchAll(/^([\w.-]+)\s*:(?!=)/gm)].map((match) => match[1]));
  const proposal: Proposal = {};
  for (const stage of Object.keys(TARGETS) as StageName[]) {
    const target = TARGETS[stage].find((one) => targets.has(one));
    if (target !== undefined) proposal[stage] = [commandOf(stage, target)];
  }
  return proposal;
}

function commandOf(stage: StageName, target: string): ProposedCommand {
  const run = `make ${target}`;
  return stage === "tests" ? { run, background: true } : { run };
}
