// Prints what was saved, with notices, or the commands to choose from if a similar memory exists.

import { cleanBody } from "../../../memory/files/clean-memory.ts";
import type { SaveNotices } from "../../../memory/files/remember.ts";
import type { SavedMemory } from "../../../memory/files/save-memory.ts";
import type { SimilarMemory } from "../../../memory/index/find-similar.ts";
import { type Category, distinctBody, MAX_TITLE, type Speaker } from "../../../memory/memory.ts";
import { printable, quoteForShell } from "../../../text/printable.ts";
import type { Output } from "../../command.ts";
import { nameCategory } from "./memories.ts";

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

export interface SaveOptions {
  title?: string;
  category?: Category;
  body?: string | undefined;
  tags?: string[];
  personal?: boolean;
  who?: Speaker;
  confidence?: number;
  project?: string | undefined;
  json?: boolean;
}

/** Not an error: the caller has to choose. */
const EXIT_CHOOSE = 4;

/** Returns the exit code. */
export function offerChoice(
  out: Output,
  title: string,
  options: SaveOptions,
  similar: readonly SimilarMemory[],
): number {
  const [nearest] = similar;
  if (!nearest) return EXIT_CHOOSE;
  const { needsStdin, ...commands } = commandsToSave(title, options, nearest);
  if (options.json) {
    out.json({ saved: false, similar, commands, needsStdin });
    return EXIT_CHOOSE;
  }
  out.line("Not saved: a similar memory exists.");
  for (const each of similar.slice(0, 3)) out.line(`  ${each.id}: ${each.title} (${each.category})`);
  out.line("Choose one:");
  out.line(`  change it:  ${commands.update}`);
  if (commands.supersede !== null) out.line(`  replace it: ${commands.supersede}`);
  out.line(`  keep both:  ${commands.force}`);
  if (needsStdin) out.line("The text is not in these commands: give it again on stdin.");
  return EXIT_CHOOSE;
}

function commandsToSave(title: string, options: SaveOptions, nearest: SimilarMemory) {
  // Too long for a line, or read from stdin: it must be given again.
  const needsStdin = options.body === "-" || isTooLongToShow(options.body);
  const given = repeatOptions(options, needsStdin);
  const personal = options.personal ? " --personal" : "";
  const words = cleanBody(title);
  const command = (choice: string) =>
    words.startsWith("-")
      ? `holdfast memory save${given}${choice} -- ${quoteForShell(words)}`
      : `holdfast memory save ${quoteForShell(words)}${given}${choice}`;
  const isSameScope = nearest.personal === (options.personal === true);
  const id = quoteForShell(nearest.id);
  return {
    // An update does not move a memory between the project's and the personal ones.
    update: command(`${nearest.personal ? personal : ""} --update ${id}`),
    // Impossible where one of the two is the project's and the other personal.
    supersede: isSameScope ? command(`${personal} --supersede ${id}`) : null,
    force: command(`${personal} --force`),
    needsStdin,
  };
}

/** Without secrets and control characters, like what is saved. */
export function repeatOptions(
  { title, category, body, tags, who, confidence, project }: SaveOptions,
  needsStdin: boolean,
): string {
  return [
    repeatOption("title", title),
    repeatOption("category", category && nameCategory(category)),
    needsStdin ? " --body -" : repeatOption("body", body),
    repeatOption("tags", tags?.map(cleanBody).join(",")),
    repeatOption("who", who),
    repeatOption("confidence", confidence?.toString()),
    repeatOption("project", project),
  ].join("");
}

function repeatOption(name: string, value: string | undefined): string {
  if (value === undefined) return "";
  const shown = cleanBody(value);
  // A dash alone would mean stdin.
  if (shown === "-") return ` --${name} ' -'`;
  return ` --${name}${shown.startsWith("-") ? "=" : " "}${quoteForShell(shown)}`;
}

const MAX_SHOWN = 2000;

export function isTooLongToShow(body: string | undefined): boolean {
  return (body?.length ?? 0) > MAX_SHOWN;
}
