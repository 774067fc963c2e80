import { LEAD } from "../../lead.ts";
import { eitherOf, phrase } from "../../phrase.ts";
import type { Signal } from "../../signal.ts";
import { PRODUCT, START } from "./craft.ts";
import { FACT, HABIT, HENCEFORTH, ORDER } from "./words.ts";

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
      \bfor future me\b|^to \w+ .*, (?:run|use|set|add|type)\b
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
      `(?:${LEAD}|[,:;]\\s*(?:and |so |please )?|\\band )(?:please )?(?:always|never)\\s+(?!true|false|null|the\\b|an?\\b|on\\b|in\\b|at\\b|nice|good\\b|great|fun\\b|happy|glad|possible|available|a pleasure|been|mind|ending|again|was|is|had|ever\\b|knew|seen?n|thought|wrote\\b|got\\b|did\\b|made\\b|found\\b|went\\b|came\\b|took\\b|gave\\b|ran\\b|told\\b|left\\b|kept\\b|heard\\b|forget\\b|again|\\w+ed\\b|(?!address|process|pass|access|press|express|discuss|focus|cross)\\w+s\\b)[a-z]`,
      "i",
    ),
    unless: eitherOf`
      ${PRODUCT.source}
      \b(?:always|never) (?:show|display|render|hide|redirect|expose|round)\b(?!.*\b(?:me|us|diffs?|plan|output|your)\b)|\bto the client\b
    `,
    despite: ["hypothetical", "negated"],
  },
  {
    id: "preference.must-always",
    category: "PREFERENCE",
    strength: 0.5,
    why: "a rule that holds always",
    who: ["user"],
    pattern: phrase`(?:should|must|need to|have to|ought to|are to|shall|want you to|expect you to|make sure (?:you|to|we)|be sure to|remember to|like you to|agree (?:that )?(?:you|we)|agreed (?:that )?(?:you|we)) (?:please )?(?:always|never|only ever|by default|consistently)`,
    despite: ["hypothetical", "negated"],
    unless:
      /\b(?:this|that|it) should (?:always|never) (?:be|have|return|happen|work)\b|\b(?:the|an?|its|their|users?|players?|customers?|people|visitors|admins?|they|he|she) (?:(?!you\b|we\b|i\b|commit|pr\b|test|docs?|readme|changelog|code|branch|name|comment)[\w-]+ ){0,5}(?:should|must|needs? to|ha(?:s|ve) to|shall) (?:always|never)\b|\b(?!tests|commits|functions|names|comments|messages|branches|components|modules|classes)\w+s (?:should|must) (?:always|never) (?:be|have|contain|exceed|return|go|get)\b/i,
  },
  {
    id: "preference.order-habit",
    category: "PREFERENCE",
    strength: 0.5,
    why: "an order that holds every time",
    pattern: new RegExp(
      `(?:${LEAD}|[,:;]\\s*|\\b(?:so|then|and|please|just) )${ORDER}\\b.*\\b${HABIT}\\b|\\b(?!whenever|any ?time)${HABIT},?\\s+(?:please\\s+)?(?:you should\\s+|i want you to\\s+)?${ORDER}\\b|^(?:please )?(?:whenever|every time|each time|any ?time) [^,]{3,80},\\s*(?:please |then |always |you should |first )*${ORDER}\\b`,
      "i",
    ),
    who: ["user"],
    unless: eitherOf`
      ${FACT.source}
      ${PRODUCT.source}
      \byou (?:said|told|promised|wrote|(?:always|never) (?:get|see|have|end))\b|\b(?:always|never) (?:show|display|render|hide|redirect)\b(?!.*\b(?:me|us|diffs?|plan|output|your)\b)|\b(?:sadly|unfortunately|everywhere else|always forget)\b
      \b(?:make|let|have|set|show|add|create|change|move|enable|disable|hide|display|open|start|print|check|tick|select|expand|collapse|turn) (?:on |off )?(?:the|an?|this|that|it|its|users?|players?|all) .*\bby default\b
      \b(?:show|list|find|give|count|print|get|read) (?:me )?(?:the|all|what|an?|every)\b.*\bin here\b|\bi (?:always|never) (?:click|get|see|have|end up|forget|open|land|press|\w+ it)\b|\bby default,? (?:sort|show|open|hide|display|order|filter|select)\b|\bsince (?:yesterday|today|then|last)\b|\bmake sure (?:the|this|it)\b.*\bbefore you\b
    `,
    despite: ["hypothetical", "negated"],
  },
  {
    id: "preference.prefer",
    category: "PREFERENCE",
    strength: 0.58,
    why: "says what is preferred",
    pattern: phrase`
      (?:i|we)(?:'d| would| do)?(?: (?:really|strongly|generally|personally|much|usually|still|typically|also|just|always|vastly|definitely|normally|tend to))* (?:prefer|favou?r)(?! not)
      i (?:like|find) .{1,40} (?:better|more|nicer|cleaner|easier to read) than
      (?:my|our|personal|strong) (?:strong |personal |general |clear )?preference(?: here)?(?: is| would be|:)
      (?:my|our) (?:preferred|favou?rite|go-to) \w+
      (?:i'd|i would|we'd) (?:much )?rather (?:you|we|not|have|see|keep|use)
    `,
    unless:
      /\bprefer (?:option|variant|version|number|[a-d]\b|\d)|\bprefer (?:the|your) (?:first|second|third|last|other|left|right|new|old|current|latter|former|blue|red|green|dark|light|original|previous|\w+ (?:mock-?up|option|version|variant|one|design|layout|draft|screenshot))\b|\brather (?:you|we) (?:look|check|start|fix|focus|work|do|test|try|finish|tell)\b|\bprefer to (?:look|wait|do it|talk|start|stop|continue|see|have a look)\b|\b(?:tomorrow|today|tonight|tea|coffee|lunch|a break|now)\b/i,
    despite: ["hypothetical"],
    who: ["user"],
  },
  {
    id: "preference.prefer-bare",
    category: "PREFERENCE",
    strength: 0.5,
    why: "says what is preferred",
    pattern: new RegExp(
      `${LEAD}(?:prefer|favou?r|not a (?:big |huge )?fan of|really dislike|hate|love(?! (?:the|this|that|it|how|your)\\b)|allergic to|big fan of|can't stand)\\s|\\b(?:is|are|that's|it's) (?:just )?(?:how|the way|what) (?:i|we) (?:like|want|do|prefer|write|work|name|build|ship|test|format|structure|always|usually|handle|run|call|document|commit)\\b|\\b(?:it'd|it would) be (?:nice|great|good|lovely|better) if you|\\b(?:holds|goes|applies|counts|same goes) for (?:everything|all|every|any)|\\bi(?:'d| would) (?:like|want|love|appreciate|prefer) you to\\b|\\bwhat i(?:'d| would) like you to\\b`,
      "i",
    ),
    unless: /\blike you to (?:look|check|fix|do|see|add|find|investigate|try|take)\b/i,
    despite: ["hypothetical"],
    who: ["user"],
  },
  {
    id: "preference.remember-that",
    category: "PREFERENCE",
    strength: 0.44,
    why: "asks to remember it",
    pattern:
      /\b(?:remember|keep|bear|note|mind|memori[sz]e) (?:that|this|it)(?: in mind| down)?(?: please| for (?:next time|later|the future|(?:all|every|any|the (?:other|next|rest|coming))[\w ]{0,30})| when[\w ]{3,40})?(?: too| as well)?\s*[.!]*$/i,
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
    pattern: phrase`i(?:'m|'d| am)?(?: (?:really|absolutely|just|honestly|personally|generally|usually|also|kind of|seriously))* (?:(?:hate|dislike|despise|detest|loathe|can't stand|cannot stand|don't like|do not like|don't want|do not want|never want|not a (?:big |huge )?fan of|tired of|sick of|allergic to|don't need|don't care for)(?: (?:it when|when|how|that|having|seeing|to see|any|those|these|your|you|long|\w+))|(?:like|love|appreciate|want|expect|need|find it (?:easier|helpful|useful))(?: it)? (?:when (?:you|code|the|commits|things|prs)|my|having|to (?:see|have|keep|review|get|approve)|things|you to (?:ask|always|never|keep|use|stop|explain|write|show|run)|(?:all|every|each)(?! (?:the|of|my|those|these)\b)|short|small|explicit|plain|simple|descriptive))`,
    unless:
      /\bbut (?:this|the|that)\b|\bhate (?:it )?when (?:ci|the|it|this|that|my)\b|\b(?:but|and) (?:rename|add|make|change|fix|remove|move|drop)\b|\b(?:i (?:don't|do not|dont) (?:want|like|need) (?:the (?!way)|an? |another |two |three |more |her |his |to (?:break|lose|wait|spend|waste|go|be|do)|this|that|it)\b(?! when)|i (?:\w+ )?(?:hate|love|dislike) (?:this|that|it)\b(?! when| kind| style| way)|i (?:need|want) (?:all|every|each)\b|(?:stand|tired of|sick of|fan of) (?:this|that|the)\b|i(?:'d| would) (?:like|love) to (?:see|have|keep|get) (?:an?|the|some|this|that|it|more|what|how)\b|i want to (?:see|have|get|keep) (?:the|a|what|if|how|why|whether|it|this))\b/i,
    who: ["user"],
  },
  {
    id: "preference.stop",
    category: "PREFERENCE",
    strength: 0.5,
    why: "forbids a habit",
    pattern: new RegExp(
      `${START}(?:please )?(?:(?:stop|quit|cut out) (?:\\w+ )?\\w+ing\\b|no more (?!(?:than|debates?|discussions?|issues?|errors?|problems?|questions|\\w+ mismatch|doing that|\\w+ (?:errors?|warnings?|failures?|crashes|branch)|\\w+$)\\b(?! please))\\w+|no [\\w-]+ in (?:commit|pr|code|comment|answer|repl|response|message|doc|readme|title|branch)(?:s|es|ies)?\\b|enough (?:with|of) the|never again|(?:don't|do not|dont|you (?:don't|do not) need to|no need to) .*\\b(?:any ?more|again|ever|every time|each time|unless (?:i|we|asked|told|explicitly|it)|without (?:asking|my|telling|checking|permission|confirm\\w*|me)|until i|on your own|by yourself|in this (?:repo|project|codebase)|for me|proactively|all the time))`,
      "i",
    ),
    unless:
      /\b(?:stop (?:running|working|being|failing|loading|responding|showing|the|crashing))\b.*\b(?:when|after|because|server)\b|\b(?:write|draft|compose|prepare|send)(?: me| us)? an? (?:[\w-]+ ){0,2}(?:e-?mail|mail|policy|announcement|post|letter|newsletter|message|slide)\b/i,
    despite: ["hypothetical", "negated"],
    who: ["user"],
  },
  {
    id: "preference.avoid",
    category: "PREFERENCE",
    strength: 0.46,
    why: "asks to avoid it",
    pattern: new RegExp(
      `(?:${LEAD}|[,:;]\\s*|\\b(?:could|can|would) you )(?:please |always )?(?:avoid|refrain from|steer clear of|go easy on(?! (?:me|him|her)\\b)|make it a (?:rule|habit) to|get (?:in|into) the habit of|try not to|let's (?:always|never|keep (?:all|our|everything|every)))\\b`,
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
      (?:when|if) in doubt,? (?:please )?(?:ask|check|stop|tell|leave)
      wait for my (?:ok|approval|go-ahead|review|confirmation)
      (?:^|\b(?:please|you|you should|always|and)\s)(?:run|execute|ask|check|show|format|lint|test|update|rebase|verify|double-check|read|write)\b.{1,60}\bbefore (?:every|each|you (?:commit|push|open|merge|start|say|finish|touch|change|edit)|committing|pushing|opening|merging|any|touching|saying|claiming)(?! (?:this|that|the|it|these)\b)
    `,
    unless: /\bbefore you \w+ (?:the|this|that|it|these)\b(?! (?:schema|api|db|database|public|ci)\b)/i,
    despite: ["hypothetical", "negated"],
    who: ["user"],
  },
];
