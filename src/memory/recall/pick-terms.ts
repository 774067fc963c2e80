// The words of a prompt that are worth searching for. Pure.
import { byteLength } from "../../text/clip.ts";
import { rootOf } from "../../text/irregular-words.ts";
import { isStopWord as isGlueWord, type Term, tokensOf } from "../../text/query-words.ts";

/** One string: a set would have to be built for every prompt. */
const STOP_WORDS =
  " a about above actually add after again all also always am an and another any anything are around as ask" +
  " at away back be because been before being below best better between both but by can cannot claude code" +
  " come could did do does doing done down each either else even ever every everything example few find" +
  " first fix for from further get gets getting give go goes going good got great had has have having he" +
  " hello help her here hey hi him his how however i if in instead into is it its itself just keep kind" +
  " know last later least let like little long look looks made make makes making many may maybe me mean" +
  " might mine more most much must my myself need needs never new next nice no nor not nothing now of off" +
  " ok okay on once one only or other our out over own part perhaps please possible problem put quite" +
  " rather read really right said same say says see seem seems shall she should show simply since so some" +
  " something soon still such sure take tell than thank thanks that the their them then there these they" +
  " thing things think this those though through time to today together too try trying under until up upon" +
  " us use used using very want wants was way we well went were what when where whether which while who" +
  " whole why will with within without won work works would write yes yet you your yours aber als auch auf" +
  " aus bei bin bitte da dann das dass dein dem den der des die dies diese dieser doch du ein eine einem" +
  " einen einer er es etwas für habe haben hat hier ich ihr im in ist ja jetzt kann kein keine mach machen" +
  " man mehr mein mich mir mit muss nach nein nicht noch nun nur ob oder schon sein sich sie sind so soll" +
  " um und uns unser vom von vor war warum was weil wenn wer werden wie wir wird wo zu zum zur ";

export interface PromptTerm extends Term {
  /** An identifier, such as `parseEvent`, `max_age`, `open.ts` or `ENT-108`: may be enough by itself. */
  isName: boolean;
}

/** In bytes: in Chinese or Japanese few characters say much. */
const MIN_BYTES = 12;
/** Of a long prompt, such as a pasted log, the beginning and the end say what is wanted. */
const MAX_CHARACTERS = 4000;
const MAX_TERMS = 40;

/** None for a command, or for a prompt too short to be about something. */
export function pickTerms(prompt: string): PromptTerm[] {
  const text = prompt.trim();
  if (byteLength(text) < MIN_BYTES || isCommand(text)) return [];
  const plain = withoutPaths(shorten(text));
  const terms = new Map<string, PromptTerm>();
  for (const term of namesIn(plain)) terms.set(term.tokens.map(rootOf).join(" "), term);
  for (const word of tokensOf(plain)) {
    if (isStopWord(word) || !isMeaningful(word)) continue;
    const root = rootOf(word);
    if (!terms.has(root)) terms.set(root, { word, tokens: [word], isName: false });
    if (terms.size === MAX_TERMS) break;
  }
  return [...terms.values()];
}

const MAX_NAMES = 10;

/** Words with `_` or `.` inside, in camel case, or of capitals and a number. */
function namesIn(text: string): PromptTerm[] {
  const words = text.match(/[A-Za-z0-9][\w.-]*\w/g) ?? [];
  const names = new Set(words.filter((word) => /\w_\w|[a-z][A-Z]|[A-Za-z]\.[A-Za-z]|^[A-Z]+-?\d/.test(word)));
  return [...names]
    .slice(0, MAX_NAMES)
    .map((name) => ({ word: name.toLowerCase(), tokens: tokensOf(name), isName: true }))
    .filter(({ tokens }) => tokens.some(isMeaningful));
}

// Most prompts get by without regular expressions here and below: each would be compiled anew for every prompt.
function isCommand(text: string): boolean {
  return "/!#".includes(text.charAt(0)) && text.charAt(1).trim() !== "";
}

/** Removes marks of redacted secrets, URLs, and the leading folders of paths, which all files of a project share. */
function withoutPaths(text: string): string {
  return text.includes("/") || text.includes("[") ? cutPaths(text) : text;
}

function cutPaths(text: string): string {
  return text
    .replace(/\[redacted:[^\]]*\]|\b\w+:\/\/\S+/g, " ")
    .replace(/(?<!\S)~?(?:\/[\w.@-]+)+(?=(?:\/[\w.@-]+){2})/g, " ");
}

/** Not a single letter, a small number or a hash. */
function isMeaningful(word: string): boolean {
  if (word.length < 2 || word.length > 40) return false;
  let digits = 0;
  let isHash = word.length >= 7;
  for (let at = 0; at < word.length; at++) {
    const code = word.charCodeAt(at);
    if (code >= 0x30 && code <= 0x39) digits++;
    else if (code < 0x61 || code > 0x66) isHash = false;
  }
  return !(digits === word.length && digits <= 2) && !(isHash && digits > 0);
}

function shorten(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text;
  return `${text.slice(0, MAX_CHARACTERS / 2)} ${text.slice(-MAX_CHARACTERS / 2)}`;
}

const ASKS =
  /(?:^|[.!?\n])\s*(?:(?:and|but|so|also|hey|hi|ok|okay|hm+|wait)[,\s]+)*(?:what|why|how|which|who|whose|did|(?:do|does|is|are|was|were|has|have|had) (?:we|you|i|they|it|there))\b/i;
const SENTENCE_WITH_MARK = /[^.!?？\n]+[?？]/g;
const POLITE_REQUEST =
  /^\s*(?:(?:and|but|so|also|hey|hi|ok|okay|please)[,\s]+)*(?:can|could|would|will) (?:you|we|i)\b/i;

/** "Can you …?" is a task. */
export function isQuestion(prompt: string): boolean {
  if (ASKS.test(prompt)) return true;
  return (prompt.match(SENTENCE_WITH_MARK) ?? []).some((sentence) => !POLITE_REQUEST.test(sentence));
}

/** A word that says how something is asked, not what about. */
function isStopWord(word: string): boolean {
  return STOP_WORDS.includes(` ${word} `) || isGlueWord(word);
}
