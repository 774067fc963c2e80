import { eitherOf, phrase } from "../phrase.ts";
import type { Signal } from "../signal.ts";
import { FACT, HABIT, HENCEFORTH, ORDER } from "./preference-words.ts";
import { LEAD } from "./words.ts";

export const PREFERENCES: readonly Signal[] = [
  {
    id: "preference.from-now-on",
    category: "PREFERENCE",
    strength: 0.6,
    why: "says how it shall be from now on",
    who: ["user"],
    pattern: new RegExp(
      `\\b${HENCEFORTH}\\b(?! in the).*\\b(?:${ORDER}|you|we|i want|i'd|i'll|i will|please|let's|all|every)\\b|(?:${LEAD}${ORDER}\\b|\\b(?:you|we|please|i want|i'd like|let's|i'll|i will)\\b).*\\b${HENCEFORTH}\\b`,
      "i",
    ),
    despite: ["hypothetical", "negated"],
    unless: eitherOf`
      \b(?:in (?:the )?future|next time|moving forward|going forward)\b.*\b(?:might|could|may|would|maybe|will (?:need|be)|we can|we'll need|we may)\b
      \b(?:see|talk to|meet) you next time\b|\bnext time (?:the|an?|somebody|someone) \w+
      ^to \w+ .*, (?:run|use|set|add|type)\b
      \b(?:might|could|may|would|maybe|we can)\b.*\b(?:in (?:the )?future)\b
    `,
  },
  {
    id: "preference.always",
    category: "PREFERENCE",
    strength: 0.56,
    why: "an order that holds always",
    who: ["user"],
    pattern: new RegExp(
      `(?:${LEAD}|[,:;]\\s*(?:and |so |please )?|\\band )(?:please )?(?:always|never)\\s+(?!true|false|null|the\\b|an?\\b|been|mind|ending|again|was|is|had|ever\\b|knew|seen?n|thought|\\w+ed\\b|(?!address|process|pass|access|press|express|discuss|focus|cross)\\w+s\\b)[a-z]`,
      "i",
    ),
    despite: ["hypothetical", "negated"],
  },
  {
    id: "preference.must-always",
    category: "PREFERENCE",
    strength: 0.5,
    why: "a rule that holds always",
    who: ["user"],
    pattern: phrase`(?:should|must|need to|have to|ought to|are to|shall|want you to|expect you to|make sure (?:you|to|we)|be sure to|remember to|like you to) (?:please )?(?:always|never|only ever|by default|consistently)`,
    despite: ["hypothetical", "negated"],
    unless: /\b(?:this|that|it) should (?:always|never) (?:be|have|return|happen|work)\b/i,
  },
  {
    id: "preference.order-habit",
    category: "PREFERENCE",
    strength: 0.5,
    why: "an order that holds every time",
    pattern: new RegExp(
      `(?:${LEAD}|[,:;]\\s*|\\b(?:so|then|and|please|just) )${ORDER}\\b.*\\b${HABIT}\\b|\\b${HABIT},?\\s+(?:please\\s+)?(?:you should\\s+|i want you to\\s+)?${ORDER}\\b|^(?:please )?(?:whenever|every time|each time|any ?time) [^,]{3,80},\\s*(?:please |then |always |you should |first )*${ORDER}\\b`,
      "i",
    ),
    who: ["user"],
    unless: FACT,
    despite: ["hypothetical", "negated"],
  },
  {
    id: "preference.prefer",
    category: "PREFERENCE",
    strength: 0.58,
    why: "says what is preferred",
    pattern: phrase`
      (?:i|we)(?:'d| would| do)?(?: (?:really|strongly|generally|personally|much|usually|still|typically|also|just|always|vastly|definitely|normally|tend to))* (?:prefer|favou?r)(?! not)
      (?:my|our|personal|strong) (?:strong |personal |general |clear )?preference(?: here)?(?: is| would be|:)
      (?:my|our) (?:preferred|favou?rite|go-to) \w+
      (?:i'd|i would|we'd) (?:much )?rather (?:you|we|not|have|see|keep|use)
    `,
    despite: ["hypothetical"],
    who: ["user"],
  },
  {
    id: "preference.prefer-bare",
    category: "PREFERENCE",
    strength: 0.5,
    why: "says what is preferred",
    pattern: new RegExp(
      `${LEAD}(?:prefer|favou?r|not a (?:big |huge )?fan of|really dislike|hate|love|allergic to|big fan of|can't stand)\\s|\\b(?:is|are|that's|it's) (?:just )?(?:how|the way|what) (?:i|we) (?:like|want|do|prefer|write|work)\\b|\\b(?:it'd|it would) be (?:nice|great|good|lovely|better) if you|\\b(?:holds|goes|applies|counts|same goes) for (?:everything|all|every|any)|\\bi(?:'d| would) (?:like|want|love|appreciate|prefer) you to\\b|\\bwhat i(?:'d| would) like you to\\b`,
      "i",
    ),
    despite: ["hypothetical"],
    who: ["user"],
  },
  {
    id: "preference.remember-that",
    category: "PREFERENCE",
    strength: 0.44,
    why: "asks to remember it",
    pattern:
      /\b(?:remember|keep|bear|note|mind|memori[sz]e) (?:that|this|it)(?: in mind| down)?(?: please| for (?:next time|later|the future))?\s*[.!]*$/i,
    near: /\b(?:i|we|you|always|never|use|my|our|please|don't|run|only|mean|should|prefer|want|like)\b/i,
    despite: ["hypothetical", "negated"],
    who: ["user"],
  },
  {
    id: "preference.wants-all",
    category: "PREFERENCE",
    strength: 0.46,
    why: "wants it everywhere",
    pattern:
      /\b(?:i|we) (?:want|need|expect|like|use)\b.{1,80}\b(?:in all|in every|for all|for every|everywhere|anywhere|only|no \w+ anywhere|on every|across)\b/i,
    who: ["user"],
    unless:
      /\bi (?:only )?(?:want|need) (?:to (?:know|see|find|search|replace|rename|add|change|update|remove|delete|fix|check)|the|a list|all|it)\b/i,
  },
  {
    id: "preference.like",
    category: "PREFERENCE",
    strength: 0.46,
    why: "says what is liked or not",
    pattern: phrase`i(?:'m|'d| am)?(?: (?:really|absolutely|just|honestly|personally|generally|usually|also|kind of|seriously))* (?:(?:hate|dislike|despise|detest|loathe|can't stand|cannot stand|don't like|do not like|don't want|do not want|never want|not a (?:big |huge )?fan of|tired of|sick of|allergic to|don't need|don't care for)(?: (?:it when|when|how|that|having|seeing|to see|any|those|these|your|you|long|\w+))|(?:like|love|appreciate|want|expect|need|find it (?:easier|helpful|useful))(?: it)? (?:when (?:you|code|the|commits|things|prs)|my|having|to (?:see|have|keep|review|get|approve)|things|you to (?:ask|always|never|keep|use|stop|explain|write|show|run)|all|every|each|short|small|explicit|plain|simple|descriptive))`,
    unless:
      /\b(?:but|and) (?:rename|add|make|change|fix|remove|move|drop)\b|\b(?:i (?:don't|do not) (?:want|like) (?:to (?:break|lose|wait|spend|waste|go|be|do)|this|that|it)\b(?! when)|i want to (?:see|have|get|keep) (?:the|a|what|if|how|why|whether|it|this))\b/i,
    who: ["user"],
  },
  {
    id: "preference.stop",
    category: "PREFERENCE",
    strength: 0.5,
    why: "forbids a habit",
    pattern: new RegExp(
      `(?:${LEAD}|[,:;]\\s*)(?:please )?(?:(?:stop|quit|cut out) (?:\\w+ )?\\w+ing\\b|no more \\w+|enough (?:with|of) the|never again|(?:don't|do not|dont|you (?:don't|do not) need to|no need to) .*\\b(?:any ?more|again|ever|every time|each time|unless (?:i|we|asked|told|explicitly|it)|without (?:asking|my|telling|checking|permission|confirm\\w*|me)|until i|on your own|by yourself|in this (?:repo|project|codebase)|for me|proactively|all the time))`,
      "i",
    ),
    unless:
      /\b(?:stop (?:running|working|being|failing|loading|responding|showing|the|crashing))\b.*\b(?:when|after|because|server)\b/i,
    despite: ["hypothetical", "negated"],
    who: ["user"],
  },
  {
    id: "preference.avoid",
    category: "PREFERENCE",
    strength: 0.46,
    why: "asks to avoid it",
    pattern: new RegExp(
      `(?:${LEAD}|[,:;]\\s*)(?:please )?(?:avoid|refrain from|steer clear of|go easy on|make it a (?:rule|habit) to|get (?:in|into) the habit of|try not to|let's (?:always|never|keep (?:all|our|everything|every)))\\b`,
      "i",
    ),
    despite: ["hypothetical", "negated"],
    who: ["user"],
  },
  {
    id: "preference.ask-first",
    category: "PREFERENCE",
    strength: 0.48,
    why: "asks to be asked",
    pattern: phrase`
      (?:ask|check with|confirm with|consult|ping|tell|warn|show|run it by|wait for) me (?:first|before|for approval|whenever|any ?time)
      wait for my (?:ok|approval|go-ahead|review|confirmation)
      (?:^|\b(?:please|you|always|and)\s)(?:run|execute|ask|check|show|format|lint|test|update|rebase|verify|double-check|read|write)\b.{1,60}\bbefore (?:every|each|you (?:commit|push|open|merge|start|say|finish|touch|change|edit)|committing|pushing|opening|merging|any|touching|saying|claiming)
    `,
    despite: ["hypothetical", "negated"],
    who: ["user"],
  },
  {
    id: "preference.convention",
    category: "PREFERENCE",
    strength: 0.5,
    why: "states a convention",
    who: ["user"],
    pattern: phrase`
      (?:our|my|the (?:team|house|project|repo|codebase)(?:'s)?|team|house|this (?:repo|project|team|codebase)'s) (?:[\w-]+ ){0,2}(?:conventions?|house style|code style|coding style|style|naming scheme|rules?|policy|practice|norm|guidelines?|habit|etiquette|standard|default)(?: here| for [\w ]+?| in this \w+| around here| on [\w ]+?)? (?:is|are|says?|dictates?|calls for|requires?|has always been)\b
      (?:our|my|the) (?:convention|house rule|rule|policy)(?: here)?:
      (?:the )?(?:convention|house rule|rule)(?: here| in this \w+| around here| for [\w ]+?)? is\b
      (?:convention|house rule|house style|rule):
    `,
    despite: ["hypothetical"],
    unless: /\b(?:eslint|lint|css|firewall|regex|grammar|standard library|rule engine|business rules?) /i,
  },
  {
    id: "preference.we-do",
    category: "PREFERENCE",
    strength: 0.46,
    why: "says how it is done here",
    who: ["user"],
    pattern: phrase`
      (?:in this (?:repo|project|codebase|team|org|company|shop|monorepo|code base)|around here|over here|at (?:our|this) (?:company|shop)|on this (?:team|project|repo))(?: |, )(?:we|i|everything|everyone|all|every|code|commits|branches|tests|names|no|only)\b
      we (?:always|never|only|usually|normally|typically|generally|tend to|try to always|don't|do not) (?:use|write|name|put|commit|push|merge|squash|rebase|test|mock|import|export|add|format|call|prefix|suffix|keep|log|throw|return|ship|deploy|import|document|do|allow)\b.*\b(?:here|in this|around here|across|throughout|everywhere|anywhere|not \w+|never|instead of|rather than|on this)\b
      we (?:always|never|only ever|exclusively|consistently) (?:use|write|name|put|commit|push|merge|squash|rebase|test|mock|import|add|format|prefix|keep|log|throw|ship|deploy|document|do)\b
      we use .{1,40}(?:here|in this \w+|around here|throughout|everywhere|, not|, never)\b
    `,
    unless: /\b(?:can't|cannot|couldn't|we never (?:got|had|saw))\b/i,
  },
  {
    id: "preference.keep-style",
    category: "PREFERENCE",
    strength: 0.48,
    why: "says what the work shall look like",
    pattern: new RegExp(
      `(?:${LEAD}|[,:;]\\s*|\\b(?:you|to|please) )(?:keep|make) (?:your|all|every|each|the|commit|pr|function|file|test|line|repl|answer|message|explanation|summar|comment|name|diff|response)\\w*(?: \\w+){0,4} (?:short|shorter|brief|concise|small|smaller|terse|simple|lowercase|minimal|under \\d+|below \\d+|to (?:a|one|two|\\d)|in english|separate|flat|tidy|to the point|alphabetical\\w*|sorted|consistent|descriptive|explicit|focused|atomic|self-contained|readable)`,
      "i",
    ),
    who: ["user"],
  },
  {
    id: "preference.language",
    category: "PREFERENCE",
    strength: 0.48,
    why: "says how to talk",
    pattern: phrase`
      (?:answer|reply|respond|write|talk|speak|explain|comment)(?: to)?(?: me)?(?: \w+)? in (?:english|german|french|spanish|chinese|japanese|italian|portuguese|plain|simple|bullet|british|american|short)
      call me \w+|(?:too|so) (?:verbose|wordy|chatty|long-winded)
      i'm (?:more of )?an? [\w-]+ (?:person|guy|girl|user|fan)
    `,
    who: ["user"],
  },
  {
    id: "preference.remember",
    category: "PREFERENCE",
    strength: 0.42,
    why: "asks to remember it",
    pattern: phrase`(?:remember|keep in mind|don't forget|note|bear in mind|for (?:your )?(?:future )?reference|make a note|take note|for the record|memori[sz]e|mind)(?: that|:| to|,| this:?)? .{0,40}\b(?:i|we|you|always|never|use|my|our|please|don't|run|only)\b`,
    unless:
      /\b(?:remember when|i (?:can't|don't) remember|do you remember|do we|as i remember|if i remember|note that (?:the|this|it|i|we (?:are|have|were)))\b/i,
    despite: ["hypothetical", "negated"],
    who: ["user"],
  },
  {
    id: "preference.not-that",
    category: "PREFERENCE",
    strength: 0.4,
    why: "wants one thing, not another",
    pattern: new RegExp(
      `(?:${LEAD}|[,:;]\\s*)(?:please )?(?:use|write|prefer|run|import|call|put|name|go with|return|throw|favou?r|choose|format|indent with|comment in|commit with|stick (?:to|with)) .{1,60}(?:,? not |,? never |,? instead of |,? rather than |, no )`,
      "i",
    ),
    who: ["user"],
  },
  {
    id: "preference.noted",
    category: "PREFERENCE",
    strength: 0.55,
    why: "acknowledges a wish",
    pattern: phrase`
      (?:from now on|going forward|in (?:the )?future|next time),? i(?:'ll| will)
      (?:noted|understood|got it|will do|okay|ok|right|sorry|apologies|sure)\b.{0,40}\b(?:you (?:prefer|want me to|like|don't (?:want|like))|i(?:'ll| will) (?:always|never|stop|avoid|from now|make sure to|only|use|remember))
      i(?:'ll| will) (?:always|never|only) \w+ .{1,80}\b(?:from now on|going forward|in (?:the )?future)
      your preference (?:for|is|of)
      you(?:'ve)? (?:told me|asked me|said) (?:you prefer|to always|to never|that you (?:prefer|want|like))
    `,
    who: ["claude"],
  },
];
