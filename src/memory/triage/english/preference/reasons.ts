// Wishes by what they come from or what they are about: a reason of the person's own, a kind of matter, a moment that recurs.

import { LEAD } from "../../lead.ts";
import { eitherOf } from "../../phrase.ts";
import type { Signal } from "../../signal.ts";
import { ASKED, PRODUCT, QUALITY, START, TROUBLE } from "./craft.ts";

const WHO: Signal["who"] = ["user"];
const ONCE =
  "\\b(?:this (?:time|one|branch|pr|file|bug|test|week)|(?:mon|tues|wednes|thurs|fri)day|here, so|in (?:that|this) \\w+|right now|for now|today|tomorrow|tonight|yesterday|currently|already)\\b";
const UNLESS = eitherOf`
  ${TROUBLE.source}
  ${ASKED.source}
  ${PRODUCT.source}
  ${ONCE}
`;
const DO =
  "(?:keep|use|write|avoid|don't|dont|do not|no|give|put|explain|choose|prefer|leave|make sure|spell|skip|stick|short|plain|easy|simple|only|never|always|add|update|note|record|tell|run|log|document|ask|go on|start|check|tick|mark|show|stop|report|commit|move on|pick|take|say)";
const MATTER = "(?:stuff|things|matters|topics|questions|changes|work|tasks|issues|code|bits|parts)";

