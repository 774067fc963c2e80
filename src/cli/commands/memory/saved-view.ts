// Prints what was saved, with notices, or the options to choose from if a similar memory exists.

import type { SaveNotices } from "../../../memory/files/remember.ts";
import type { SavedMemory } from "../../../memory/files/save-memory.ts";
import type { Proposal } from "../../../memory/inbox/propose-memory.ts";
import type { SimilarMemory } from "../../../memory/index/find-similar.ts";
import { distinctBody, MAX_TITLE } from "../../../memory/memory.ts";
import { printable, quoteForShell } from "../../../text/printable.ts";
import type { Output } from "../../command.ts";

export function printSaved(
  out: Output,
  saved: SavedMemory & SaveNotices,
  { verb, json }: { verb: "Saved" | "Changed"; json: boolean },
): void {
  if (json) {
    out.json(toSavedJson(saved));
    return;
  }
  const { memory, path, doubt, redacted, titleCut } = saved;
  const { bold, dim, yellow } = out.style;
  out.line(`${verb} ${bold(memory.id)}: ${printable(memory.title)}`);
  out.line(dim(`  ${path}`));
  if (redacted) out.line(yellow("Something that looks like a secret was removed."));
  if (titleCut)
    out.line(yellow(`The title was shortened to ${MAX_TITLE} characters; the text has all of it.`));
  if (doubt !== null)
    out.line(
      yellow(
        `Quarantined, so no session gets it: ${doubt}. If it is fine: holdfast memory restore ${memory.id}`,
      ),
    );
}

export function toSavedJson({ memory, path, doubt, redacted, titleCut }: SavedMemory & SaveNotices) {
  const { created, updated, ...rest } = memory;
  return {
    saved: true,
    ...rest,
    body: distinctBody(memory),
    createdAt: created,
    updatedAt: updated,
    status: doubt === null ? memory.status : "quarantined",
    file: path,
    redacted,
    titleCut,
  };
}

/** What Claude may not save itself. */
export function printProposal(out: Output, { id, title, why }: Proposal, json: boolean): void {
  if (json) out.json({ saved: false, proposed: true, id, title, why });
  else
    out.line(
      `Not saved: only the user can. It waits in the inbox as ${id}: ${printable(title)}\n${printable(why)}.`,
    );
}

/** Not an error: the caller has to choose. */
const EXIT_CHOOSE = 4;

/** Returns the exit code. */
export function offerChoice(
  out: Output,
  { personal, json }: { personal?: boolean; json?: boolean },
  similar: readonly SimilarMemory[],
): number {
  const [nearest] = similar;
  const id = quoteForShell(nearest?.id ?? "");
  // With --personal, a memory of the project cannot be updated; nor can one of the two supersede the other.
  const choices = {
    update: personal && !nearest?.personal ? null : `--update ${id}`,
    supersede: nearest?.personal === (personal === true) ? `--supersede ${id}` : null,
    force: "--force",
  };
  if (json) {
    out.json({ saved: false, similar, choices });
    return EXIT_CHOOSE;
  }
  out.line("Not saved: a similar memory exists.");
  for (const each of similar.slice(0, 3)) out.line(`  ${each.id}: ${each.title} (${each.category})`);
  out.line("Run it again with an option:");
  if (choices.update !== null) out.line(`  to change it   ${choices.update}`);
  if (choices.supersede !== null) out.line(`  to replace it  ${choices.supersede}`);
  out.line(`  to keep both   ${choices.force}`);
  return EXIT_CHOOSE;
}
