// How far Claude's leave goes: what it keeps to, what it leaves alone, what it decides by itself.

import { LEAD } from "../../lead.ts";
import { eitherOf } from "../../phrase.ts";
import type { Signal } from "../../signal.ts";
import { ASKED, PRODUCT, START, TROUBLE } from "./craft.ts";

const WHO: Signal["who"] = ["user"];
const UNLESS = eitherOf`
  ${TROUBLE.source}
  ${ASKED.source}
  ${PRODUCT.source}
  \b(?:this (?:time|one|branch|pr|file|bug|test|week)|right now|for now|today|tomorrow|tonight|yesterday|until (?:then|tomorrow|monday)|is working on|are working on|called|named|in (?:there|here|it))\b
`;
const FINDINGS =
  "(?:something|anything|things|stuff|other|another|an?|more|bugs|problems|issues|unrelated|dead|ugly|bad|duplicate\\w*|outdated|old)";
const MATTERS =
  "(?:naming|names|architecture|design|style|formatting|layout|wording|details|structure|internals|implementation|api design|schema|commits?|committing|pushing|merging|releases?|releasing|deploy(?:s|ing|ments?)?|infrastructure|config|product|scope|priorities|dependencies|versions?|security|tests?|testing|docs|texts?|colou?rs|refactoring|tooling|changelog|translations?)";

