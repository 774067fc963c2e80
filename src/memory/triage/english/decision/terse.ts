// Choices in a fragment: a value, a thing and its place, so many of this and none of that.
import { eitherOf, oneOf } from "../../phrase.ts";
import type { Signal } from "../../signal.ts";
import { GROUNDED, NEITHER, PAIRED } from "./frames.ts";
import { AT_HAND, IMPOSED, OWED } from "./grounds.ts";
import { SEEN } from "./orders.ts";

/** What is set to a value once, and holds. */
const SETTING = oneOf(`
  retention, ttl, time-?outs?, (?:batch|page|chunk|tile|buffer|window|pool|queue|heap|block|cache|sample|font|map|grid|image|tick|step|group|team|cluster) size, (?:sample|frame|tick|baud|learning|polling|refresh|tax|error|discount|drop ?out|bit|data) ?rate, threshold, cut-?off, retries, interval, grace period, trial(?: period)?, (?:token |session |cache |link |cookie )?(?:lifetime|expiry|duration|length),
  (?:max|min|maximum|minimum)(?: [\\w-]+){1,2}, resolution, precision, (?:log|significance|confidence|compression|isolation|service) level, watchdog, depth, limit, cap, seed, scale, target, ratio, split, concurrency, parallelism, replicas, shards, partitions, workers, delay, debounce, back-?off, epochs, temperature, voltage, frequency
`);

const NUMBER =
  "[~<>=]{0,2}(?:\\d[\\w.:/%-]*|one|two|three|four|five|six|seven|eight|ten|twelve|zero|none|half)";

const COUNT = "(?:one|two|three|four|five|six|a single|single|only|just|plain)";
const BEGIN =
  "(?:^|[.:;] |, (?:so|then|and) )(?:(?:ok(?:ay)?|so|then|fine|alright|right|final|yes|no|nah|hm+|and|instead)[,.:]* )*";
