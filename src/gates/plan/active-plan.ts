// Finds the active plan: that of the branch, otherwise the newest one whose MEMORY.md says in-progress.

import { listFoldersUpwards } from "../../config/place.ts";
import type { Config } from "../../config/schema.ts";
import { readSmallFile } from "../../platform/files.ts";
import { projectTop, readProjectFile } from "../../platform/project-file.ts";
import { findRepository } from "../../platform/repository.ts";
import { withoutSecrets } from "../../text/redaction/without-secrets.ts";
import { type Plan, parsePlan, type Step } from "../markdown/parse-plan.ts";
import { isInProgress } from "./memory-file.ts";

export interface PlanFiles {
  /** Its folder's name. */
  feature: string;
  /** Relative to the folder of plans. */
  path: string;
  /** Without secrets, except in verify commands. */
  plan: Plan;
  memoryPath: string;
  /** Without secrets; null when there is none. */
  memory: string | null;
  why: "branch" | "status";
}

const DEFAULT_PATTERNS = ["docs/plans/*/PLAN.md"];
const MAX_PLANS = 50;

/** The folder that has plans: the session's own, or the nearest above it in the work tree. */
export function findPlanFolder(projectDir: string, config: Config): string {
  const hasPlans = (folder: string) => listPlanFiles(folder, config).length > 0;
  return listFoldersUpwards(projectDir).find(hasPlans) ?? projectDir;
}

/** Never throws. `folder`: from `findPlanFolder`. */
export async function findActivePlan(folder: string, config: Config): Promise<PlanFiles | null> {
  const paths = listPlanFiles(folder, config);
  if (paths.length === 0) return null;
  const feature = await featureOfBranch(folder);
  const named = paths.find((path) => feature !== null && folderName(path) === feature);
  if (named !== undefined) return readPlan(folder, named, "branch");
  const plans = await Promise.all(paths.map((path) => readPlan(folder, path, "status")));
  const changedAt = ({ memoryPath }: PlanFiles) => Bun.file(memoryPath).lastModified;
  const [newest = null] = plans
    .filter((plan) => plan !== null)
    .filter(({ memory }) => memory !== null && isInProgress(memory))
    .sort((a, b) => changedAt(b) - changedAt(a));
  return newest;
}

/** Relative to the folder, sorted by name. Patterns that lead out of the folder are ignored. */
export function listPlanFiles(folder: string, { plan }: Config): string[] {
  const patterns = (plan.files.length > 0 ? plan.files : DEFAULT_PATTERNS).filter(
    (pattern) => !/\*\*|^[/~]|(?:^|\/)\.\.(?:\/|$)/.test(pattern),
  );
  const paths = new Set<string>();
  for (const pattern of patterns) {
    try {
      for (const path of new Bun.Glob(pattern).scanSync({ cwd: folder, onlyFiles: true })) {
        if (paths.size < MAX_PLANS) paths.add(path);
      }
    } catch {
      // The folder cannot be listed.
    }
  }
  return [...paths].sort();
}

async function readPlan(folder: string, path: string, why: PlanFiles["why"]): Promise<PlanFiles | null> {
  const memoryPath = memoryPathOf(folder, path);
  const top = projectTop(folder);
  const file = readProjectFile(top, `${folder}/${path}`);
  if (file.state !== "read") return null;
  const memory = readProjectFile(top, memoryPath);
  return {
    feature: folderName(path),
    path,
    plan: await redactPlan(parsePlan(file.text)),
    memoryPath,
    memory: memory.state === "read" ? await withoutSecrets(memory.text) : null,
    why,
  };
}

async function redactPlan({ phases, ship, emptySections }: Plan): Promise<Plan> {
  const redactStep = async <T extends Step | Plan["ship"][number]>(step: T): Promise<T> => ({
    ...step,
    text: await withoutSecrets(step.text),
  });
  return {
    phases: await Promise.all(
      phases.map(async (phase) => ({
        ...phase,
        title: await withoutSecrets(phase.title),
        steps: await Promise.all(phase.steps.map(redactStep)),
      })),
    ),
    ship: await Promise.all(ship.map(redactStep)),
    emptySections: await Promise.all(emptySections.map(withoutSecrets)),
  };
}

/** MEMORY.md is in the folder of the plan. */
export function memoryPathOf(folder: string, path: string): string {
  const planFolder = path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : ".";
  return `${folder}/${planFolder}/MEMORY.md`;
}

/** The x of `feature/<x>`, with slashes as dashes. */
async function featureOfBranch(dir: string): Promise<string | null> {
  const repository = await findRepository(dir);
  const head = repository && readSmallFile(`${repository.gitDir}/HEAD`);
  if (head?.state !== "read") return null;
  const name = /^ref: refs\/heads\/feature\/(\S+)/.exec(head.text)?.[1];
  return name?.replaceAll("/", "-") ?? null;
}

function folderName(path: string): string {
  return path.split("/").at(-2) ?? "";
}
