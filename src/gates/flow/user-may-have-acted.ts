// Whether a stretch of a transcript can hold anything that the person said or decided, seen without parsing it: most
// records are calls and their results. In doubt it can.

/** Dialogs of the client, and what is typed while Claude works. */
const MARKS = ["ExitPlanMode", "AskUserQuestion", "queued_command", "queue-operation"];
/** In a string the quotes would be escaped: these are keys and values of records. */
const USER = '"user"';
const RESULT = '"tool_result"';
const WORDS = '"text"';
const DETAILS = '"toolUseResult"';
const MESSAGE = '"message"';
const NOBODYS = '"isMeta":true';
const GLUED = '}{"';

export function userMayHaveActed(text: string): boolean {
  for (const mark of MARKS) if (text.includes(mark)) return true;
  for (let at = text.indexOf(USER); at !== -1; ) {
    const end = text.indexOf("\n", at);
    const line = text.slice(text.lastIndexOf("\n", at) + 1, end === -1 ? text.length : end);
    if (line.includes(GLUED) || !(isResultAlone(line) || line.includes(NOBODYS))) return true;
    at = end === -1 ? -1 : text.indexOf(USER, end);
  }
  return false;
}

/** Some clients wrote what the person typed beside a tool's result. */
function isResultAlone(line: string): boolean {
  const details = line.indexOf(DETAILS);
  const isLast = details > line.lastIndexOf(MESSAGE);
  const message = details !== -1 && isLast ? line.slice(0, details) : line;
  return message.includes(RESULT) && !message.includes(WORDS);
}
