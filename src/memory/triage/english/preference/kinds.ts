// Customs of a kind: what is said of all such things in few words, without an article or a name.

import { LEAD } from "../../lead.ts";
import { eitherOf } from "../../phrase.ts";
import type { Signal } from "../../signal.ts";
import { ASKED, PLURAL, PRODUCT, START, TROUBLE } from "./craft.ts";

const WHO: Signal["who"] = ["user"];
/** No rule begins with these, or has them before its verb. */
const NO_KIND =
  "(?:the|this|that|these|those|it|its|i|we|you|he|she|they|there|his|her|their|my|is|are|was|were|why|what|how|which|who|where|when|if|has|have|had|does|did|do|no|not|some|many|few|lots|thanks|yes|issues?|problems?|errors?|users?|bugs?|questions|thoughts|changes|things|customers?|cases|rows|requests|results|ideas|options|players?|always|sometimes|maybe|as|in|on|at|looks|seems|works|fails|goes|makes|gets|let's|lets|just|still|also|see|hits|runs|breaks|starts|ends|calls|returns|shows|fix|add|make|change|update|remove|move|rename|run|show|check|find|look|try|give|create|implement|build|replace|list|print|convert|generate|count|get|render|draw|load|delete|send|collect|compare|extract|download|dump|fetch|insert|can|could|would|should|will|must|may|traffic|money|data|time|everything|nothing|something|anything|access|process|address|class|pass|press|focus|status|towards|perhaps|plus|minus|us|yours|ours|theirs|less|unless|across|cors|css|js|ts|aws|dns|os|ios|redis|sales|people)";

/** In a clause about something at hand. */
const NO_KIND_WORD =
  "(?:the|this|that|these|those|it|its|i|we|you|he|she|they|there|his|her|their|my|is|are|was|were|why|what|how|which|who|where|has|have|had|does|did|do|some|thanks|see|fix|add|make|change|update|remove|move|rename|run|show|check|find|look|try|give|create|implement|build|replace|generate|list|print|convert|can|could|would|should|will|now|again|today|done|got|need|needs|want|wants|write an?|another|first|second|last|next|three|few|delete|open|send|test|them|mark|ignored)";

