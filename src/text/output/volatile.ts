// What differs between two runs of the same failure, and what replaces it. No pattern touches a file:line, an error code or
// a count.

type Mask = readonly [pattern: RegExp, replacement: string];

const DURATION =
  /(?<![\w.:])\d+(?:[.,]\d+)?(?:e-?\d+)? ?(?:ns|µs|μs|us|ms|milliseconds?|s|secs?|seconds?|mins?|minutes?|hours?)(?![\w:(])/;
const CLOCK =
  /(?<![\w.:/-])\d{1,2}:\d{2}:\d{2}(?:[.,]\d+)?(?:\s?[AP]M\b)?(?:\s?(?:Z|UTC|GMT|[+-]\d{2}:?\d{2}))?(?![\w:])/;
const DATE =
  /\b\d{4}[-/]\d{2}[-/]\d{2}(?:[T _]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?(?![\w:])/;
const LONG_DATE =
  /\b(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\w*,? )?(?:(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\w* {1,2}\d{1,2}|\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\w*)(?:,? \d{4})?\b/;

const every = (pattern: RegExp, flags = "g") => new RegExp(pattern.source, flags);

/** For comparing. */
export const MASKS: readonly Mask[] = [
  [/\bfile:\/\//g, ""],
  [/(?:\/private)?(?:\/tmp|\/var\/tmp|\/var\/folders|\/dev\/shm)\/[^\s:'"`()[\]{},;]+/g, "<temp>"],
  [/\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/gi, "<id>"],
  [every(DATE), "<date>"],
  [every(LONG_DATE), "<date>"],
  [every(CLOCK), "<clock>"],
  [/\b\d+h ?\d+m(?: ?\d+(?:\.\d+)?s)?\b|\b\d+m ?\d+(?:\.\d+)?s\b/g, "<time>"],
  [every(DURATION), "<time>"],
  [
    /\b((?:duration\w*|elapsed(?: time)?|took)['"]?\s?[:=]?\s*|time['"]?\s?[:=]\s*)\d+(?:\.\d+)?\b/gi,
    "$1<time>",
  ],
  [/\b(localhost|\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:]*:[0-9a-f:]*\]|::):\d{2,5}\b/gi, "$1:<port>"],
  [/\b(port['"]?\s?[:=#]?\s?)\d{2,5}\b/gi, "$1<port>"],
  [
    /\b((?:pid|ppid|tid|(?:process|thread|worker) ?id)['"]?\s?[:=#]?\s?|goroutine |(?:process|thread|worker)[-#:=] ?)\d+\b/gi,
    "$1<pid>",
  ],
  [/(\bthread '[^']*' )\(\d+\)/g, "$1(<pid>)"],
  [/\(node:\d+\)|={2}\d+={2}/g, "(<pid>)"],
  [/\b(seed['"]?\s?[:=]?\s?(?:is |of )?)-?\d+\b/gi, "$1<seed>"],
  [/\b(?:0x[0-9a-f]{5,}|1[0-9]{12}|1[5-9]\d{8})\b/gi, "<number>"],
  [/\b(?=[0-9]*[a-f])(?=[a-f]*[0-9])[0-9a-f]{8,64}\b/gi, "<hash>"],
  [/(?<![\w.])\d+(?:\.\d+)? ?%/g, "<percent>"],
  [/(?<![\w.:])\d+(?:\.\d+)? ?(?:[KMGT]i?B|kB)\b/g, "<size>"],
];

/** For reading: only what leaves no hole when it is removed. */
export const DROPS: readonly Mask[] = [
  [new RegExp(String.raw`^\[?(?:${DATE.source}|${CLOCK.source})\]?[ \t]+`), ""],
  [new RegExp(String.raw`\s*[([]${DURATION.source}[)\]]`, "g"), ""],
  [new RegExp(`[;,]?(?: finished)? in ${DURATION.source}`, "g"), ""],
  [new RegExp(String.raw`^((?:[×✗✖❯]|FAIL|---).*?)\s+${DURATION.source}$`), "$1"],
  [new RegExp(`(?: --|,)? Time elapsed: ${DURATION.source}`), ""],
  [/(?<=\bthread '[^']*') \(\d+\)/g, ""],
  [/\b0x[0-9a-f]{6,}\b/gi, "0x…"],
];

export function applyMasks(line: string, masks: readonly Mask[]): string {
  return masks.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), line);
}
