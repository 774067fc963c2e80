// What somebody rather has than something else, and what they are or use that others go by.

import { LEAD } from "../../lead.ts";
import { eitherOf } from "../../phrase.ts";
import type { Signal } from "../../signal.ts";
import { ASKED, PLURAL, PRODUCT, START, TROUBLE } from "./craft.ts";

const WHO: Signal["who"] = ["user"];
const ONCE =
  "\\b(?:this (?:time|one|branch|pr|file|bug|test|week|error)|right now|for now|today|tomorrow|tonight|yesterday|first thing|next week)\\b";
/** What things of a kind may be like. */
const LIKE =
  "(?:short|small|tiny|brief|terse|dull|boring|plain|simple|flat|explicit|dry|lean|strict|tidy|clean|readable|dense|sparse|minimal|separate|sorted|typed|verbose|blunt|direct|honest|factual|dumb|obvious|old-school|conservative|atomic|focused|quiet|concise|sober|raw|thin|loose|grouped|alphabetical|spelled out|to the point|in order|that way|this way|like that|like this)";

export const WEIGHED_PREFERENCES: readonly Signal[] = [
  {
    id: "preference.rather-than",
    category: "PREFERENCE",
    strength: 0.46,
    why: "says what is rather had than what",
    who: WHO,
    pattern: eitherOf`
      \b(?:i|we)(?:'d| would|'ll| will) (?:much |far |always |usually |generally )?(?:rather|sooner) (?!look|check|start|not do)[\w-]+ (?!the\b|for the\b|this\b)[^?]{2,80}\bthan\b
      (?:^|[,;:.] ?|\b(?:but|and|so) )(?:always |much )?better (?:to )?(?!now|than|check|though|but|so\b|yet|idea|luck|way|if\b|solution)[\w-]+ [^?]{2,60}\bthan (?!before|yesterday|last|it was|expected|the (?:old|last|first|previous))
      (?:^|[,;:.] ?)(?:rather|sooner) (?!than)(?:an? |one |two |no |too )?[\w-]+ [^?]{0,50}\bthan\b
      \b(?:if|when(?:ever)?) in doubt\b,? (?!about|which|see\b)(?:please |just |always )?[a-z]+
      \b(?:if|when(?:ever)?) (?:you(?:'re| are) )?(?:torn|hesitating|wavering|choosing|deciding|picking|faced with|given (?:a|the) choice)\b[^?]{0,60}?(?:,|\s)\s*(?:please |just |always )?(?:take|pick|choose|go|prefer|use|keep|lean|ask|favou?r|err)\b
      \berr on the side\b|\b(?:too (?:short|small|simple|few|little)) (?:is|than) (?:better|too)\b
    `,
    unless: eitherOf`
      ${TROUBLE.source}
      ${ASKED.source}
      ${PRODUCT.source}
      ${ONCE}
      \bfirst than\b|\bnow[.!]*$|\b(?:the|this|that) (?:second|third|other|new|old) (?:one|test|version|option)\b
    `,
    despite: ["hypothetical", "negated", "embedded", "question"],
  },
  {
    id: "preference.what-we-use",
    category: "PREFERENCE",
    strength: 0.44,
    why: "says what is used",
    who: WHO,
    pattern: eitherOf`
      (?:^|[,;:.] ?|\b(?:and|but|so|since|because|as) )(?!that|this|which|what|there|the (?:first|second|last|other|error|problem|one)|who|where)[\w.'-]+(?: [\w.-]+){0,2}(?: is| are|'s|'re) what (?:i|we|everyone|everybody|the (?:team|others|rest)|all (?:of )?(?:our|my|us)|our)(?: (?!crash|need|see|saw|found|get|got|want to|call)[\w-]+){0,2} (?:use|uses|run|runs|write|speak|deploy|ship|know|understand|build|built|go by|test|grew|follow|read|like|look|open|work|works|develop|maintain)\b
      \b(?:all|most|every one) of (?:ours|mine) (?:are|is|live|lives|go|have|use|look|start|end|follow|stay|sit)\b
    `,
    unless: eitherOf`
      ${TROUBLE.source}
      ${ASKED.source}
      ${ONCE}
    `,
    despite: ["hypothetical", "question", "negated"],
  },
  {
    id: "preference.type-of-person",
    category: "PREFERENCE",
    strength: 0.46,
    why: "says what the person is like",
    who: WHO,
    pattern: eitherOf`
      \b(?:i(?:'m| am)|we(?:'re| are)) (?:just |more |really |very much |definitely )?(?:the|that|a|an?other) (?:[\w-]+ )?(?:type|kind|sort|person|guy|girl|dev|developer|engineer|team|reviewer|reader)(?: of (?:[\w-]+ ){0,2}[\w-]+)? (?:who|that)\b(?! (?:broke|wrote|made|did|pushed|merged|asked|found))
      \bi(?:'m| am) (?:one of (?:those|the)|someone|somebody) (?:[\w-]+ )?who\b(?! (?:broke|wrote|made|did|pushed|merged|asked|found))
      \b(?:i|we) (?:do |really |generally |just )*(?:like|love|want|prefer|keep|hate) (?:our|my) (?!(?:new|own|old) )(?:[\w-]+ ){1,3}(?:${LIKE}|with|without|in)\b
      \b(?:i|we) (?:do |really |generally |just |usually )*(?:like|want|love|prefer|keep) (?:them|things|such \w+|code|these|those|${PLURAL}) (?:\w+ )?${LIKE}\b
      \b(?:that's|that is|it's|this is) (?:pretty much |basically |usually |always |generally )?(?:my|our) (?:standard |usual |default )?(?:answer|attitude|position|stance|view|line|response|reply|reaction|rule) (?:to|on|for|in) (?:any|every|all|most|such|questions|these|this (?:sort|kind|type))\b
      \b(?:any|every|all|most|such) (?:question|thing|choice|decision|case|problem|request|task)s? (?:of|like) (?:this|that|these)(?: (?:kind|sort|type))?\b
    `,
    unless: eitherOf`
      ${TROUBLE.source}
      ${ASKED.source}
      ${PRODUCT.source}
      ${ONCE}
    `,
    despite: ["hypothetical", "negated"],
  },
  {
    id: "preference.means-to-me",
    category: "PREFERENCE",
    strength: 0.44,
    why: "says what it is worth to the person",
    who: WHO,
    pattern: eitherOf`
      \b(?:is|are) (?:just |pure |only |mostly |mere |absolute )?(?:noise|clutter|useless|pointless|worthless|unreadable|a waste(?: of \w+)?|a (?:red flag|smell|nightmare|plus|pain)|ugly|distracting|garbage|line noise|gold|errors|bugs|law|sacred|a must|too \w+) (?:to|for|in) (?:me|us|my \w+)(?=[,.;!]|$)
      \b(?:don't|doesn't|do not|does not|never) (?:interest|impress|convince|excite|tell|give) me(?: (?:anything|much|at all))?(?=[,.;!]|$)
      \bi (?:always |usually |generally |will |'ll )?(?:treat|count|regard|consider|see|read) (?!the\b|this\b|that\b|it\b|these\b|those\b|what\b|how\b|if\b)[\w-]+(?: [\w-]+)? as (?:an? )?(?:errors?|bugs?|noise|done|failures?|unfinished|broken|incomplete|technical debt|a (?:smell|lie|no|yes)|documentation|code|lies|contracts?|insults?|spam)\b
      \b(?:i|we) (?:always |mostly |usually |only )?(?:review|read|work|think|test|go|look|check|write|release|learn)(?: \w+){0,2} (?:commit by commit|file by file|line by line|step by step|one by one|piece by piece|chapter by chapter|from top to bottom|top-down|bottom-up|in small (?:bites|pieces|steps|chunks|batches))(?=[,.;!]|$| so)
      \bi go through (?:every|each|all|everything)\b|\bi (?:won't|will not|don't|never|can't) read (?:more than|long|past|anything (?:longer|over)|walls|beyond|further)|\bones i (?:won't|don't|never) read\b
      (?:^|[,;:] ?|\b(?:and|but|since|because) )(?!these\b|those\b|the\b|they\b|his\b|some\b|which\b)(?:[\w-]+ ){1,3}are (?:so |very |too |always |much |just )?(?:hard|painful|annoying|impossible|difficult|easy|easier|nice|nicer|awkward|a pain|tedious) (?:for me )?to (?:read|follow|review|grep|diff|skim|parse|scan|maintain|debug|copy|search|digest|answer)\b
      (?:^|[,;:] ?|\b(?:and|but) )(?!it\b|this\b|that\b|the\b|these\b|those\b|they\b|you\b)(?:[\w'-]+ ){1,5}(?:is|are) (?:always |very |most |also )?(?:welcome|unwelcome|appreciated|unwanted|overrated|underrated|evil)(?=[,.;!]|$| here| in| as| with)
      (?:^|[,;:] ?|\b(?:and|but) )(?!it\b|this\b|that\b|the\b|these\b|those\b|they\b|you\b|all\b|everything\b)(?:[\w'-]+ ){1,3}(?:is|are) (?:fine|okay|allowed|acceptable|good enough) (?:up to|below|under|with me|by me|unless|if|but|too|here|only|until|as long|where|there)\b
      (?:^|[,;:] ?)(?:[\w'-]+ ){1,2}in (?:tests|docs|scripts|chat|code|comments|commits|prs|migrations|templates|examples|answers|names) (?:is|are) (?:fine|ok|okay|allowed|not|forbidden|welcome|bad|good|perfectly)\b
      \b(?:gets?|is|are|will be) (?:rejected|bounced|reverted|sent back|thrown out|refused|turned down) (?:here|by me|by us|in review|on sight|with us|at review|right away|without)\b|\bwon't (?:pass|get through|survive|get past) (?:my |our |the |code )?review\b
      \bi (?:will |'ll |always |usually |do |tend to )*(?:reject|revert|bounce|send back|throw (?:out|away)) (?:any|every|all|prs|commits|code|anything|everything|whatever|\w+s (?:with|that|without))\b
    `,
    unless: eitherOf`
      ${ASKED.source}
      ${PRODUCT.source}
      ${ONCE}
      ^why\b|\b(?:requests?|tokens?|logins?|payments?|server|api|packets?|mails?)\b
    `,
    despite: ["hypothetical", "negated"],
  },
  {
    id: "preference.where-possible",
    category: "PREFERENCE",
    strength: 0.44,
    why: "wants it wherever it goes",
    who: WHO,
    pattern: new RegExp(
      `(?:${LEAD}|[,;:]\\s*)(?:(?!(?:the|this|that|these|those|it|is|are|was|were|fix|find|remove|delete|change|replace|rename|convert|migrate|refactor|update|add)\\b)[\\w'./-]+ ){1,7}(?:(?:wherever|where|whenever) (?:it(?:'s| is) )?(?:at all )?(?:possible|feasible|good enough|sensible|reasonable|practical|it makes sense|makes sense|you can|applicable|it fits|it helps|they exist|it exists)|if at all possible|(?:if|when) (?:you can|it can be) (?:avoid(?:ed)?|help(?:ed)?)(?: it)?|unless (?:it(?:'s| is)|there(?:'s| is)|you) (?:really |absolutely |truly |no )?(?:needed|necessary|impossible|unavoidable|other way|have to|must|need))(?=[,.;!]|$)`,
      "i",
    ),
    unless: eitherOf`
      ${TROUBLE.source}
      ${ASKED.source}
      ${PRODUCT.source}
      ${ONCE}
    `,
    despite: ["hypothetical", "negated", "question"],
  },
  {
    id: "preference.no-without",
    category: "PREFERENCE",
    strength: 0.46,
    why: "says what there is not without what",
    who: WHO,
    pattern: new RegExp(
      `${START}(?:no|not an?|never an?) (?!(?:way|luck|problem|chance|idea|access|output|results?|errors?|effect|go|login|connection|internet|network|difference|one|matter|response|answer|build|login|start)\\b)(?:[\\w-]+ ){1,3}without (?!(?:the|this|that|it|these) )\\w+|\\b(?:need|needs|require|requires|wants?) my (?:explicit |written |prior )?(?:ok|okay|approval|permission|blessing|sign-?off|go-?ahead|yes|consent|review|eyes)\\b|\\bonly with my (?:explicit )?(?:ok|okay|approval|permission|blessing|sign-?off|go-?ahead|yes|consent)\\b|\\bwithout (?:a word|a yes|an ok|an? okay|permission|approval|clearance|a go) from me\\b|${START}no (?:code|edits?|changes?|commits?|push(?:es)?|merges?|deploys?|refactor\\w*|files?|work) (?:until|before|unless) (?:i|we|you)(?:'ve| have)? (?!finish|fix|merge|release)\\w+`,
      "i",
    ),
    unless: eitherOf`
      ${TROUBLE.source}
      ${ASKED.source}
      ${PRODUCT.source}
      ${ONCE}
      \bthere(?:'s| is| are| was) no\b
    `,
    despite: ["hypothetical", "negated", "question", "embedded"],
  },
];
