// What is offered where a save needs a choice: the commands that finish it, with all that was given, for a shell.
import { cleanBody } from "../../../memory/files/clean-memory.ts";
import type { SimilarMemory } from "../../../memory/index/find-similar.ts";
import type { Output } from "../../command.ts";

export interface SaveOptions {
  category?: string;
  body?: string;
  tags?: string;
  personal?: boolean;
  who?: string;
  confidence?: string;
  project?: string;
  json?: boolean;
}

/** Not an error: somebody has to choose. */
const CHOOSE = 4;

interface Offered {
  title: string;
  options: SaveOptions;
  similar: readonly SimilarMemory[];
}

/** The exit code. */
export function offerChoice(out: Output, { title, options, similar }: Offered): number {
  const [nearest] = similar;
  if (!nearest) return CHOOSE;
  const { needsStdin, ...commands } = commandsToSave(title, options, nearest);
  if (options.json) {
    out.json({ saved: false, similar, commands, needsStdin });
    return CHOOSE;
  }
  out.line("Not saved: a memory like it is there.");
  for (const each of similar.slice(0, 3)) out.line(`  ${each.id}: ${each.title} (${each.category})`);
  out.line("Choose one:");
  out.line(`  change it:      ${commands.update}`);
  if (commands.supersede !== null) out.line(`  replace it:     ${commands.supersede}`);
  out.line(`  keep them both: ${commands.force}`);
  if (needsStdin) out.line("The text is not in these commands: give it once more on stdin.");
  return CHOOSE;
}

interface SaveAgain {
  update: string;
  /** null: what is there is the project's and the new one personal, or the other way round. */
  supersede: string | null;
  force: string;
  /** The text is too long for a line, or came from stdin: it must be given once more. */
  needsStdin: boolean;
}

function commandsToSave(title: string, options: SaveOptions, nearest: SimilarMemory): SaveAgain {
  const needsStdin = options.body === "-" || isTooLongToShow(options.body);
  const said = repeatOptions(options, needsStdin);
  const personal = options.personal ? " --personal" : "";
  const words = cleanBody(title);
  const command = (choice: string) =>
    words.startsWith("-")
      ? `holdfast memory save${said}${choice} -- ${quote(words)}`
      : `holdfast memory save ${quote(words)}${said}${choice}`;
  const isSameScope = nearest.personal === (options.personal === true);
  return {
    // Where it lies does not change with what it says.
    update: command(`${nearest.personal ? personal : ""} --update ${quote(nearest.id)}`),
    supersede: isSameScope ? command(`${personal} --supersede ${quote(nearest.id)}`) : null,
    force: command(`${personal} --force`),
    needsStdin,
  };
}

type Repeated = {
  [Name in "title" | Exclude<keyof SaveOptions, "personal" | "json">]?: string | undefined;
};

/** What would not be kept is not shown either: no secret, nothing that moves a terminal. */
export function repeatOptions(
  { title, category, body, tags, ...rest }: Repeated,
  needsStdin: boolean,
): string {
  return [
    option("title", title),
    option("category", category),
    needsStdin ? " --body -" : option("body", body),
    option("tags", tags?.split(",").map(cleanBody).join(",")),
    option("who", rest.who),
    option("confidence", rest.confidence),
    option("project", rest.project),
  ].join("");
}

const MAX_SHOWN = 2000;

export function isTooLongToShow(body: string | undefined): boolean {
  return (body?.length ?? 0) > MAX_SHOWN;
}

function option(name: string, value: string | undefined): string {
  if (value === undefined) return "";
  const shown = cleanBody(value);
  // A dash alone would stand for stdin.
  if (shown === "-") return ` --${name} ' -'`;
  return ` --${name}${shown.startsWith("-") ? "=" : " "}${quote(shown)}`;
}

/** For a shell. */
export function quote(text: string): string {
  return /^[\w./:,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
