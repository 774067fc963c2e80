// A goal that another tool's state file describes. The file is believed, unless an active goal of ours overrules it.
import { type Goal, isOpenGoal } from "../../store/goals.ts";
import { attempt } from "../../store/hook-context.ts";
import type { StateFields } from "../../store/state-files.ts";
import { valueWithoutSecrets } from "../../text/redaction/without-secrets.ts";
import type { StopContext } from "../engine/stop-context.ts";
import type { FileGoal, GoalFacts, GoalKind } from "./goal.ts";
import { describesGoal, fileHolds, goalOfFile, publishGoal } from "./state-file.ts";

/** `goal`: the session's own, which may be about the same work. */
export async function gatherForeign<Extra>(
  stop: StopContext,
  kind: GoalKind<Extra>,
  fields: StateFields,
  goal: Goal | null,
): Promise<GoalFacts<Extra> | null> {
  const { store, stateFolder } = stop;
  const { file } = kind;
  if (!file) return null;
  const theirs = file.parse(fields);
  const own = goal !== null && describesGoal(theirs, goal) ? goal : null;
  if (fileHolds(theirs, goal)) return gatherFile(stop, kind, theirs, own);
  // After a crash, the file of a goal that has ended may be outdated.
  if (own !== null && own.fileKey === null && !isOpenGoal(own))
    await attempt(stop, "state", () => publishGoal(file, stateFolder, store, own));
  return null;
}

/** `row`: set if it was suspended and is active again. */
async function gatherFile<Extra>(
  stop: StopContext,
  kind: GoalKind<Extra>,
  file: FileGoal,
  row: Goal | null,
): Promise<GoalFacts<Extra> | null> {
  if (!kind.judgeFile) return null;
  const clean = await valueWithoutSecrets(file);
  const { sessionId, projectDir, now } = stop;
  const place = { sessionId, projectDir: projectDir ?? "", now };
  return {
    goal: goalOfFile(kind.id, { ...clean, key: file.key }, place, row),
    source: "file",
    conditions: clean.conditions,
    evidence: [],
    claimsMore: false,
    ...(await kind.judgeFile(stop)),
  };
}
