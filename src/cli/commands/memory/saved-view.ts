// What was saved or changed, whether a session will be given it, and what of it was not kept as it was typed.
import { hasSecret } from "../../../memory/files/clean-memory.ts";
import { distinctBody, isTitleTooLong } from "../../../memory/files/memory-file.ts";
import type { SavedMemory } from "../../../memory/files/save-memory.ts";
import { quarantineReason } from "../../../memory/files/trust.ts";
import type { Output } from "../../command.ts";

/** As it was typed. */
interface Given {
  title?: string;
  body?: string;
  tags?: readonly string[];
}

export interface Telling {
  how: "Saved" | "Changed";
  given: Given;
  json: boolean;
}

export function tellSaved(out: Output, saved: SavedMemory, { how, given, json }: Telling): void {
  if (json) {
    out.json(toSavedJson(saved, given));
    return;
  }
  const { memory, path } = saved;
  const { bold, yellow } = out.style;
  const { doubt, redacted, titleCut } = judge(saved, given);
  out.line(`${how} ${bold(memory.id)}: ${path}`);
  if (redacted) out.line(yellow("Something that looks like a secret was taken out."));
  if (titleCut) out.line(yellow("The title is cut at 120 characters; the whole of it stands in the text."));
  if (doubt !== null)
    out.line(
      yellow(
        `Quarantined, so no session is given it: ${doubt}. If it is fine: holdfast memory restore ${memory.id}`,
      ),
    );
}

export function toSavedJson(saved: SavedMemory, given: Given) {
  const { memory, path } = saved;
  const { doubt, redacted, titleCut } = judge(saved, given);
  return {
    saved: true,
    ...memory,
    body: distinctBody(memory),
    created: new Date(memory.created).toISOString(),
    updated: new Date(memory.updated).toISOString(),
    status: doubt === null ? memory.status : "quarantined",
    file: path,
    redacted,
    titleCut,
  };
}

function judge({ memory }: SavedMemory, { title = "", body = "", tags = [] }: Given) {
  return {
    doubt: memory.status === "active" ? quarantineReason(memory) : null,
    redacted: hasSecret([title, body, ...tags]),
    titleCut: isTitleTooLong(title),
  };
}