export const PREFERRED_SCOPE: readonly Signal[] = [
  {
    id: "preference.stay-within",
    category: "PREFERENCE",
    strength: 0.46,
    why: "says what to keep to",
    who: WHO,
    pattern: new RegExp(
      `${START}(?:(?:stay|keep|remain|work)(?: strictly| only| just)? (?:inside|within|in|to) (?:the |your |my )?(?:folder|directory|scope|files?|module|task|package|lane|ticket|subfolder|sandbox|boundaries|bounds)(?: (?:i|you|of|that)\\b|[,.;!]|$)|(?:don't|do not|never) (?:wander|stray|drift|go|venture|roam)(?: off)? (?:outside|beyond|into|off|elsewhere|to other)|(?:leave|keep) (?:files|code|things|stuff|anything|everything|lines|parts|modules|whatever)(?: that)? (?:you|i|nobody|no one|not|outside|unrelated)\\b[^?]{0,50}\\balone|leave (?:unrelated|other|existing|working|old|foreign|my|legacy|third-party|vendored|generated) (?:[\\w-]+ )?(?:alone|as (?:they are|it is|is)|be|untouched|in peace)\\b|(?:fix|do|change|touch|answer|build|implement|deliver|write) (?:only |just |exactly )?what (?:i|was|is|the ticket|the task) (?:asked|ask|said|say|told|named|wanted|want|says|is about|describes)\\b|(?:mention|report|list|note|tell me about|point out|flag|write down|file|collect) (?:other|unrelated|further|additional|any other|everything else|anything else|the rest|side)\\b[^?]{0,40}(?:,| but| and|;)? ?(?:don't|do not|instead|rather|never|without|at the end|separately|for me|as issues))`,
      "i",
    ),
    unless: UNLESS,
    despite: ["hypothetical", "negated"],
  },
  {
    id: "preference.on-the-way",
    category: "PREFERENCE",
    strength: 0.44,
    why: "says what to do with what is found on the way",
    who: WHO,
    pattern: new RegExp(
      `\\b(?:if|when(?:ever)?|should) you (?:ever |happen to |also )?(?:see|find|spot|notice|hit|discover|come across|stumble (?:up)?on|run into|encounter|uncover|bump into) ${FINDINGS}\\b[^?]{0,50}?[, ](?:please |just |then |always )*(?:write it down|note|list|tell|mention|report|don't|leave|flag|open|ask|file|stop|say|point|collect|fix|add|put|log|raise|ignore|remove|clean)\\b|${START}unrelated (?:[\\w-]+ )?(?:bugs?|issues?|changes|things|stuff|code|files|fixes|problems|findings|cleanups?)\\b[^?]{0,20}?(?:,|:| -| get| go| belong| are| into| in| as) ?(?:tell|leave|don't|list|report|mention|no|not|never|only|note|separate|their|its|an?|issues?|tickets?|file|flag|ask|yours|mine|off)\\b|\\bboy[- ]?scout rule\\b|\\bleave (?:it|things|code|the code|every file|the place|files|everything) (?:a bit |a little )?(?:cleaner|better|tidier) than\\b|\\b(?:feel free to|you may|you can|you're welcome to|you are welcome to|please|always) (?:also |do )?(?:tidy|clean|improve|fix|refactor|rename|remove|simplify|correct|polish)\\b[^?]{0,40}\\b(?:as you go|along the way|on the way|in passing|on the side|when you see|you come across|you stumble|wherever)\\b`,
      "i",
    ),
    unless: UNLESS,
    despite: ["hypothetical", "negated", "embedded", "question"],
  },
  {
    id: "preference.whose-call",
    category: "PREFERENCE",
    strength: 0.44,
    why: "says who decides what",
    who: WHO,
    pattern: new RegExp(
      `${START}leave (?:all )?(?:the |any )?(?!rest\\b|last\\b|decision\\b)(?:[\\w-]+ ){0,2}(?:stuff|things|part|side|work|business|commands|git|${MATTERS}) to me\\b|(?:${LEAD}|[,;:]\\s*(?:and )?|\\b(?:but|and|like) )(?:(?!it\\b|that\\b|this\\b|the\\b|which\\b|what\\b)[\\w-]+ ){0,2}(?:${MATTERS}|(?:small|minor|big|large|[\\w-]+) (?:decisions|choices|questions|calls|things|details|changes|matters|stuff)) (?:is|are) (?:entirely |always |all |completely |still )?(?:up to|on|for) (?:you|me|us)\\b(?! to (?:fix|do|check))|\\b(?:questions|decisions|choices|calls|matters|changes|trade-?offs|${MATTERS}) (?:come|go|always come|always go|get brought) (?:to|through|past|by) me\\b|\\bthe rest (?:you (?:decide|can decide|may decide|do|handle)|is (?:yours|your call))\\b|\\byou (?:can |may |should )?(?:decide|choose|pick|settle|handle) (?:the |all )?(?:${MATTERS}|rest|how)\\b[^?]{0,40}(?:,|;| and| but) ?(?:i|but|leave|ask|for)\\b|\\bi(?:'ll| will)? (?:decide|choose|settle|do|handle)(?: on| about)? (?:all )?(?:the )?${MATTERS},? (?:and )?(?:you|the rest)\\b|\\b(?:the )?(?:answer|reply) (?:is|will be) always (?:yes|no)\\b|\\byou (?:don't|do not|needn't|never) (?:need to |have to )?ask (?:me )?(?:that|this|about (?:that|this|such)|such \\w+|for that) (?:again|any ?more|every|each)\\b|\\byou (?:never|always|only|don't|do not) [a-z]+ [^?]{2,60}\\b(?:without|unless|before|until) (?:telling|asking|my\\b|me\\b|i\\b|checking|showing|you\\b)|\\bi(?:'d)? (?:want|like|need|prefer|expect) to (?:hear(?! from)|know|be (?:told|asked|warned|informed|consulted|in the loop))(?: about| of)?\\b(?! (?:if|whether|why|how|what|which|the)\\b)[^?]{0,50}\\b(?:before(?!hand)|first|early|up ?front|beforehand|not after|in advance|every time|always)\\b|\\bwhatever you do,? (?:please |always |just )*(?:keep|don't|do not|never|make|use|ask|leave|stay|test|run|write|put|no)\\b|${START}give me (?:one|two|three|\\d+)(?: \\w+)? (?:at most|max|tops)\\b|\\b(?:for|on|about|with) (?:anything|everything|things|stuff|questions) (?:visual|technical|legal|destructive|risky|trivial|small|urgent|ui|ux|public|external|related|about|around|concerning|involving|that costs)\\b`,
      "i",
    ),
    unless: eitherOf`
      ${UNLESS.source}
      \b(?:deadline|review|meeting|call) (?:is|are) on\b|\bup to date\b
    `,
    despite: ["hypothetical", "negated", "question", "embedded"],
  },
];
