// What of a history has room in the store. More would be dropped by the next prune, oldest first: better to leave the
// oldest unread and say so.
import { bytesToRead, type Unit } from "./plan-units.ts";

/** So much of the room is filled: what is recorded from now on needs some, too. */
const FILL = 0.9;
/** Bytes in the store for a byte of transcript; measured, and rounded up. */
const SHARE = 0.12;

export interface Fitting {
  /** In their order. */
  units: Unit[];
  noRoom: { sessions: number; bytes: number };
}

export function fitStore(units: readonly Unit[], roomBytes: number): Fitting {
  let left = (roomBytes * FILL) / SHARE;
  const fitting = new Set<Unit>();
  const noRoom = { sessions: 0, bytes: 0 };
  for (const unit of units.toSorted((a, b) => newest(b) - newest(a))) {
    const bytes = bytesToRead(unit);
    if (bytes <= left && noRoom.sessions === 0) {
      left -= bytes;
      fitting.add(unit);
    } else {
      noRoom.sessions++;
      noRoom.bytes += bytes;
    }
  }
  return { units: units.filter((unit) => fitting.has(unit)), noRoom };
}

function newest({ files }: Unit): number {
  return Math.max(...files.map(({ modifiedAt }) => modifiedAt));
}
