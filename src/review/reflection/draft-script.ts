import type { ScriptDraft } from "./pattern.ts";

/** What only shapes the output of the one time it was typed. */
const SHAPING = /(?:\s*2>&1)?\s*(?:\|\s*(?:tail|head|cat|less|grep)\b[^|;&]*)+$|\s*2>&1$/;

export function draftScript(command: string): ScriptDraft {
  const whole = command.trim().replace(SHAPING, "");
  const words = whole.toLowerCase().match(/[a-z][a-z0-9]+/g) ?? [];
  return { name: words.slice(0, 4).join("-").slice(0, 40) || "command", command: whole };
}
