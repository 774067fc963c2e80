// What was saved, and whether a session will be given it.
import type { Saved } from "../memory/save-memory.ts";
import { findDoubt } from "../memory/trust.ts";
import type { Output } from "./command.ts";

export function tellSaved(out: Output, { memory, path }: Saved, json: boolean): void {
  const doubt = memory.status === "active" ? findDoubt(memory) : null;
  if (json) {
    const status = doubt === null ? memory.status : "quarantined";
    out.json({ saved: true, ...memory, status, file: path });
    return;
  }
  out.line(`Saved ${out.style.bold(memory.id)}: ${path}`);
  if (doubt !== null)
    out.line(
      out.style.yellow(
        `Quarantined, so no session is given it: ${doubt}. If it is fine: holdfast memory restore ${memory.id}`,
      ),
    );
}
