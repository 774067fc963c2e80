// How Claude shall report, ask and hand over what it did.
import { eitherOf } from "../../phrase.ts";
import type { Signal } from "../../signal.ts";
import { ASKED, PRODUCT, START } from "./craft.ts";

const WHO: Signal["who"] = ["user"];
const UNLESS = eitherOf`
  ${ASKED.source}
  ${PRODUCT.source}
  \b(?:this (?:time|one|branch|pr|file|bug|test|week)|right now|for now|today|tomorrow|tonight|yesterday|the (?:deploy|release|meeting|call|build|ticket|issue))\b
`;
/** What one says or hands over in the course of work. */
const TOLD =
  "(?:answers?|repl(?:y|ies)|responses?|summar(?:y|ies)|reports?|messages?|questions?|findings|updates?|plans?|reviews?|explanations?|options|tasks?|results?|hand-?overs?|turns?|sessions?|steps?|prs?|reviews?|proposals?|suggestions?)";

export const PREFERRED_REPORTS: readonly Signal[] = [
  {
    id: "preference.tell-me",
    category: "PREFERENCE",
    strength: 0.46,
    why: "says what Claude shall tell",
    who: WHO,
    pattern: new RegExp(
      `${START}(?:(?:say|tell me|state|mention|note|admit|show(?: me)?|give(?: me)?|add|write|include|make clear|be clear about|be open about|be upfront about|flag|mark|list)(?: also| always| too)? (?:how (?:sure|certain|confident) you(?:'re| are)(?! (?:that|about (?:this|that|it))\\b)|(?:your|the|a) (?:level of )?(?:confidence|certainty)|what you(?:'re not| (?:(?:didn't|did not|haven't) (?!change|touch|like)\\w+|couldn't|skipped|assumed|guessed|left out|weren't|could not|have not|only assume))|when(?:ever)? (?:i(?:'m| am) (?:wrong|off|mistaken|being)|you(?:'re| are)? (?:not sure|unsure|guess\\w*|stuck|out of|don't know|disagree|assume|lack|can't))|if (?:i(?:'m| am) (?:being|about to)|an idea|a plan|my)|(?:your |all |any )?(?:guesses|assumptions|doubts|uncertaint\\w+)|(?:the )?(?:downsides?|trade-?offs?|risks?|drawbacks|alternatives|costs?) (?:of (?:each|every|any|all)|for each|too|as well|with (?:each|every))|which (?:parts|ones|bits) you(?:'re not| (?:didn't|guess|haven't|are not)))|be (?:straight|upfront|open|honest|frank|blunt|candid|clear) (?:with me|about (?:what you|your|risks|doubts|it when|how sure))|mark (?:guesses|assumptions|opinions) as)\\b`,
      "i",
    ),
    unless: UNLESS,
    despite: ["hypothetical", "negated", "embedded", "question"],
  },
  {
    id: "preference.start-and-end",
    category: "PREFERENCE",
    strength: 0.46,
    why: "says what reports begin or end with",
    who: WHO,
    pattern: new RegExp(
      `${START}(?:finish|end|close|conclude|wrap up|start|begin|open|lead)(?: off)? (?:(?:every|each|all|your|any) (?:of your |single )?(?:[\\w-]+ )?${TOLD}(?: you \\w+)? (?:with|by|on)\\b|(?:with|on) (?:what(?:'s| is| you| i| remains| comes)|(?:a|the) (?:list of (?!all|the)|one-line|one-sentence|short|tl;?dr|bottom line|verdict|open|next steps?|remaining|risks?|recommendation|conclusion|quick)|open (?:points|questions|issues)|next steps))|${START}(?:tldr|tl;dr|bottom line|conclusion|verdict|recommendation|short version|answer|summary|yes or no|yes\\/no) (?:at|on|up|comes|goes|always|in the first|first),? (?:the )?(?:top|first|front|end|always|line|sentence|and|then)\\b|${START}(?:no|without|skip|drop|omit|leave out|spare me|forget|cut) (?:the |a |any |your |all )?(?:[\\w-]+ )?(?:summar(?:y|ies)|recaps?|intros?|introduction|conclusions?|explanations?|preamble|outro|wrap-?ups?|retelling|walls? of text|essays?|novels?|sermons?|small print|follow-?up questions|closing \\w+)(?: (?:at the (?:end|start|beginning|top)|afterwards|please|pls|needed|when (?!an?\\b|the\\b)|after|unless|each|every|of what)\\b|(?<=s|of text)(?=[,.;!]|$))|\\bi (?:can|do|will|'ll) (?:just |perfectly well |always )?(?:read|see|look at) (?:the |a |that in the |it in the )?(?:diffs?|code|git log|commits?|changes)(?: myself| too| well)?,? (?:so |no need|you needn't|you don't|don't|there's no|just|thanks)|${START}(?:don't|do not|no need to|never|stop) (?:retell|repeat|recap|restate|rehash|paste back|read back)\\w* (?!the test|the run|it\\b|that\\b|this\\b)`,
      "i",
    ),
    unless: eitherOf`
      ${UNLESS.source}
      \b(?:end|start|open|close|finish) (?:the|this|that)\b|\bin (?:the|this) (?:report|readme|paper|article|doc)\b
    `,
    despite: ["hypothetical", "negated", "question"],
  },
  {
    id: "preference.pace",
    category: "PREFERENCE",
    strength: 0.46,
    why: "says when to speak up",
    who: WHO,
    pattern: new RegExp(
      `${START}(?:(?:report|come back|get back|talk to me|speak up|bother me|interrupt(?: me)?|ping me|disturb me|ask(?: me)?|stop|write|check in)(?: to me| back)? only (?:when|if|once|after|at|for)|only (?:report|interrupt|bother|ping|disturb|ask|stop|come back|check in|write|talk|speak)(?: back| me| to me| up)* (?:when|if|unless|once|after|for|about)(?! (?:it|the)\\b)|(?:don't|do not|never|no need to) (?:interrupt|bother|disturb|ping|stop|ask|report)(?: me| back| to me)* (?:while|until|unless|before|in between|halfway|for (?:small|trivial|every|each|minor|little)|about (?:small|trivial|every|each|minor|little)|with (?:small|trivial|every|each|minor|little))|(?:work|go|run) (?:silently|quietly|through it|without (?:comment|talking|narrat\\w+|interrupt\\w+|stopping))|keep me (?:posted|updated|informed|in the loop|up to date)(?: (?:as you|while|on (?:progress|long|what you)|every|regularly|in between|during))|(?:report|update|tell|check in with|brief|show) (?:me )?(?:after|at|every|in between|between) (?:every|each|few|the|\\d+|some|five|ten|major|big)? ?(?:steps?|minutes?|stages?|files?|phases?|milestones?|hours?|tasks?|stops?))\\b|\\b(?:status|progress|update|report|heartbeat|sign of life|note)s?(?: \\w+)? every (?:few |couple of |five |ten |\\d+ |so )?(?:minutes?|steps?|min|files|hours?|often)\\b|${START}(?:report|tell me|summari[sz]e|explain|talk) (?:only )?(?:at the end|when (?:all|everything)(?:'s| is) done|when done|once done|afterwards)(?=[,.;!]|$)|\\b(?:you|just) (?:can |may |could |should )?(?:always |just |simply |go ahead and )*(?:fix|do|change|commit|merge|repair|run|install|delete|decide|pick|handle|go ahead|go on|carry on|proceed)\\b[^?]{0,50}\\b(?:tell|inform|let|show|report)(?: to)? me (?:know )?(?:after(?:wards)?|later|in the summary|at the end|what you did)\\b|\\bgo ahead and tell me after|\\b(?:long|slow|heavy|big)(?:[- ]running)? (?:jobs|runs|commands|tasks|builds|tests|stuff|things)(?: go| run| belong| always)? (?:in|into|to) the background\\b`,
      "i",
    ),
    unless: UNLESS,
    despite: ["hypothetical", "negated", "embedded", "question"],
  },
  {
    id: "preference.handed-so",
    category: "PREFERENCE",
    strength: 0.44,
    why: "says in what form to be handed things",
    who: WHO,
    pattern: new RegExp(
      `${START}(?:give|show|send|hand|write|paste|print|post|quote|list|number|put)(?: me)? (?:(?:always |only |just )?(?:the |your |all |any )?(?:diffs?|patch(?:es)?|(?:whole|full|complete|entire) files?|snippets?|commands?|paths?|links?|options|alternatives|questions|numbers|examples|file names|code|findings|steps|urls?|line numbers|one-?liners|estimates|sources)(?: \\w+){0,3}?,? (?:not|rather than|instead of|over) (?:just )?(?:the |an? )?(?:whole|entire|full|diffs?|prose|words|files?|snippets?|descriptions?|a menu|essays?|everything|adjectives|screenshots?|pseudo-?code|lists?|explanations?)|(?:copy-?past\\w+|pasteable|runnable|complete|ready-made) (?:commands?|snippets?|code|blocks?|examples?)|(?:the )?one (?:you(?:'d| would) (?:take|pick|choose|use|go)|thing|recommendation|option)|(?:your |the |all |any )?(?:questions|options|findings|steps|points|suggestions|file paths|commands|paths|links) (?:[\\w-]+ ){0,3}?(?:so (?:that )?i can|relative to|as absolute|as clickable|on one line|on a single line|one per line|with numbers|as a list|with line))|${START}(?:don't|do not|never|stop|no) (?:giv\\w+|list\\w*|offer\\w*|show\\w*|hand\\w*|present\\w*)? ?(?:me )?(?:(?:a )?menus?|five|ten|a dozen|several|many|too many|three|all|endless|long lists? of)(?: (?:of )?(?:options|alternatives|choices|variants|possibilities|ideas))?,? (?:just |give |tell |pick |recommend |show |only )|\\bi hate (?:menus|lists) of\\b|${START}(?:just )?tell me what you(?:'d| would) (?:do|take|pick|choose|use)(?=[,.;!]|$)|\\b(?:one recommendation|a recommendation|a clear answer|one answer|an opinion)(?:,| and)? (?:not|rather than|instead of|no) (?:an? )?(?:menu|list|options|five|survey|essay|maybe)\\b|\\b(?:tell|show|give) me (?:by )?how (?:many|much)\\b[^?]{0,40}\\b(?:in every|in each|always|every time|not (?:that|just|only))\\b|\\b(?:file|path|name) and line(?: number)?s? (?:when|whenever|for|every|each|if|please|with)\\b|\\bwhen there(?:'s| is| are) (?:more than one|several|many|two|multiple) \\w+,? (?:please |just )?(?:number|list|group|ask|sort|order|split|separate|pick|take|mark)\\b|\\bnumber (?:them|your \\w+)(?=[,.;!]|$| so)|\\b(?:sources|references|citations|links|evidence|proof) (?:for|with|behind|to) (?:claims|everything|every|any|all|each|your|statements|facts)\\b|${START}(?:cite|quote|link(?: to)?) (?:the )?(?:docs|documentation|manual|spec|source|rfc)(?: when| if| for|[,.!]|$)`,
      "i",
    ),
    unless: UNLESS,
    despite: ["hypothetical", "negated", "embedded", "question"],
  },
];
