import type { ItemBase } from "../item.ts";
import { type Raw, textOf } from "./fields.ts";

export function headOf(record: Raw, offset: number): ItemBase {
  return {
    offset,
    uuid: textOf(record.uuid),
    parentUuid: textOf(record.parentUuid),
    sessionId: textOf(record.sessionId),
    timestamp: timeOf(record.timestamp),
    cwd: textOf(record.cwd),
    gitBranch: textOf(record.gitBranch),
    version: textOf(record.version),
    sidechain: record.isSidechain === true,
    agentId: textOf(record.agentId),
  };
}

function timeOf(value: unknown): number | null {
  const time = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}
