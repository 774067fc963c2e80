// Finds every place where one of a few hundred literals begins, in one pass: three characters at a time, five bits
// each, select a slot; only a slot in use is looked at closely. Five bits fold the case of letters for free.

/** `used` lists the slots in use; a bucket has, between tabs, the literals of its slot, each with its rules' numbers. */
export type LiteralIndex = { used: readonly number[]; buckets: readonly string[] };

export type LiteralScan = (text: string, visit: (at: number, rules: readonly number[]) => void) => void;

type Entry = { literal: string; rules: readonly number[] };

const SLOTS = 1 << 15;

export function slotAt(text: string, at: number): number {
  return (
    ((text.charCodeAt(at) & 31) << 10) |
    ((text.charCodeAt(at + 1) & 31) << 5) |
    (text.charCodeAt(at + 2) & 31)
  );
}

export function makeLiteralScan({ used, buckets }: LiteralIndex): LiteralScan {
  const slots = new Uint16Array(SLOTS);
  for (let place = 0; place < used.length; place++) slots[used[place] ?? 0] = place + 1;
  const entries: (readonly Entry[] | undefined)[] = [];
  return (text, visit) => {
    for (let at = nextUsed(text, 0, slots); at >= 0; at = nextUsed(text, at + 1, slots)) {
      const place = slots[slotAt(text, at)] ?? 0;
      for (const { literal, rules } of (entries[place] ??= readBucket(buckets[place - 1] ?? "")))
        if (continues(text, at, literal)) visit(at, rules);
    }
  };
}

/** Only locals and numbers: in a hook this loop runs before it is compiled. */
function nextUsed(text: string, from: number, slots: Uint16Array): number {
  const { length } = text;
  let slot = ((text.charCodeAt(from) & 31) << 5) | (text.charCodeAt(from + 1) & 31);
  for (let index = from + 2; index < length; index++) {
    slot = ((slot << 5) | (text.charCodeAt(index) & 31)) & 32767;
    if (slots[slot] !== 0) return index - 2;
  }
  return -1;
}

function readBucket(bucket: string): Entry[] {
  const fields = bucket.split("\t");
  const entries: Entry[] = [];
  for (let place = 0; place + 1 < fields.length; place += 2)
    entries.push({ literal: fields[place] ?? "", rules: (fields[place + 1] ?? "").split(",").map(Number) });
  return entries;
}

function continues(text: string, at: number, literal: string): boolean {
  if (at + literal.length > text.length) return false;
  for (let index = 0; index < literal.length; index++) {
    const code = text.charCodeAt(at + index);
    const lower = code >= 65 && code <= 90 ? code + 32 : code;
    if (lower !== literal.charCodeAt(index)) return false;
  }
  return true;
}
