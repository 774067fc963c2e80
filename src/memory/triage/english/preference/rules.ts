// Rules without a word that announces them: what code, commits and texts shall look like.

import { LEAD } from "../../lead.ts";
import { eitherOf } from "../../phrase.ts";
import type { Signal } from "../../signal.ts";
import { ASKED, FORM, PLURAL, PRODUCT, QUALITY, SINGULAR, START, TROUBLE } from "./craft.ts";

const WHO: Signal["who"] = ["user"];

/** Words before the name of a style that make it a fact, a question or a single piece of work. */
const NO_RULE = `(?:is|are|was|were|has|had|have|does|did|do|can|could|why|what|how|which|who|convert\\w*|rename\\w*|change[sd]?|fix\\w*|turn\\w*|refactor|migrate|translate|remove|replace|add|reformat|find|search|list|check|show|tell|explain|look|uses|used|complain\\w*|says?|said|wants|asked|this|that|these|those|it|its|he|she|they|maybe|perhaps|if|whether|should|might|would|discuss|between|missing|sure|about|implement|support|render|detect|parse|my old|tried|delete|write an?|got|see|saw|count|make|rewrite|set|setup|configure|enable|install|generate|the(?! (?:docs|readme|comments|code|tests|changelog|whole|entire)\\b))`;

const LANGUAGE =
  "(?:english|german|french|dutch|spanish|italian|japanese|chinese|portuguese|latin|polish|swedish)";

