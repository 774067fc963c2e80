// What Claude made one way, told with its reason: a choice in the words of a report.
import { phrase } from "../../phrase.ts";
import type { Signal } from "../../signal.ts";
import { ADVERBS, AGAINST, DESIGNED, MAYBE, NO_CHOICE, OTHER_WAY, WHY } from "./own.ts";
import { TRIVIAL } from "./words.ts";

const MADE =
  "(?:used|put(?! together)|implemented|made|changed|switched|removed|merged|kept|left|wired|reused|moved|split|stored|built|modell?ed|set|capped|limited|dropped|replaced|placed|routed|hid|gated|scoped|keyed|turned|wrapped|added (?:the|a|an|one) (?:check|validation|limit|index|column|flag|table|cache|queue|layer|lock|fallback|confirmation|rule|constraint))";
const MAKING =
  "(?:storing|treating|keeping|using|leaving|putting|making|sending|routing|hiding|limiting|writing|reading|serving|caching|hashing|dropping|skipping)";

/** How things came to be, or how they work: told of a fault or of others' code. */
const TOLD =
  /\b(?:function|callback|hook|query|div|element|component re|proxy|stack|trace|why|explains?|currently|at the moment|under the hood|looks like|seems to|i think the|probably|docs?|documentation|according|warning|deprecated|typeerror|null|undefined|returns? (?:at once|early|null)|promise|profiler|truncated|log line|see the value|so we can see|new config|next file|no issues|slow|warm|once you|when you|you don't need|you can|so you|unless)\b/i;
const NOT_MADE = new RegExp(`${NO_CHOICE.source}|${TOLD.source}`, "i");

export const MADE_DECISIONS: readonly Signal[] = [
  {
    id: "decision.made",
    category: "DECISION",
    strength: 0.51,
    why: "says how Claude made it, and why",
    pattern: phrase`
      (?:i(?:'ve| have)? ${ADVERBS}${MADE}|(?:i'm|i am|we're) ${ADVERBS}${MAKING}|we (?:now|only|always|never) [a-z]+)(?=.{0,160}\b(?:${DESIGNED})\b)(?=.{3,240}?(?:${WHY}|, (?:the|a|an|that|it|so|off by|which) ))
      ^(?:(?:done|ok|okay|right|so|all set|finally)[,.:;!] )*(?:used|kept|put|merged|moved|switched|stored|left|made|settled on|decided (?:on|against|to|not)|went (?:with|for)|opted (?:for|to|against)|chose|picked) (?=.{0,160}\b(?:${DESIGNED})\b|.{3,200}?${WHY})(?:the|a|an|to|both|one|two|each|all|for|xx+|[\w.+#-]+)
      so i(?:'ve| have)? (?:modell?ed|built|done|made|written|set|implemented|kept|left|did) (?:it|them|this|that) (?:like that|that way|so|accordingly|this way|up that way)
      that's what i (?:built|did|used|went with|implemented|chose|took)
    `,
    near: new RegExp(`${WHY}|${OTHER_WAY.source}|[;:,] \\w`, "i"),
    unless: NOT_MADE,
    despite: ["hypothetical", "step", "negated"],
    nearby: true,
    who: ["claude"],
  },
  {
    id: "decision.made-bare",
    category: "DECISION",
    strength: 0.51,
    why: "says what Claude took",
    pattern: phrase`
      ^(?:(?:done|ok|okay|right|so|all set|finally|in the end)[,.:;!] )*(?:settled on|decided (?:on|against)|went (?:with|for)|opted (?:for|against)|chose|picked) (?=.{0,120}\b(?:${DESIGNED}|tool|library|framework|database|engine|approach|variant|algorithm|format|strategy|pattern|architecture|layout)\b)(?:the|a|an|to|both|one|two|xx+|[\w.+#-]+)
    `,
    unless: NOT_MADE,
    despite: ["step"],
    nearby: true,
    who: ["claude"],
  },
  {
    id: "decision.replacing",
    category: "DECISION",
    strength: 0.51,
    why: "says what Claude puts in the place of what, and why",
    pattern: phrase`
      (?:i|we)(?:'m|'ve|'re| am| have| are)? ${ADVERBS}(?:(?:replac(?:ed|ing)|swapp(?:ed|ing)|trad(?:ed|ing)) (?:the |our |all |its )?[\w.+#/-]+(?: [\w.+#/-]+){0,3} (?:with|for|by|out for)|(?:switch(?:ed|ing)|migrat(?:ed|ing)) (?:from )?(?:the |our |all |its )?[\w.+#/-]+(?: [\w.+#/-]+){0,3} (?:over to|to)) (?:the |a |an |its )?[\w.+#/-]+(?=[^.]{0,80}[;:,(]|[^.]{0,100}${WHY})
      (?:i|we)(?:'ve| have)? ${ADVERBS}put (?:the |all |both )?[\w.+#/ -]{2,50} (?:behind|into|under|in) (?:a|an|one) (?:single |shared |common |separate |own )[\w.+#/-]+(?=[^.]{0,40}${WHY})
    `,
    near: new RegExp(
      `${WHY}|${OTHER_WAY.source}|[;(] ?\\w|\\b(?:in maintenance mode|unmaintained|deprecated|of the bundle|end of life)\\b`,
      "i",
    ),
    unless: NOT_MADE,
    despite: ["hypothetical", "step", "negated"],
    nearby: true,
    who: ["claude"],
  },
  {
    id: "decision.recap",
    category: "DECISION",
    strength: 0.51,
    why: "says what the person wanted, and over what",
    pattern: phrase`
      (?:the user|you)(?:'ve| have)?(?: also| then| clearly| explicitly)? (?:preferred|favou?red|turned down|ruled out|rejected|declined|vetoed|insisted on|settled on|went with|opted for|decided (?:on|for|against|to|that)) (?!(?:the (?:edit|command|tool|request|permission|plan|change|suggestion))\b)[\w.+#/'-]+(?=.{0,160}(?:\bto\b|\bover\b|instead of|rather than|, not|because|since|\bso\b|\bas\b|due to|[.,;)]|$))
      (?:the user|you) (?:wants?|wanted|asked for|asked to (?:use|keep|store|have)) (?!(?:to (?:know|see|check|look|test|try|understand|read|start|continue|run)|me|this|it|a (?:list|summary|table|report|review))\b)[\w.+#/'-]+(?=.{1,120}(?:, not |, no |instead of|rather than|and not |over (?:a|an|the) |because |, since |to avoid ))
      you(?:'ve| have)? (?:asked for|said|told me|mentioned|need|wanted) (?!to (?:know|see|check|look|test|try|understand|read|start|continue|run|have a look))[^.]{3,90}, (?:so|hence|therefore) (?!(?:here|let|that's|this|i (?:looked|checked|ran|read|assume|think|added|fixed|updated|searched))\b)(?:i|the|we|it|all|each|both|there)
    `,
    unless: new RegExp(
      `${MAYBE.source}|${TRIVIAL.source}|\\bi see (?:that )?you|\\b(?:bug|failed|failing|wrong|broken)\\b`,
      "i",
    ),
    despite: ["step", "reported", "embedded", "hypothetical", "negated"],
    nearby: true,
    who: ["claude"],
  },
  {
    id: "decision.made-so",
    category: "DECISION",
    describes: true,
    strength: 0.51,
    why: "says how it is made, against another way",
    pattern: phrase`
      (?:instead of|rather than) [^,]{3,70}, (?:the|our|each|all|both|every) (?:[\w/+#.-]+ ){1,4}?[a-z]+s
      (?:instead of|rather than) [^.]{3,70}?,? (?:there (?:is|are) now|we now|you now) \w+
      ^(?:(?:done|ok|okay|right|so|all set)[,.:;!] )*to (?:stay|keep|avoid|save|spare|reduce|prevent|protect|respect|make sure) [^,]{4,80}, (?:the |our |each |all |both |every )?(?:[\w/+#.-]+ ){0,2}?(?:${DESIGNED}) 
      (?:${DESIGNED})(?: [\w/+#.-]+){0,3}? (?:now |only |always |never |both |all )*[a-z]+s? [^.]{0,80}?(?:now|throughout|only|never|by default|per [a-z]+)(?=[^.]{0,120}?(?:, (?:so|which|that way|not|never|after that|floats?|because|since)|${AGAINST}))
      (?:now|always|only|never) (?:returns?|asks?|accepts?|sends?|stores?|keeps?|reads?|writes?|uses?|happens?|validates?|follows?|imports?|fails?|stops?|runs?|expires?|requires?|shows?)(?=[^.]{3,160}(?:, (?:so|which|that way|not|after that)|${AGAINST}|\b(?:only (?:when|if|what)|asked for)\b))
    `,
    near: new RegExp(
      `${WHY}|${OTHER_WAY.source}|\\b(?:were|was) (?:ambiguous|confusing|unclear|unused|redundant|too)\\b`,
      "i",
    ),
    unless: NOT_MADE,
    despite: ["hypothetical", "negated"],
    nearby: true,
    who: ["claude"],
  },
];