export const PREFERRED_KINDS: readonly Signal[] = [
  {
    // "figures as svg": no verb, no article, nothing at hand that it could be about.
    id: "preference.kind-as",
    category: "PREFERENCE",
    strength: 0.42,
    why: "says in what form",
    who: WHO,
    pattern: new RegExp(
      `${LEAD}(?:(?!${NO_KIND}\\b)[\\w-]+ ){0,2}(?!${NO_KIND}\\b)[\\w-]{3,}[^s\\W]s(?: (?:always|only|exactly|please|preferably))? (?:as|in|with|without) (?!the\\b|this\\b|that\\b|these\\b|those\\b|it\\b|my\\b|your\\b|production|prod\\b|staging|\\w+\\.\\w+)[\\w-]+`,
      "i",
    ),
    unless: eitherOf`
      ${TROUBLE.source}
      ${ASKED.source}
      ${PRODUCT.source}
      ^[^,;:]{0,80}\b(?:is|are|was|were|has|have|had|does|doesn't|did|will|would|can|should|needs?|looks?|seems?|breaks?|works?|the (?:new|old|last|first|next|same|current)|this|that|now|yesterday|today|already|still)\b
    `,
    despite: ["hypothetical", "negated", "question"],
  },
  {
    id: "preference.throughout",
    category: "PREFERENCE",
    strength: 0.42,
    why: "wants it everywhere",
    who: WHO,
    pattern: new RegExp(
      `${LEAD}(?:(?!(?:the|this|that|it|i|he|she|they|there|is|are|was|were|why|what|how|has|have|had|does|did|do|search|replace|rename|find|fix|remove|change|update|apply|same|add|look|looked|grep|\\w+ed)\\b)[\\w'./-]+,? ){1,8}(?:throughout|everywhere(?! (?:else|i look|now))|project-wide|repo-wide|codebase-wide|(?:for|in|on|across) (?:everything|anything)(?! (?:is|else|we|i|that (?:broke|failed)))|across the (?:board|codebase|repo|project))\\b`,
      "i",
    ),
    unless: eitherOf`
      ${TROUBLE.source}
      ${ASKED.source}
      ${PRODUCT.source}
      \b(?:errors|bugs|warnings|used|called|spread|appears?|logs|mess) everywhere\b
      \b(?:is|are|was|were|thanks|sorry)\b.*\b(?:for|in|on|across) (?:every|any)thing\b
    `,
    despite: ["hypothetical", "negated", "question"],
  },
  {
    id: "preference.place",
    category: "PREFERENCE",
    strength: 0.42,
    why: "says where it belongs",
    who: WHO,
    pattern: new RegExp(
      `(?:${LEAD}|[,:;]\\s*(?:and )?)(?:all |any |every )?(?:(?!${NO_KIND}\\b)[\\w/+-]+ ){1,3}(?:go(?! with)|goes|stays? (?:green|small|flat|private|internal|pure|simple|generic)|stays?|lives?|belongs?|gets? (?:committed|checked in|merged|squashed|named|written|put|its own|their own)) (?:in|into|to the (?:top|bottom|end)|under|at the|on top|out|first|last|next to|above|below|behind|beside|through|via|as|after|before|without|with|by|of)\\b|\\b(?:all|any|every) (?:(?!and\\b|\\d)[\\w-]+ ){1,4}(?:go|goes|must go|has to go|have to go) (?:through|via|in|into|to|under)\\b|(?:${LEAD}|[,;:]\\s*(?:and )?)(?:(?!${NO_KIND_WORD}\\b|put\\b|split\\b|extract\\b|have\\b|and\\b|commit\\b|is\\b)[\\w-]+ ){1,4}(?:always |only )?(?:in|into|to|on) (?:their own|its own|an? separate|separate|an? own|a different) (?:commits?|prs?|files?|branch(?:es)?|folders?|modules?|packages?|migrations?|tickets?|lines?)\\b|${START}(?:keep|leave) (?!it\\b|this\\b|that\\b|the\\b|them\\b|me\\b|him\\b|us\\b)[\\w -]{3,30} out of \\w+|${START}leave (?!it\\b|this\\b|that\\b|the\\b|them\\b|me\\b)[\\w-]+s out\\b|${START}(?:catch|log|mock|comment|test|throw|validate|cache|retry|abstract|wrap|details|comments|use) only (?:at|in|when|if|for|on|where|what)\\b`,
      "i",
    ),
    unless: eitherOf`
      ${TROUBLE.source}
      ${ASKED.source}
      ${PRODUCT.source}
      \b(?:now|already|currently|again|yesterday|today|since|traffic|requests?|packets?|emails?|events? go)\b
    `,
    despite: ["hypothetical", "negated", "question"],
  },
  {
    id: "preference.standing",
    category: "PREFERENCE",
    strength: 0.42,
    why: "says what goes and what does not",
    who: WHO,
    pattern: eitherOf`
      (?:^|[,:;] ?)(?!it\b|this\b|that\b|the\b|there\b|which\b|we\b|i\b|you\b|they\b)[\w.*-]+(?: [\w.*-]+){0,3} (?:is|are)(?:n't| not) (?:ok|okay|acceptable|allowed|cool|welcome|good enough|an option|a thing)\b(?! (?:for|with) (?:the|this|me to))
      (?:^|[,:;] ?)(?!it\b|this\b|that\b|the\b|they\b|we\b|i\b|you\b|all\b)[\w.*-]+(?: [\w.*-]+){0,2} (?:is|are) (?:fine|ok|okay|allowed) (?:on|in|for|when|as long as) \w+
      (?:^|[,:;] ?)[\w-]+ by hand, (?!please)\w+
      \b(?:don't|doesn't|do not|does not) belong (?:in|on|into|here)\b
      (?:^|[,:;] ?)(?!it\b|this\b|that\b|the\b|time\b|he\b|she\b)[\w.-]+(?: [\w-]+)?(?:'s| is| are) (?:out|history|a thing of the past|old news|dead|banned)(?:,|$| for us| here| now,)
      (?:^|[,:;] ?)(?!it\b|this\b|that\b|the\b|what\b)[\w.]+ (?:is|are) (?:only |just )?for (?!the\b|this\b|that\b|me\b|you\b|now\b|free|sale|us\b|it\b|a\b|some|all\b)[\w-]+(?: \w+)?$
      (?:^|[,:;] ?)(?:please )?treat (?!this|that|it\b|the\b|these|those|them)[\w-]+ (?:[\w-]+ )?(?:as|like)\b|\bthink of \w+ as (?:sacred|read-only|frozen|law)
      \b(?:whatever|anything|everything|any \w+|every \w+) (?:that |which )?(?:touches|touching|leaves|leaving|involving|concerning|related to|talks to|writes to|user-facing|user-visible|destructive|public|external|irreversible|risky|bigger than|longer than|larger than|non-trivial)\b|\bnothing (?:gets?|goes|leaves|is) (?:\w+ )?(?:merged|pushed|committed|deployed|released|deleted|in|into|out|to)\b
      \b(?:the (?:right |correct |proper )?(?:term|word|spelling)(?: here| for \w+)? is|we call (?:it|them|these|those|this)|(?:it's|they're) (?:called|spelled|written)) [^?]{2,25}(?:, (?:not|never)\b| and not\b)
      (?:^|[,:;] ?)(?!it\b|this\b|that\b|the\b|set\b|is\b|make\b|enable)[\w.-]+(?: [\w-]+){0,2} by default, (?!but it|it's|which)\w+
      \b(?:mention|point at|point to|refer to|quote|cite|explain|review|compare|report|summari[sz]e|answer|reply|suggest|propose|estimate|describe|list)(?: \w+){0,3}$(?<=\bwhen(?:ever)? you (?:mention|point at|point to|refer to|quote|cite|explain|review|compare|report|summari[sz]e|answer|reply|suggest|propose|estimate|describe|list)(?: \w+){0,3})
      \b(?:stage|edit|draft|propose) only, i (?:commit|push|merge|run)\b|\byou (?:stage|write|code|propose|prepare|draft|build|edit|suggest|plan),? (?:and )?i (?:flash|run|push|commit|merge|deploy|review|test|decide|apply|execute|do)\b
      (?:^|[,:;] ?)(?:please |pls |could you |can you )?(?!fix|check|update|use|show|read|see|in\b|on\b|with\b|of\b|at\b|all\b|are\b|for\b|about|from|love|like|saw|read)\w+ your (?:\w+ )?(?:notes|answers|replies|responses|summaries|explanations|questions|updates|commits|findings|messages|reports|changes|steps|suggestions|claims|sources|assumptions|code blocks)\b
      \b(?:tell|show|explain|warn)(?: to)?(?: me)? (?:what |destructive |risky |a |any |each |every )[^?]{0,40}\bbefore (?:you )?(?:run|running|execut\w+|apply\w*|delet\w+|it runs|doing)\b|(?:^|[,:;] ?)(?:please )?(?:slow down|take it slow|hints? (?:first|only|not|before))\b|\bdon't (?:just )?(?:hand|give|feed) me (?:the )?(?:full|whole|complete|finished|ready)\b
      (?:^|[,:;] ?)(?!it\b|this\b|that\b|the\b|i\b|we\b|you\b|do\b|is\b)[\w-]+ [\w -]{2,40}\bunless (?:there(?:'s| is)|it's|its|you (?:have|need|must|really)|asked|told|necessary|needed|absolutely|explicitly|stated|unavoidable)\b
    `,
    unless: eitherOf`
      ${TROUBLE.source}
      ${ASKED.source}
      ${PRODUCT.source}
      \b(?:it|the (?:page|app|build|server|test)) \w+s when\b|\b(?:yesterday|this time|right now|(?:next|this) week|today|tomorrow)\b
    `,
    despite: ["hypothetical", "negated", "question", "embedded"],
  },
  {
    // "rebase, don't merge"
    id: "preference.one-way",
    category: "PREFERENCE",
    strength: 0.42,
    why: "one thing, not another",
    who: WHO,
    pattern: new RegExp(
      `${LEAD}(?!(?:just|please|agree|agreed|ok|okay|fine|so|wait|stop|hold|careful|hang|never|no|yes|sorry|listen|actually|thanks|cool|great|relax|look|easy|hm+|nvm|today|tomorrow|also|but|it|if|the|this|that|when|i|you|we)\\b)[\\w-]+(?: [\\w-]+){0,2}, (?:don't|never) (?!touch|worry|change anything)[\\w-]+(?: (?!it\\b|that\\b|anything\\b)\\w+)?[.!]*$|${LEAD}(?!${NO_KIND}\\b)[\\w-]{3,}s are (?!not\\b|now\\b|in\\b)[\\w -]{2,25}, (?:never|not) [\\w-]+[.!]*$|${START}no (?!(?:open|failing|new|other|merge|security|breaking|uncommitted|pending|obvious|visible|further|known|unused|major|real|such|more|code|worries|one)\\b)(?:[\\w-]+ ){1,2}(?!issues|problems|errors|warnings|results|changes|conflicts|matches|users|rows|logs|messages|updates|questions|failures|bugs|differences|plans|tests|files|entries|records|reasons|options|thanks)[\\w-]{3,}s(?= (?:in|on|for|unless|please|here|anywhere|inside|outside|with)\\b|[,.;!]|$)|${LEAD}(?!(?:it|i|we|you|he|she|they|this|that|the)\\b)[\\w-]+(?: [\\w-]+)? never, [\\w -]+[.!]*$|${START}no (?:deploys|merges|releases|rebases|renames|reformats|rewrites|pushes|surprises|extras|fallbacks|hacks) (?:on|in|without|before|unless|after|during)\\b`,
      "i",
    ),
    unless: eitherOf`
      ${TROUBLE.source}
      ${ASKED.source}
      ${PRODUCT.source}
      \b(?:there (?:is|are|was|were)|so far|found|we (?:have|had|saw|got)|i (?:see|saw|got|have)|has|had|this time|yet|right now|today|sadly)\b
    `,
    despite: ["hypothetical", "negated", "question"],
  },
  {
    id: "preference.kind-please",
    category: "PREFERENCE",
    strength: 0.42,
    why: "asks for such things",
    who: WHO,
    pattern: new RegExp(
      `${LEAD}(?:(?!${NO_KIND_WORD}\\b|more\\b|bigger\\b|a\\b|an\\b|one\\b|all\\b|both\\b|no\\b)[\\w'-]+ ){1,3}(?!${NO_KIND}\\b)\\w{3,}s(?: in \\w+)? (?:please|pls)(?=[,.!]|$)|${START}(?:an? )?(?:comments?|docs|names?|tests?|commits?|commit messages?|error messages?|log lines?|docstrings?) (?:should |must )?(?:explains?|says?|describes?|tells?|answers?|documents?|states?|are for|is for) (?:the )?(?:why|what|how)\\b|${START}give me (?:options|alternatives|choices|estimates|examples|numbers|hints|links|paths|file paths|diffs|summaries|commands) (?:with|and|in|as|when|instead|not)\\b|${LEAD}[\\w .-]{2,20}: (?:never|always)\\b|\\b(?:an?|any) (?:test|pr|function|commit|class|comment|file|method|branch|module|query) (?:that|with|without|over|above|longer than|which|bigger than) [^?]{2,50}\\b(?:is an? (?:bug|smell|lie|mistake|no-?go)|gets (?:split|sent|rejected|closed|reverted)|isn't (?:done|finished|a))\\b|${LEAD}(?:new rule|lesson|learn(?:ed|t)|after) [^:]{3,40}: (?:no|only|never|always|pin|use|[\\w-]+s (?:only|on|in|with|without))\\b|${LEAD}(?!to\\b|the\\b|at\\b|on\\b)[\\w-]+(?: (?!the\\b)[\\w-]+)? first, [\\w -]{2,20} (?:second|later|last)\\b|${START}(?:lists|bullets|tables|spaces|tabs|paragraphs|sentences|diffs|patches|functions|snippets|prose|hints|loops) (?:please|pls)[.!]*$|${START}(?:run|build|lint|format|check) only [^?]{1,50}\\byou (?:touch|chang|edit|need)\\w*|${LEAD}(?:our |the )?(?!value|result|error|answer|it\\b|this\\b)[\\w-]+(?: [\\w-]+)? (?:is|are) always (?:in (?:cents|utc|english|lower|upper|radians|metric|si)|lowercase|uppercase|capitali[sz]ed|singular|plural|written|spelled)\\b|\\b(?:i'd like|i want|i need|i prefer|we want|i like) (?:the |my |your |all )?(?:commit\\w*|pr|branch\\w*|docs?|answers?|summar\\w+|comments?|tests?|names?|messages?|code|changelog|descriptions?) (?:\\w+ )?to (?!be (?:faster|green|fixed|able|merged|done)|run|pass|work)(?:be|say|have|start|tell|read|contain|explain|go|come|include|state|use|follow|look|stay)\\b`,
      "i",
    ),
    unless: eitherOf`
      ${TROUBLE.source}
      ${ASKED.source}
      ${PRODUCT.source}
    `,
    despite: ["hypothetical", "negated", "question"],
  },
  {
    id: "preference.style-words",
    category: "PREFERENCE",
    strength: 0.42,
    why: "names how such things shall be",
    who: WHO,
    pattern: new RegExp(
      `${LEAD}(?=.{0,60}\\b(?:${PLURAL}|paths|links|joins|numbers|strings|loops|steps|errors|tests|commands|types|names|sentences)\\b)(?=.{0,60}\\b(?:sparse|sparingly|sparse|dense|explicit|implicit|short|full|relative|absolute|plain|flat|small|tiny|spelled|sorted|typed|named|pure|fictional|lowercase|uppercase|preferably|rarely|minimal|consistent|readable|descriptive|meaningful|inline|separate|atomic|signed|linear|boring|self-explanatory|terse|concise|strict|immutable|focused|real|independent|deterministic|idiomatic)\\b)(?:(?!${NO_KIND_WORD}\\b)[\\w'/.()-]+[,:]? ?){2,9}(?:[.!,;]|$)`,
      "i",
    ),
    unless: eitherOf`
      ${TROUBLE.source}
      ${ASKED.source}
      ${PRODUCT.source}
      \b(?:are|is|was|were) \w+ now\b|^(?:great|nice|cool|good|thanks)\b
    `,
    despite: ["hypothetical", "negated", "question"],
  },
];