export const PREFERENCE_RULES: readonly Signal[] = [
  {
    id: "preference.form",
    category: "PREFERENCE",
    strength: 0.44,
    why: "names the style",
    who: WHO,
    pattern: new RegExp(`${START}(?:(?!${NO_RULE}\\b)[\\w'/.+#-]+[,:]? ){0,5}${FORM}(?!\\w)`, "i"),
    unless: eitherOf`
      ${TROUBLE.source}
      \b(?:this|that|these|those) (?:\w+ )?(?:file|function|class|method|one|test|line|module|script|table|page|query|commit|heading|title|label|column|string|variable|field|chart|plot|figure|paragraph)\b
      ${PRODUCT.source}
      ^(?:\w+ )?(?:strip|filter|escape|sanitize|highlight)\b|\b(?:an?|one|some|two|three|\d+(?:-\d+)?) (?:[\w-]+ )?(?:one-liners?|bullet points?|bullets|code blocks?|emojis?|draft (?:pr|pull request)s?|blank lines?|(?:licen[cs]e|copyright) (?:headers?|lines?)|early returns?|guard clauses?)\b|\bwould(?:'ve| have)\b
      \b(?:show me|explain|someone|somebody|claim\w*|enforces?|vs|versus|according|i (?:mix|confuse|forgot|wonder))\b|\bthe (?:ui|parser|linter|formatter|compiler|editor|tokenizer)\b|\bno \w+ (?:are|is|were)\b|\bas (?:a )?(?:separator|delimiter)\b
    `,
    despite: ["hypothetical", "negated"],
  },
  {
    id: "preference.none-of",
    category: "PREFERENCE",
    strength: 0.44,
    why: "rules it out",
    who: WHO,
    pattern: new RegExp(
      `${START}(?:absolutely |really |strictly |ideally )?no (?!new (?:commits|prs|comments|branches|tests|logs|releases|migrations|files)\\b(?! unless| in|,| please))(?:(?:more|new|extra|unnecessary|fancy|random|inline|nested|raw|long|other|single|needless|big|giant|clever|ad-hoc|third-party|runtime|\\w+-\\w+|\\w+) ){0,2}(?:${FORM}|${PLURAL}|orms?|frameworks|inheritance|globals|placeholders|todos|stubs|magic|macros|shortcuts|hacks|workarounds|libs|libraries|polyfills|any|unwrap|prints?|fluff|preamble|apologies|praise|lectures|guessing|guesswork|surprises|assumptions|else|lambdas|jquery|wrappers|generics|mutation|footers|attribution|slang|markdown|inches|\\w+-isms|\\w+isms|caps|clever \\w+|nesting|[\\w-]+ in (?:unit |integration |production |user-facing |public )?(?:tests|docs|code|commits|comments|templates|controllers|components|models|migrations|headings|titles|names|examples|headers|[\\w/-]*\\.\\w+)|basics|hand[- ]?holding|lessons|tutorials|puns|jokes|swearing|boilerplate|bullets|small ?talk|yapping|essays|novels|monoliths|god (?:class|object)\\w*|cdns?|cdn \\w+)(?![\\w'-])(?! (?:failed|found|yet|left|ran|run|changed|were|was|are|is|exist|on (?:the|that|this)|from|since|so far|this time|came|show|appear|have|has|in the (?:last|log|output|response|db|database)|for (?:that|this|it)))`,
      "i",
    ),
    unless: eitherOf`
      ${TROUBLE.source}
      ${ASKED.source}
      ${PRODUCT.source}
      \bno (?:errors?|changes?|differences?|issues?|bugs?|updates?|typos?|warnings?|traces?|mention) in\b|\b(?:no plans|sadly|unfortunately|apparently|on (?:that|this) (?:anywhere|at all))\b
    `,
    despite: ["hypothetical", "negated", "question"],
  },
  {
    id: "preference.this-not-that",
    category: "PREFERENCE",
    strength: 0.42,
    why: "one thing, not another",
    who: WHO,
    pattern: new RegExp(
      `${LEAD}(?:[\\w/#+-]+: |(?:in|for) [\\w/#+-]+(?: code)?[,:]? )?(?!(?:no|nope|nah|yes|yeah|it|its|this|that|these|those|i|we|you|he|she|they|there|the|is|are|was|why|what|not|if|when|line|port|page|row|step|stag\\w*|prod\\w*|today|tomorrow|yesterday|\\w+day|left|right|first|second|third|last|next|mine|here|now|one|option|a|an|only|lets|let|like|but|more|less|\\w+s (?:on|in|at|to|from)|max|min|probably|maybe|still|better|why|over|turn|could|would|should|must|will|may|might|cannot|can|does|do|did|has|have|fatal|error|sometimes|usually|mostly|of course|certainly|surely|definitely|absolutely)\\b)[a-z][\\w./#+-]*(?: (?!is\\b|are\\b|was\\b|were\\b|does\\b|do\\b|did\\b|has\\b|have\\b|it\\b|can\\b|will\\b|the\\b|this\\b|that\\b|i\\b|we\\b|you\\b|should\\b|must\\b|need\\b)[\\w./#+-]+){0,2}(?:,? not|, never|,? (?:over|instead of|rather than)) (?!yet|sure|now|the\\b|this|that|it\\b|there|here|prod\\w*|stag\\w*|\\d|me\\b|him|her\\b|them|mine|first|second|last|today|really|only|just|all\\b|even|an?\\b|to\\b|working|because|in\\b|at\\b|on\\b|from\\b|like\\b|do\\b|my\\b|your\\b|\\w+ed\\b|too\\b|so\\b|very\\b|as\\b|been\\b|be\\b|have\\b|asking|urgent|important|critical|blocking|worth|complaining|kidding|joking|surprised|certain)[\\w./#+-]+(?: (?!is\\b|are\\b|was\\b)[\\w./#+-]+){0,3}(?:[.,;!]|$| (?:when|if|for|please|unless|because|so|everywhere|where|wherever|as)\\b)`,
      "i",
    ),
    unless: eitherOf`
      ${TROUBLE.source}
      \bfor (?:the|this|that) [\w-]+[.!]*$
    `,
    despite: ["negated", "hypothetical"],
  },
  {
    id: "preference.norm",
    category: "PREFERENCE",
    strength: 0.44,
    why: "says how all of them shall be",
    who: WHO,
    pattern: new RegExp(
      `(?:${LEAD}|[,:;]\\s*(?:and )?|\\band )(?:(?!the\\b|these\\b|those\\b|some\\b|which\\b|what\\b|why\\b|are\\b|do\\b|his\\b|her\\b|their\\b|no\\b|if\\b|when\\b)[\\w-]+ ){0,2}${PLURAL}(?: (?:in|on|of|for|longer than|over|with) [\\w-]+(?: (?:lines|chars|code))?)? (?:should(?! pass| work| now| be (?:fine|ok|green|there|good|enough|fixed))|shouldn't|must|mustn't|need to|have to|ought to|(?:always|never|only) \\w+|go (?:in|at|on|under|next|into|first|last|to|above|below|through|as|behind|beside)\\b|live (?:in|at|next|under|beside|with)\\b|belong (?:in|at|to|next|under|on)\\b|stay (?:in|under|small|short|flat|out)\\b|(?:start|begin|end|are prefixed) (?:with|in)\\b|start |come (?:first|last|before|after)|get (?:an?|their|split|named|squashed|merged)\\b|are (?:always |never |to be )?(?:named|called|written|prefixed|suffixed|sorted|kept|capitali[sz]ed|singular|plural|lowercase|uppercase|immutable|mandatory|errors|documentation|part of|for the)|(?:is|are) always (?:in |written |stored |named |called |spelled )?(?:${FORM}|${LANGUAGE}|utc|cents|singular|plural)|(?:as|in) (?:the )?(?:${FORM}|${LANGUAGE}|utc|cents|iso|markdown|alphabetical|singular|plural|upper|lower|plain|separate|their own|one \\w+|\\d)|first(?=[,.;!]|$)|at the (?:top|bottom|end|beginning)\\b|without \\w+|against (?!the )\\w+|sorted|grouped|alphabetical\\w*|uppercase|lowercase|upper case|lower case|singular|plural|max \\d|under \\d|below \\d|only (?:when|if|for|in|where|on)\\b)`,
      "i",
    ),
    unless: eitherOf`
      ${TROUBLE.source}
      \b(?:that one|this one|now|already|currently|again|this time|today|yesterday)\b
    `,
    despite: ["hypothetical", "negated"],
  },
  {
    id: "preference.every-one",
    category: "PREFERENCE",
    strength: 0.46,
    why: "says what each of them needs",
    who: WHO,
    pattern: new RegExp(
      `\\b(?:every|each|any|all) (?:(?:single|new|public|exported|bigger|larger|user-visible|user-facing|[\\w-]+) ){0,2}${SINGULAR} (?:\\w+ ){0,3}?(?:gets?|needs?|has to|should|must|ships|comes|goes|deserves|is(?:n't| not) (?:done|finished|complete)|starts|ends|requires)\\b(?! (?:work|pass|fail|be (?:able|fine|shown)|return|appear|show))`,
      "i",
    ),
    unless: eitherOf`
      ${TROUBLE.source}
      \b(?:user|users|customer|player|endpoint (?:should|must|needs to) (?:return|accept)|api (?:should|must))\b
    `,
    despite: ["hypothetical", "negated"],
  },
  {
    id: "preference.topic",
    category: "PREFERENCE",
    strength: 0.44,
    why: "states a rule for it",
    who: WHO,
    pattern: new RegExp(
      `${LEAD}(?:(?:re|on|about|for|regarding|as for|concerning|and)\\s+)?(?:(?:(?!the\\b|this\\b|that\\b|these\\b|note\\b|for\\b)[\\w-]+ ){0,2}(?:${PLURAL}|naming|style|tone|formatting|layout|workflow|logging|error handling|testing|git|indentation|whitespace|communication|spelling|wording)(?: style| format| names| naming)?|generally|in general|general rules?|(?:house|ground|basic|some) rules|my rules?|rule of thumb|(?:my|our) (?:style|conventions?|workflow|setup)|(?:in|for|with|on) (?!the\\b|this\\b|whoever|my\\b|that\\b)(?:[\\w+#-]+ ){0,2}[\\w+#-]+):\\s+(?!\\d|\\w+ed\\b|ok\\b|done\\b|none\\b|yes\\b|no$|all (?:good|green|pass)|see\\b|what|why|how|which)(?=[^?]*\\b(?:no|not|never|always|only|in|as|with|without|use|keep|one|two|three|max|should|must|tell|write|put|first|please|short|small|don't|dont|prefer|avoid|like|mandatory|strict|lowercase|uppercase)\\b)\\w`,
      "i",
    ),
    unless: eitherOf`
      ${TROUBLE.source}
      ${ASKED.source}
      ^(?:feat|fix|docs?|style|refactor|tests?|chore|perf|ci|build)(?:\(\w+\))?: (?:fix|add|update|remove|extract|cover|drop|bump|rename|move)\b
      ^for (?:now|example|instance|this|that|today)\b|\bx{6,}$
    `,
    unlessNear:
      /\b(?:write|draft|compose|prepare|need|make)(?: me| us)? (?:the|an?|this|our) (?:[\w-]+ ){0,2}(?:announcement|e-?mail|post|letter|article|blurb|text|tweet|newsletter|page|speech|poem|story|intro|abstract|flyer|poster)\b/i,
    despite: ["hypothetical", "negated", "question"],
  },
  {
    id: "preference.only-this",
    category: "PREFERENCE",
    strength: 0.44,
    why: "nothing else",
    who: WHO,
    pattern: new RegExp(
      `${LEAD}(?:[\\w/#+-]+: )?[\\w./+#-]+(?: [\\w./+#-]+)? only,? (?:no|never|not|and no) \\w+|\\bonly, no \\w+|${START}use [\\w./+#-]+(?: [\\w-]+)?, [\\w./+#-]+ (?:is|are) (?:\\w+ )?(?:slow|slower|dead|deprecated|banned|overkill|unmaintained|bloated|ancient|legacy|painful|terrible|a mess|forbidden)`,
      "i",
    ),
    unless: TROUBLE,
    despite: ["hypothetical", "negated"],
  },
  {
    id: "preference.with-each",
    category: "PREFERENCE",
    strength: 0.44,
    why: "holds with each of them",
    who: WHO,
    pattern: new RegExp(
      `\\b(?:before|after|with|for|in|on|along with) (?:every|each|any) (?!tests?\\b|request|row|user\\b(?![- ](?:visible|facing))|call|query|file\\b)(?:(?:single|new|[\\w-]+) )?${SINGULAR}\\b(?! (?:in|of|from|that|we have|on) (?:the\\b|this\\b|that\\b|[\\w/-]+\\.\\w))|\\bin (?:all |any |your |our )?(?:commit (?:messages|subjects|titles|bodies)|pr (?:titles|descriptions|bodies)|branch names|code comments|variable names|file ?names|docstrings|identifiers|class names|function names|test names|log messages|error messages|code examples)\\b`,
      "i",
    ),
    unless: eitherOf`
      ${TROUBLE.source}
      ${ASKED.source}
      \b(?:(?:i|we) (?:have|need) to (?:restart|clear|reload|re-?run|refresh|log)|runs?|triggers?|fires?|happens?|appears?|occurs?|comes? back|shows? up|errors?|called|executed|ran|is (?:sent|logged|run|built)|we (?:have|had)|there (?:is|are)|users?(?![- ](?:visible|facing))|customers?|loop|iterate|returns?|find|search|grep|list|fix|rename|replace|typos?|compare|count|print|generate|add an?|bug|cache|row|column|button)\b
    `,
    despite: ["hypothetical", "negated", "question"],
  },
  {
    id: "preference.one-per",
    category: "PREFERENCE",
    strength: 0.46,
    why: "says how much goes into one",
    who: WHO,
    pattern:
      /\b(?:one|1|two|a single|max(?:imum)? (?:one|two|three|\d+)|at most (?:one|two|three|\d+)) [\w -]{2,30}?\b(?:(?:to a|a) (?:commit|pr|file|test|line|function|ticket|branch|class|module|message)|(?:per|in each|in every|for each) (?:commit|pr|pull request|file|test|line|function|ticket|branch|class|module|service|message|component|step|issue|feature|bug|paragraph|sentence|conversation|question|change|topic|release|package|folder|query))\b/i,
    unless:
      /\b(?:limit|api|upload|quota|in the (?:table|report|csv|list|output)|the \w+ (?:should|must|has to|puts?|writes?)|users?|generator)\b/i,
    despite: ["hypothetical", "negated"],
  },
  {
    id: "preference.weighed",
    category: "PREFERENCE",
    strength: 0.46,
    why: "says what counts more",
    who: WHO,
    pattern: eitherOf`
      \b${QUALITY} (?:[\w-]+ ){0,2}(?:over|beats?|trumps?|wins? over|matters? more|(?:is|are) (?:\w+ )?(?:better|more important|worth more) than|comes? (?:first|before)|first[,:]|before) (?!the\b|a\b|it\b|this\b|i\b|we\b|you\b|that\b)\w+
      \bthe (?:fewer|less|shorter|smaller|simpler|more explicit|more boring|flatter|thinner|dumber|plainer) (?:[\w-]+ ){0,4}?,? ?the (?:better|happier|easier)\b
      \b(?:shorter|simpler|smaller|less|fewer|boring|explicit|flat|dumb|plain) is (?:better|best|good|more|king|fine)\b
      \b(?:i'd|i would|i'll|i will|i|give me) (?:always |usually |gladly |rather |sooner |any day )*(?:take|choose|pick|trade|have)? ?(?!a look|care)[\w -]{3,40} (?:over [\w -]{3,40} )?(?:any day|every time|any time)\b
      \b(?:i'd|i would|i'll|i will) (?:always |usually |gladly |rather |sooner )*(?:take|choose|pick) (?!a look|care|it from)(?:the |a |an )?[\w -]{3,40}\b(?:over|rather than|than|instead)\b
    `,
    unless: eitherOf`
      ${TROUBLE.source}
      ${ASKED.source}
      ${PRODUCT.source}
      \b(?:says|according|asked (?:whether|if|me))\b|\bi (?:hate|like|love) (?:this|that|it)\b|\b(?:needs?|takes|restarts?|reloads?|rebuild) .{0,20}every time\b
    `,
    despite: ["hypothetical", "negated", "question"],
  },
];
