// How much of the model's context a text takes. A tokenizer is large and differs from model to model; three bytes a
// token errs on the side of too many: English has about four, code and paths three to four, other scripts three.

const BYTES_A_TOKEN = 3;

export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / BYTES_A_TOKEN);
}

/** The beginning that fits, its cut marked; empty when not even the mark does. */
export function clipToTokens(text: string, tokens: number): string {
  if (estimateTokens(text) <= tokens) return text;
  const most = tokens * BYTES_A_TOKEN - Buffer.byteLength("…");
  if (most < 0) return "";
  let kept = text.slice(0, most);
  while (Buffer.byteLength(kept) > most) kept = kept.slice(0, Math.min(kept.length - 1, longest(kept, most)));
  return `${kept.replace(/[\ud800-\udbff]$/, "").trimEnd()}…`;
}

/** How much of it can fit if all its characters are like the average one. */
function longest(text: string, bytes: number): number {
  return Math.floor((text.length * bytes) / Buffer.byteLength(text));
}
