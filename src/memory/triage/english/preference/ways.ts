// Ways of working that are told in passing: what one always does, what comes after how many tries, what is noted where.
import { eitherOf } from "../../phrase.ts";
import type { Signal } from "../../signal.ts";
import { ASKED, PRODUCT, START, TROUBLE } from "./craft.ts";

const WHO: Signal["who"] = ["user"];
const ONCE =
  "\\b(?:this (?:time|one|branch|pr|file|bug|test|week)|right now|for now|today|tomorrow|tonight|yesterday|currently|already)\\b";
const UNLESS = eitherOf`
  ${TROUBLE.source}
  ${ASKED.source}
  ${PRODUCT.source}
  ${ONCE}
`;
/** Where trouble is what it is about. */
const UNLESS_ONCE = eitherOf`
  ${ASKED.source}
  ${PRODUCT.source}
  ${ONCE}
`;
const THINGS =
  "(?:prs|pull requests|commits|versions|dependencies|deps|images|questions|tests|branches|releases|imports|issues|tickets|figures|plots|tables|seeds|links|headings|functions|variables|secrets|logs|errors|exceptions|results|files|names|columns|queries|migrations|configs|scripts|changes|notebooks|packages|actions)";

export const PREFERRED_WAYS: readonly Signal[] = [
  {
    id: "preference.own-habit",
    category: "PREFERENCE",
    strength: 0.44,
    why: "tells a habit",
    who: WHO,
    pattern: eitherOf`
      \bi (?:always|usually|generally|normally|typically|never|mostly) (?:want|like|do\b|test|check|write|start|begin|keep|put|name|prefer|read|leave|commit|squash|review|add|split|sort|go for|work|use|document|measure)\b(?! (?:it|the same|that|this|get|out)\b)
      \bi (?:check|test|review|verify|measure|read|document|version|automate) everything\b
      \b(?:i|we) use the same [\w -]{3,25} (?:in|for|across|everywhere|throughout|on) (?:all|every|the whole|our|my|each|everything)\b
      \bwe (?:all |always |usually |generally )?(?:cite|branch|deploy|test|log|write|name|spell|format|store|ship|document|comment|return|link|tag|release|review|commit|merge|track|indent|version|plot|label|number|measure|import|mock) [^?]{0,40}\b(?:with|in|as|from|by|like|without|only|everything|all|every|no)\b[^?]{1,40}\bhere(?=[,.;!]|$)
      \bin (?:the|our|my|this) (?:lab|team|office|company|group|firm|studio|department|institute),? (?:we|every|all|each|nobody|everyone|everybody|everything|no|it's|names|files)\b
      \b(?:is|are|was) (?:on|there|strict|off|set|this way|like that) for a reason\b
      \b(?:version bumps?|releases?|tagging|tags|deploys?|deployments?|commits?|merges?|merging|migrations|translations|formatting|changelogs?|reviews|(?:[\w-]+ )?(?:bumps|updates|entries|files)) (?:is|are) (?:always |only )?(?:done|made|handled|taken care of|managed|written|triggered|cut|created|generated) by (?:me|us|ci|hand|(?:the|a) (?:ci|bot|pipeline|release))\b
      \bi [a-z]+ [\w ]{3,30},? (?:and )?you (?:don't|do not|never)(?=[.!,]|$)
      \b(?:streams|loops|mocks|comments|types|abstractions|classes|hooks|[\w-]+s) only (?:if|when|where) (?:they|it|there|needed|you|really)\b
    `,
    unless: eitherOf`
      ${UNLESS.source}
      \bbut (?:it|now|here|then)\b|\bi (?:never|usually|always) (?:want|like) (?:it|to (?:go|be|get))\b
    `,
    despite: ["hypothetical", "embedded", "negated"],
  },
  {
    id: "preference.after-tries",
    category: "PREFERENCE",
    strength: 0.46,
    why: "says when to stop trying",
    who: WHO,
    pattern: new RegExp(
      `\\bafter (?:two|three|four|five|\\d+|a few|several|a couple of|ten|twenty) (?:[\\w-]+ )?(?:attempts|tries|failures|retries|rounds|minutes|errors|iterations|goes)\\b,? (?:[\\w' ]{0,20})?(?:stop|ask|come|tell|report|give up|switch|call|ping|let me|shout|leave|write|step back)\\b|\\b(?:if|when(?:ever)?|once) (?:something|anything|a \\w+|it|things|you|the same \\w+) (?:still )?(?:fails?|breaks?|goes? wrong|doesn't work|didn't work|gets? stuck|takes?|costs?|fail|need) (?:for )?(?:twice|three times|again|more than|longer than|over|two|several|the (?:second|third) time|repeatedly)\\b[^?]{0,40}?(?:,|\\s)\\s*(?:please |just |then )?(?:stop|ask|come|tell|report|give up|switch|call|ping|let me|shout|leave|step back|don't|say)\\b|\\b(?:two|three) strikes (?:and|then|rule)\\b|\\b(?:don't|no|avoid|never|out of|stop)\\b[^?]{0,25}\\brabbit ?holes?\\b|\\btime-?box\\b|\\b(?:minutes|tries|attempts|hours?) (?:max|tops|at most),? (?:and )?(?:then|before) (?:you )?(?:report|tell|stop|ask|come|move|ping|check)|${START}(?:don't|do not|never|stop) (?:silence|silencing|disable|disabling|skip|skipping|comment out|delete|deleting|weaken|weakening|mute|xfail|retry|retrying|rerun|ignore|ignoring|suppress|swallow)\\w* (?:(?:a|any|failing|flaky|broken|red|lint\\w*|type) ){0,3}(?:tests?|lints?|warnings?|checks?|errors?|failures?|assertions?|rules?)\\b(?! (?:yet|for now))|${START}(?:don't|do not|never) [a-z]+ (?:[\\w-]+ )?(?:silently|blindly|quietly|automatically)\\b|${START}(?:don't|do not|never) [^?]{2,50}\\bby hand\\b`,
      "i",
    ),
    unless: UNLESS_ONCE,
    despite: ["hypothetical", "embedded", "negated", "question"],
  },
  {
    id: "preference.such-things",
    category: "PREFERENCE",
    strength: 0.44,
    why: "says what to do with all such things",
    who: WHO,
    pattern: new RegExp(
      `${START}open (?:your |all )?(?:prs|pull requests|issues|tickets) (?:as|for|in|with|against|only)\\b|${START}(?:assign|sign|pin|squash|stage|batch|collect|cite|group|prefix|link|mark|version|label|number|freeze|lock|title|tag|reference|gather|annotate|validate|escape|fix up|self-review|cross-link|date) (?:your |all |any |new )?${THINGS}(?! (?:that|which|from|of|on the|in the|\\d))(?= (?:as|to|with|in|by|at|for|so|before|after|per|and|under|until|when|via|into|against)\\b|[,.;!]|$)|${START}(?:pin|timebox|type|version|document|automate|parametri[sz]e|namespace|lint|seed) everything\\b|${START}(?:track|collect|gather|keep|note|record|log|write|put|list|save|park) (?:your |open |all |any |the )*(?:questions|todos|decisions|assumptions|findings|ideas|notes|follow-?ups|learnings|open points|loose ends|progress|what you (?:learn|learned|did|tried)) (?:in|into|and|for|at|until|as|under|to)\\b|\\b(?:at|by) the (?:end|start|beginning) of (?:an?|each|every|your) (?:session|round|sprint|message|answer|reply|chapter|report)\\b|\\b(?:leave|write|keep) (?:\\w+ )?notes?\\b[^?]{0,30}\\bwhen(?:ever)? you (?:stop|finish|pause|leave|end|are done)\\b|${START}(?:pick|choose|use|make|take) (?:some )?(?:sensible|reasonable|sane|good|your own) (?:defaults|assumptions|choices|guesses)\\b|${START}(?:assume|just|pick|choose|take|guess|decide|use|do|go)\\b[^?]{2,50}(?:,| and) don't ask[.!]*$|\\b(?:decide|settle it|figure it out) (?:for |by )?yourself\\b|${START}(?:[\\w-]+ ){1,3}per (?:pr|commit|file|function|ticket|feature|endpoint|test|class|module|release|table|figure|step|message|branch|change)(?=[,.;!]|$)|${START}(?:[\\w-]+ ){1,7}before (?:any |every |each |all |you make |you do )?(?:big|large|bigger|larger|risky|destructive|major|long|expensive|irreversible|breaking|structural|dangerous) (?:change|refactor\\w*|step|job|run|command|edit|migration|operation|action|thing)s?\\b|\\bi(?:'d)? like (?:an?|the|your) [^?]{3,30} (?:upfront|up front|beforehand|along with|with each|with every)\\b|${START}keep (?:the |my |our )?(?:[\\w./-]+ ){0,2}(?:todos?|plans?|notes|changelog|readme|docs?|checklist|progress|status|roadmap|list|index|board|tickets?|issues?|diagrams?|types|schema|spec|memory)(?: [\\w./-]+){0,3} (?:up to date|up-to-date|in sync|current|updated)(?=[,.;!]|$| (?:as|when|with|while))`,
      "i",
    ),
    unless: eitherOf`
      ${UNLESS.source}
      \b(?:rate limit|quota|row|rows|requests?|euros?|dollars?|in the (?:report|table|list|output|menu|changelog)|this change)\b
    `,
    despite: ["hypothetical", "embedded", "negated", "question"],
  },
  {
    id: "preference.asking-means",
    category: "PREFERENCE",
    strength: 0.46,
    why: "says how the person is to be read",
    who: WHO,
    pattern: new RegExp(
      `\\b(?:when(?:ever)?|if) i (?:just |only )?(?:ask|say|write|type|answer|reply|send)\\b(?! (?:the|him|her|them|my)\\b)[^?]{1,60}?(?:,|\\s)\\s*(?:please |just |then |always |you )*(?:(?:i|it) (?:want|mean|expect|means|'s)|it's|start|begin|answer|give|reply|don't|do not|stop|tell|explain|that means|no code|first)\\b|(?<!that )\\b(?:from me|of mine) (?:means|isn't|is not|is (?:an?|never|always|no)|doesn't mean)\\b|\\bi say [^?]{2,30} when i (?:mean|want)\\b|\\bby [\\w' -]{2,25} i (?:usually |always )?mean\\b|${START}(?:get rid of|drop|lose|break|kick|unlearn|give up|stop) (?:the|that|this|your) (?:\\w+ )?habit\\b|\\bi keep (?:getting|finding|seeing) [^?]{3,50}\\bfrom you\\b|${START}[^?]{0,40}\\b(?:shorter|longer|smaller|simpler|briefer|slower|earlier|differently|less|fewer|more) next time\\b|(?:^|[,;:] ?)(?:and |so |but |please )*(?:keep|make|do|put|use|write|leave|give|show|run|skip|try|start|name|no|don't) [^?]{2,60}\\b(?:next time|from now on|going forward|in future|from here on)[.!]*$`,
      "i",
    ),
    unless: eitherOf`
      ${ASKED.source}
      ${PRODUCT.source}
      \b(?:maybe|perhaps|today|right now|for now)\b
    `,
    despite: ["hypothetical", "embedded", "negated", "question"],
  },
];