export const REASONED_PREFERENCES: readonly Signal[] = [
  {
    id: "preference.own-reason",
    category: "PREFERENCE",
    strength: 0.44,
    why: "a wish with the person's own reason",
    who: WHO,
    pattern: eitherOf`
      \b(?:i|we) (?:always |mostly |usually |often |also |have to |only |all )?(?:squash|hire|teach|ship|bisect|dictate|can't see|cannot see|can't hear|don't speak|check in|cherry-pick|translate|commute|travel|onboard|audit|publish|sell|support|present|grep|live|sit|share|pair)\b[^?]{2,60}(?:, so|,| so|; so) (?:so )?(?:please |just |always )*${DO}\b(?! (?:it|this|that|them|again|now)\b)
      \b(?:nobody|no one|everyone|everybody|half of (?:us|them|the team)|most of us|only one of us|few of us)(?: here| on the team| in the (?:team|lab|office))? (?:knows|reads|speaks|uses|understands|writes|use|read|know|likes|works|work)\b[^?]{2,60}(?:, so|,| so|; so) (?:so )?(?:please |just |always )*${DO}\b
      \bmy (?:english|german|french|spanish|typing|eyesight|hearing|memory|attention span|math|spelling)(?: is|'s|isn't| isn't| is not)\b|\b(?:english|german|french) is my (?:second|third|fourth)\b
      \bi (?:don't|do not|couldn't) (?:really )?care (?:how|what|which|if|whether|less)\b[^?]{0,60}\b(?:as long as|so long as|just (?:make|keep|tell))\b
      \b(?:${QUALITY}|time|money|budget|latency|size|looks|style|polish) (?:isn't|is not|is no|is not really|isn't really) (?:an? |my |our |the )?(?:topic|issue|concern|goal|priority|problem|constraint)(?: here| for (?:us|me)| in this \w+)?,? (?:but )?[\w-]+ is\b
      \b(?:an?|no|any|one|two) [\w' -]{2,30} (?:is|are) (?:always |still |much |far )?(?:better|worse|more useful|worth more) than (?:an?|no|two|ten|any)\b|(?:^|[,;:] ?)(?:an?|no) [\w' -]{2,30} beats (?:an?|no|any|ten)\b
      \bi(?:'d| would)? (?:want|like|need|expect|prefer|appreciate) (?!to know|the (?:list|output|result)|it\b|this\b|that\b)[^?]{3,60}\b(?:when(?:ever)?|every time|each time|any ?time|if) (?:you (?:talk|mention|refer|show|give|quote|suggest|propose|claim|change|add|write|report|explain|use|touch|open|finish|find|name|say|make|cite|compare)|there(?:'s| is| are) (?:an?|more|numbers|several)|i ask)\b
      \bappreciate (?:it )?if (?!you (?:could|can|would)? ?(?:fix|check|look|help|take|have))[\w']+
      \b(?:i|we) expect (?:the |all )?(?:docs|tests|changelog|readme|code|commits|types|examples|diagrams|comments) to (?!pass|work|fail|run|be green)\w+
    `,
    unless: UNLESS,
    despite: ["hypothetical", "negated", "embedded"],
  },
  {
    id: "preference.each-moment",
    category: "PREFERENCE",
    strength: 0.46,
    why: "says what to do each time",
    who: WHO,
    pattern: new RegExp(
      `\\b(?:when(?:ever)?|once|after|as soon as) (?:you(?:'re| are) (?:done|finished|through|ready)|you (?:finish|complete|end|close)|finishing|completing|closing) (?:with )?(?:an?|any|each|every|something|one|your)\\b[^?]{0,40}?(?:,|\\s)\\s*(?:please |just |always |then )*${DO}\\b|\\b(?:whenever|every time|each time|any ?time) (?:we|i|someone|something|an?|the) [^?]{3,60}?(?:,|\\s)\\s*(?:please |just |always |then )*(?:write|add|put|update|note|record|tell|log|document|ask|check|remind|regenerate|bump)\\b|${START}(?:tick off|check off|cross off|mark|update|explain|comment|document|note|commit|log|record)\\b[^?]{0,50}\\bas you (?:go|work|finish|complete|learn|progress|proceed)\\b|\\b(?:for|with|before|after|on|in) (?:every|each|any) (?:bigger|larger|major|non-trivial|important|significant|user-visible|user-facing|breaking|risky|visible|notable) (?!versions?\\b|releases?\\b)[\\w-]+|\\b(?:if|when(?:ever)?) you (?:don't|do not|can't|aren't|are not|cannot) (?:know|sure|understand|find|remember|get|tell)\\b(?! (?:the|this|that|it|where|which|what)\\b)[^?]{0,30}?(?:,|\\s)\\s*(?:please |just |then )*(?:say|ask|tell|stop|leave|admit|don't)\\b|\\bmake sure (?:there(?:'s| is| are)|it has|they have|we have)\\b[^?]{3,40}\\b(?:in|on|for|with) (?:each|every|all)\\b|\\b(?:anything|everything|whatever) (?!(?:is|was|i|we|you|the)\\b)[\\w' -]{3,30} you (?:can|may)(?: just| always| simply)? [a-z]+|${START}(?:double[- ]?check|triple-check|verify|watch out for|be (?:extra |very |really )?careful with) (?:anything|everything|all|any)\\b(?! (?:is|the|of)\\b)`,
      "i",
    ),
    unless: eitherOf`
      ${UNLESS.source}
      \b(?:button|click\w*|it \w+s)\b
    `,
    despite: ["hypothetical", "negated", "embedded", "question"],
  },
  {
    id: "preference.such-matters",
    category: "PREFERENCE",
    strength: 0.44,
    why: "says how to go about such matters",
    who: WHO,
    pattern: new RegExp(
      `(?:${LEAD}|[,;:]\\s*)(?:for|on|with|about|in) (?:all |any )?(?!the\\b|this\\b|that\\b|these\\b|those\\b)(?:[\\w-]+ ){1,2}${MATTER}\\b,? (?:please |always |just )*(?:ask|use|go|talk|ping|check with|tell|no|don't|never|keep|write|prefer|leave|stick|follow|i)\\b|${START}(?:ask|ping|add|use|tag|tell|consult) [\\w -]{2,30} (?:for|on|about|with) (?:all |any |every )?(?!the\\b|this\\b|that\\b)[\\w-]+ (?:stuff|things|matters|topics|questions|changes|work)[.!]*$|${LEAD}(?!note\\b|ps\\b|edit\\b|update\\b|question\\b|answer\\b|status\\b|result\\b|verdict\\b|next\\b|decision\\b|deploy\\b)[\\w, -]{3,40}: (?:ask(?: me)?|go(?: ahead)?|tell me|my (?:job|call)|yours|mine|hands off|don't touch|your call)(?=[,.;!]|$)|${START}(?:don't|do not|never) [a-z]+ [\\w -]{2,30} (?:that )?you (?:didn't|haven't|don't (?:own|use|understand)|weren't)\\b|${START}(?:don't|do not|never|no need to) (?:delete|remove|improve|touch|change|rewrite|edit|reword|rephrase|move|shorten|reformat|x{4,}) my (?:todos?|comments|wording|notes|names|formatting|text|style|spelling|files|config|dotfiles|imports|sentences|prose|code)\\b|\\bmy (?:todos|comments|notes|names|wording|formatting|files)\\b[^?]{0,25}\\b(?:stay|remain|are to stay)\\b(?! in (?:the|an?))|(?:${LEAD}|[,;:]\\s*)(?:(?!the\\b|this\\b|that\\b|it\\b|is\\b|are\\b|shown\\b|visible\\b|displayed\\b|hidden\\b|enabled\\b|rendered\\b|shows\\b)[\\w-]+ ){1,4}only (?:if|when|where) (?!logged|clicked|hovered)[\\w-]+ed[.!]*$|\\b(?:decide|choose|act|proceed) on your own\\b|\\b(?:line breaks|easy words|short words|polite form|plain words|simple words) (?:in \\w+ )?(?:please|pls)\\b|,? please remember[.!]*$|, in general[.!]*$`,
      "i",
    ),
    unless: UNLESS,
    despite: ["hypothetical", "negated", "embedded", "question"],
  },
];
