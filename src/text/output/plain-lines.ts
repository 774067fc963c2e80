// A command's output as it finally looks on a screen: no colours, no overwritten progress.

const ESCAPES =
  /\u001b\][^\u0007\u001b\n]*(?:\u0007|\u001b\\)?|(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|\u001b[ -/]*[0-~]/g;
const OVERSTRUCK = /[^\n]\u0008/gu;
// Control characters except tab, line feed and carriage return, and invisible ones that reorder or hide text.
const INVISIBLE =
  /[\0-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g;
/** A minified file may be one very long line. */
const MAX_LINE = 4000;

export function plainLines(output: string): string[] {
  const isPlain = /^[\t\n\r\x20-\x7e]*$/.test(output);
  const text = isPlain ? output : output.replace(ESCAPES, "").replace(OVERSTRUCK, "").replace(INVISIBLE, "");
  return text.split("\n").map(readLine);
}

/** A carriage return starts the line over, so only the text after the last one is visible. */
function readLine(raw: string): string {
  const line = raw.trimEnd();
  const shown = line.slice(line.lastIndexOf("\r") + 1);
  return shown.slice(0, MAX_LINE).toWellFormed();
}
