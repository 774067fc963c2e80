// Long texts by their two ends: what came first and what came last says most.

/** Of a longer text only its ends are searched for secrets; what is kept of it is far shorter. */
const SEARCHED = 192 * 1024;
const PRIVATE = /private\s*(?:>|\\u003e)/i;

export function cutMiddle(text: string, most: number): string {
  if (text.length <= most) return text;
  const head = Math.ceil(most * 0.6);
  return joinEnds(text, head, text.length - (most - head));
}

/** Cuts between lines. A text that marks parts as private stays whole, so that their ends are seen. */
export function leaveOutMiddle(text: string): string {
  if (text.length <= SEARCHED || PRIVATE.test(text)) return text;
  const head = text.lastIndexOf("\n", SEARCHED / 2);
  const tail = text.indexOf("\n", text.length - SEARCHED / 2);
  return joinEnds(text, head === -1 ? SEARCHED / 2 : head, tail === -1 ? text.length - SEARCHED / 2 : tail);
}

function joinEnds(text: string, head: number, tail: number): string {
  const from = isLowSurrogate(text, head) ? head - 1 : head;
  const to = isLowSurrogate(text, tail) ? tail + 1 : tail;
  return `${text.slice(0, from)}\n[… ${to - from} characters cut …]\n${text.slice(to)}`;
}

/** A cut between the halves of one character would leave bytes that are no text. */
function isLowSurrogate(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff;
}