const DONE =
  /\b(?:done|that's (?:it|all|enough|that)|go(?=[.!]|$)|period|full stop|final|nothing (?:else|more)|no more|not more|finished|and out|end of)\b|\bno [a-z-]+(?=[.,!]|$)|, (?:not|no|never) \w/i;

const DOING =
  /\b(?:is|are|was|were|am|has|have|had|i|we|you|he|she|they|it|fails?|failed|shows?|showed|says?|said|gets?|got|sees?|left|missing|remaining|found|more|other|another|last|thing|things|question|questions|bugs?|issues?|problems?|minute|minutes|moment|sec|hours?|days? (?:ago|later)|step|steps|line|lines|file|files|test|tests|warnings?|errors?|screenshots?|way|ways|options?|reasons?|points?|notes?)\b/i;

export const TERSE_DECISIONS: readonly Signal[] = [
  {
    id: "decision.setting",
    category: "DECISION",
    strength: 0.42,
    why: "sets a value, with what speaks for it",
    pattern: new RegExp(
      `(?:^|[,.:;] |\\b(?:the|our|about|for|on|re|so|and|as for|regarding|a|an|with|ok|okay|use|set) )(?:[\\w-]+ )?(?:${SETTING})(?: (?:for|of|on|in) (?:the |our )?[\\w-]+(?: [\\w-]+)?)?(?: (?:is|are|will be|shall be|stays?|stays? at|remains?|goes to|is going to be|of|to|at)(?: now)?|:| =| ->)? ?(?<= )(?:${NUMBER})`,
      "i",
    ),
    near: new RegExp(
      `${GROUNDED.source}|\\d[\\w.]* ?\\w* for (?:the )?[\\w -]{2,30}?(?:,| and) \\d[\\w.]* ?\\w* for\\b|\\b(?:build|write|use|do|implement|make|put|go) (?:it|that|the [\\w -]{2,20}) (?:with|like|to) (?:that|those|this)\\b`,
      "i",
    ),
    unless: new RegExp(
      `${NEITHER.source}|${IMPOSED.source}|\\b(?:was|were|shows?|says?|reports?|exceeded|reached|hit|hits|error|got|gets|getting|failed|fails|only|their|they|default is|try|trying|increase|raise|see if)\\b`,
      "i",
    ),
    unlessNear: new RegExp(
      `${OWED.source}|\\b(?:so it fails|fails|failing|nan|ideas|run it again|too (?:short|low|small))\\b`,
      "i",
    ),
    nearby: true,
    who: ["user"],
  },
  {
    id: "decision.norm",
    category: "DECISION",
    describes: true,
    strength: 0.42,
    why: "says what holds from now on",
    pattern: eitherOf`
      \b(?:is|are|becomes?|will be|stays?|remains?) (?:now )?(?:our|the|my) (?:new |only |official |absolute |one )*(?:minimum|maximum|baseline|standard|floor|ceiling|target|source of truth|reference|lowest|oldest|default)(?: \w+){0,2}?(?=[.,;!]|$| (?:from|as of|now|for|starting|since|because|in))
      (?:^|[,.:;] |\b(?:our|the|so|and|new) )(?:min|max|minimum|maximum|oldest|lowest)(?: supported)? (?:[\w.+#-]+ ){0,3}?(?:is|will be|becomes|stays)(?: now)? [\w.+#-]+(?: [\w.]+)?(?=[.,;!]|$| now| from| as of)
      (?:^|[,.:;] )(?:v\d[\w.]*|mvp|(?:the )?(?:first|next|initial) (?:version|release|cut)|beta|the beta|version \w+|launch) (?:doesn't|does not|won't|will not|gets?|comes|ships|only|starts|goes out|goes live|includes?|is going to|will) (?:get |have |include |support |need |with |without |no |only |only (?:get|have|do|support)s? |be )*(?!(?:tomorrow|today|on|at|next|friday|monday)\b)\w+
      (?:^|[,.:;] )(?:so )?on (?:a )?(?:conflicts?|ties?|clash|mismatch|doubt|overflow|failure|timeout|duplicates?),? (?:the |we |a |an )?[\w -]{2,30}? ?(?:wins?|goes?|gets?|is|are|rejects?|keeps?|takes?|drops?|stops?|aborts?|retry|retries|refuse|skips?)\b
      (?:^|[,.:;] )(?:and |so )?(?:no more than|at most|never more than|not more than) (?:\d+|one|two|three|four|five|ten) [\w-]+
      (?:^|[,.:;] )only (?!(?:ask|if|when|do|use|run|push|commit)\b)(?:the )?[\w-]+(?: [\w-]+){0,2}? (?:can|may|gets?|are allowed to|is allowed to) (?!be\b)\w+
    `,
    near: new RegExp(
      `${PAIRED.source}|\\b(?:from (?:this|now|the next|v?\\d)|as of|starting (?:with|from|in)|now)\\b`,
      "i",
    ),
    unless: new RegExp(
      `${AT_HAND.source}|${IMPOSED.source}|\\b(?:their|apparently|seems?|docs?|says|why)\\b`,
      "i",
    ),
    unlessNear: OWED,
    nearby: true,
    who: ["user"],
  },
  {
    // "one process, modules inside, done"
    id: "decision.so-many",
    category: "DECISION",
    strength: 0.42,
    why: "says what it is made of",
    pattern: new RegExp(
      `${BEGIN}${COUNT} (?!(?:of|text|english|more|other|last|thing|question|sec|minute|moment|step|way|bug|issue|problem|note|small|quick|word|to|the|a|it|that|this|for|if|because|curious|checking|wondering|so|in|when|kidding|do|use|make|fix|run|add|like|noticed|saw|got)s?\\b)[\\w-]+(?: [\\w-]+){0,4}(?=[,.!])`,
      "i",
    ),
    near: DONE,
    sameLine: true,
    unless: new RegExp(`${AT_HAND.source}|${DOING.source}`, "i"),
    unlessNear: OWED,
    nearby: true,
    who: ["user"],
  },
  {
    // After a word that turns to the point: "then: one writer thread, …"
    id: "decision.then-so-many",
    category: "DECISION",
    strength: 0.44,
    why: "says what it comes to",
    pattern: new RegExp(
      `(?:^|[.,] |\\.\\.\\. ?)(?:(?:ok(?:ay)?|so|hm+|fine|alright|right|and|well)[,.]? )*(?:ok(?:ay)?|then|so|therefore|decided|instead|final)(?: then)?: (?:${COUNT}|no|both|all|every|each|per|never|always) (?!(?:of|more|other|last|thing|question|sec|minute|bug|issue|problem|idea|clue|luck|tests?|errors?)s?\\b)[\\w-]+`,
      "i",
    ),
    unless: new RegExp(
      `${AT_HAND.source}|\\b(?:tests? (?:pass|fail)\\w*|fails?|failed|left|questions?|things?)\\b`,
      "i",
    ),
    unlessNear: OWED,
    despite: ["negated", "hypothetical"],
    nearby: true,
    who: ["user"],
  },
  {
    // A thing and its place or form, without a verb: "all money in integer cents".
    id: "decision.all-in",
    category: "DECISION",
    strength: 0.42,
    why: "says how all of a kind shall be, with what speaks for it",
    pattern: eitherOf`
      (?:^|[.:;] |, (?:so|then|and) )(?:(?:ok(?:ay)?|so|then|and|yes|also|btw|please)[,.]? )*(?:all|every|each|both) (?!(?:of|the|good|right|done|in all|green|set|that|this|i|we|you|tests?|files?)\b)[\w-]+(?: (?!(?:is|are|was|were|has|have|had|do|does|should|can|must|will|i|we|you|fail|pass|need|in)\b)[\w-]+){0,2}? (?:in|as|on|via|through|with|per|behind|under|to) (?!(?:this|that|these|those|it|here|there|my|your|place|order|the (?:file|test|folder|list|screenshot))\b)[\w.+#-]+(?: [\w.+#-]+){0,3}?(?=[.,;!]|$| (?:please|pls|and|because|since))
      ^(?:(?:so|then|ok(?:ay)?|and|fine|right)[,.]? )*(?!(?:read|this|that|it|one|not|if|for|view|the|just)\b)[\w.+#-]+(?: (?!(?:is|are|was|were|has|have)\b)[\w.+#-]+)? only(?: then| please)?[.!]?$
      (?:^|[,:;] |\b(?:so|then|and|hence|therefore) )(?!(?:it|that|this|i|we|you|he|they|get|gets|got|see|returns?|shows?|is|are|was|use|using|used|just|but|so|and|then|to|a lot|please|not|only|null|undefined|empty)\b)[\w.+#-]+(?: (?!(?:null|undefined|empty|wrong|sends?|sent|gives?|gave|puts?|takes?|took|calls?|reads?|writes?|wrote|throws?|threw|opens?|loads?|runs?|ran|makes?|made|is|are|was|were|gets?|got|returns?|shows?|showed|has|have|had|to|i|we|you|it|prints?|uses?|says?|said|goes|went|does|did|came|comes)\b)[\w.+#-]+){0,3} (?:instead of|rather than|in place of) (?:the |a |an |our )?(?!(?:null|undefined|nothing|that|this|it|me|\d|\w+ing)\b)[\w.+#-]+
    `,
    near: GROUNDED,
    unless: new RegExp(`${AT_HAND.source}|${SEEN.source}|${NEITHER.source}`, "i"),
    unlessNear: OWED,
    nearby: true,
    who: ["user"],
  },
  {
    // "i want the config in toml, yaml bit us"
    id: "decision.want-as",
    category: "DECISION",
    strength: 0.41,
    why: "says in which form it is wanted, with what speaks for it",
    pattern: eitherOf`
      \b(?:i|we)(?:'d like| want| would like|'d want|'d love)(?: to have| to keep)? (?:the|our|all|one|only one|a single|just one) [\w-]+(?: [\w-]+){0,2}? (?:in|as|on|per|over|with|without|behind|via|inside|outside|next to) (?!(?:this|that|it|here|there|place|front|question|order to|me|you)\b)[\w.+#-]+
      \b(?:i|we)(?:'d like| want| would like) [\w.+#-]+ (?:for|as) (?:the|our|all|every) [\w-]+
      \b(?:i'd like|i want|we want|we'd like|i'd want) (?:it|that|this|them|the [\w-]+(?: [\w-]+)?) (?:replaced|swapped|switched|moved|removed|stored|kept|written|built|handled|split|merged|rewritten|gone|hosted|encrypted|generated)\b
      \b(?:i|we) want us to (?!(?:look|check|start|focus|fix|talk|meet|be|get|have)\b)\w+ \w
      \b(?:feel free to|you (?:can|may)) (?:just |also )?(?:break|drop|ignore|forget|assume|throw away|throw out|rip out|skip|lose) (?!(?:it|that|this|me|them)\b)\w+
      (?:^|[,.] )(?:hm+,? |ok(?:ay)?,? |well,? )*in that case,? (?!(?:can|could|what|i|how|why|please|should|is|do|fix|run|check|tell|show|would|where|it|that)\b)\w+ \w+
      \b(?:going |moving |switching |reverting |we're |i'm |let's go |lets go |we go )back to (?!(?:work|you|the (?:list|topic|question|point|bug|start|beginning|drawing|previous)|my|sleep|normal|square|this|that|it)\b)[\w.+#-]+|^(?:(?:ok(?:ay)?|so|then)[,.]? )*back to (?:plain|good old|the old|simple|vanilla|[\w.+#-]+(?= for (?:good|this|us|the)))
      \b(?:i'll|we'll|i|we|i can|we can) (?:take|eat|accept|swallow|pay) the (?:\w+ )?(?:hit|cost|costs|price|overhead|duplication|penalty|extra|risk|complexity)\b
      \b(?:i want|we want) (?:one|a single|only one|exactly one) [\w-]+(?=[.,;!]|$)
      \b(?:let's|lets) have (?:the|each|every|all|both|our|one|a single) [\w-]+(?: [\w-]+){0,2}? (?!(?:look|chat|talk|call|meeting|break|for|in|on|of|at)\b)[a-z]+
      (?:^|[.,:;] |\b(?:just|rather|better) )let (?:it|them|the [\w-]+(?: \w+)?|clients?|users?|callers?) [a-z]+(?: [\w-]+){0,4} (?:instead of|rather than|and not) \w+
      ^(?:(?:ok(?:ay)?|so|then|and|yes|no|nah|please|just|also)[,.]? )*do (?:the|all|our|both|all the) [\w-]+(?: [\w-]+){0,2}? (?:in|on|with|via|as|by|at|inside) (?!(?:this|that|my|a branch|one go)\b)(?:the |a |our )?[\w.+#-]+(?![^?]*\?)
    `,
    near: GROUNDED,
    unless: new RegExp(
      `${AT_HAND.source}|${SEEN.source}|\\b(?:list|overview|summary|explanation|report on|look|idea|answer|number of|what you|help|lunch|meeting)\\b`,
      "i",
    ),
    unlessNear: OWED,
    despite: ["question", "negated"],
    nearby: true,
    who: ["user"],
  },
  {
    id: "decision.per",
    category: "DECISION",
    strength: 0.42,
    why: "says how many for each, with what speaks for it",
    pattern: new RegExp(
      `${BEGIN}(?:${COUNT}|max|at most) [\\w-]+(?: [\\w-]+){0,2} (?:per|for each|for every) (?!(?:second|minute|hour|day)\\b)[\\w-]+(?: [\\w-]+){0,2}?(?=[,.;!]|$| (?:then|because|since|and|not))`,
      "i",
    ),
    near: new RegExp(`${GROUNDED.source}|${DONE.source}`, "i"),
    unless: new RegExp(`${AT_HAND.source}|${DOING.source}|${IMPOSED.source}`, "i"),
    unlessNear: OWED,
    nearby: true,
    who: ["user"],
  },
  {
    // "terraform for infra, ansible for what's inside the boxes"
    id: "decision.each-its",
    category: "DECISION",
    strength: 0.42,
    why: "says what is taken for what",
    pattern:
      /(?:^|[.:] |, )(?:(?:ok(?:ay)?|so|then|and|yes|both)[,.]? )*(?:(?:let's do|lets do|we do|we'll do|we use|use|take) )?(?!(?:thanks?|thx|sorry|look|looking|wait|waiting|ask|asking|check|search|searching|good|great|ready|time|except|need|needed|one|two|this|that|it|i|we|you|run|add|fix|found|see|click|what|how|why|put|go|working|work|login|log)\b)[\w.+#-]+(?: (?!(?:is|are|was|were|has|have|had|to|i|you|fails?|shows?|works?|looks?|asks?|asked|waits?|and)\b)[\w.+#-]+){0,3} for (?:the |our |what's |all )?[\w-]+(?: [\w-]+){0,3}?(?:,| and) (?!(?:sorry|look|thanks|wait|not|one|check|search|ask)\b)[\w.+#-]+(?: [\w.+#-]+){0,2} for (?:the |our |what's |everything|all )?[\w-]+/i,
    unless: new RegExp(
      `${AT_HAND.source}|${SEEN.source}|\\b(?:fails?|failing|missing|errors?|broken|for (?:me|you|now|today|example|free|a|an))\\b`,
      "i",
    ),
    unlessNear: OWED,
    nearby: true,
    who: ["user"],
  },
  {
    id: "decision.too-much",
    category: "DECISION",
    strength: 0.42,
    why: "turns one thing down and names another",
    pattern:
      /^(?:(?:ok(?:ay)?|yeah|yes|no|nah|hm+|so|honestly|right|well)[,.]? )*(?:an? |the )?(?!(?:it|this|that|there|which|what)\b)[\w.+#-]+(?: [\w.+#-]+){0,2} (?:is|are|would be|feels|seems|sounds) (?:way |just |far |totally |complete |a bit |really )*(?:overkill|too much|too heavy|too complex|too complicated|not worth it|nonsense|pointless|silly|oversized)(?: here| for (?:this|us|our|that|one|a|an|five|ten|\w+)[\w ]{0,24})?[.!]?$/i,
    near: /[.!]\s(?:so |just |then |instead |rather )*(?!(?:can|could|what|how|why|i|it|that|this|is|are|do|does|please)\b)(?:plain|simple|one|two|use|keep|take|go|let's|no|[\w.+#-]+ (?:plus|with|and|on|is enough|will do|does|then|instead))\b/i,
    unless: new RegExp(`${AT_HAND.source}|${SEEN.source}|\\b(?:noise|traffic|text|load)\\b`, "i"),
    nearby: true,
    who: ["user"],
  },
  {
    // "the frontend doesn't do any date math, it prints what the api sends"
    id: "decision.never-does",
    category: "DECISION",
    describes: true,
    strength: 0.42,
    why: "says what a part keeps out of",
    pattern:
      /(?:^|[,.:;] |\b(?:and|so|then) )(?:the |our )?(?:[\w-]+ )?(?:frontend|backend|client|clients|server|api|worker|workers|ui|app|service|services|controllers?|gateway|scheduler|device|firmware|importer|db|database|views?|core|engine|plugins?|library|lib|sdk|cli|parser|renderer|handlers?|callers?) (?:doesn't|does not|never|don't|do not|won't|will not|must not|mustn't) (?:ever )?(?:do|does|know|knows|touch|touches|store|stores|see|sees|care|cares|talk|talks|need|needs|hold|holds|decide|decides|compute|computes|render|renders|write|writes|own|owns|cache|caches|validate|validates|format|formats|import|imports|depend|depends) (?!(?:anything|nothing|it|that|this)\b)\w+/i,
    near: new RegExp(
      `${GROUNDED.source}|[,.;]\\s(?:it|they|that|only the [\\w-]+|the [\\w-]+) (?:just |only )*(?:is|are|[a-z]+s)\\b`,
      "i",
    ),
    unless: new RegExp(`${NEITHER.source}|${IMPOSED.source}`, "i"),
    unlessNear: OWED,
    despite: ["negated"],
    nearby: true,
    who: ["user"],
  },
  {
    // Any verb at all, when what speaks for it stands beside it: "we evaluate with macro f1, accuracy hides the rare classes"
    id: "decision.we-any",
    category: "DECISION",
    describes: true,
    strength: 0.41,
    why: "says how we do it, with what speaks for it",
    pattern:
      /(?:^|[,.:;] |\b(?:and|so|then|therefore|hence) )we(?:'ll| will)? (?:just |only |always |now |then |simply |therefore )*(?!(?:are|were|have|had|has|need|should|could|can|can't|cannot|must|might|may|would|want|think|thought|know|knew|see|saw|get|got|find|found|went|made|took|ran|wrote|built|sent|lost|hit|keep|still|already|never|also|all|both|do|did|don't|didn't|won't|noticed|tried|try|guess|hope|believe|feel|talk|talked|meet|met|discuss|ask|look|wait|start|end|fail|miss|lose|came|come|gave|say|said|tell|told|hear|heard|seem|forgot|forget|understand|remember|agree|fix|debug|check|test|finish|continue|begin|spend|spent|paid|even|usually|currently|probably|really|mostly|sometimes|often|haven't|aren't|weren't|hadn't|support|own|owe|plug|like|love|live|work|use|run|go|[a-z]+ed|[a-z]+ly)\b)[a-z-]+ (?:with|by|via|under|through|over|as|from|the|our|all|every|each|only|on|in|at|to|it|them|directly|no)\b/i,
    near: GROUNDED,
    unless: new RegExp(`${NEITHER.source}|${IMPOSED.source}|${SEEN.source}`, "i"),
    unlessNear: new RegExp(`${IMPOSED.source}|${OWED.source}`, "i"),
    nearby: true,
    who: ["user"],
  },
];
