// Wishes that are stated as how things are done, and what Claude takes up of them.

import { LEAD } from "../../lead.ts";
import { phrase } from "../../phrase.ts";
import type { Signal } from "../../signal.ts";

export const STATED_PREFERENCES: readonly Signal[] = [
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
    unless:
      /\b(?:players?|users?|game|card)\b|\b(?:convention|rule|style|policy)s? (?:in|of|for) (?:this|that|the|their) (?:library|framework|package|lib|language|api|sdk|tool|upstream)\b|\b(?:eslint|lint|css|firewall|regex|grammar|standard library|rule engine|business rules?) /i,
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
    unless: /\bmake (?:the (?!commits|names|answers|prs|tests|docs|comments|messages|diffs)|this|that)\b/i,
    who: ["user"],
  },
  {
    id: "preference.language",
    category: "PREFERENCE",
    strength: 0.48,
    why: "says how to talk",
    pattern: phrase`
      (?:answer|reply|respond|write|talk|speak|explain|comment)(?: to)?(?: me)?(?: \w+)? in (?:english|german|french|spanish|chinese|japanese|italian|portuguese|plain|simple|bullet|british|american|short)
      call me \w+|(?:too|so) (?:verbose|wordy|chatty|long-winded)(?! \w)
      i'm (?:more of )?an? [\w-]+ (?:person|guy|girl|user|fan)
    `,
    unless:
      /\b(?:the|our|this) (?:bot|assistant|app|model|agent|npc|user|site|page|ui|chatbot|email|letter)\b/i,
    who: ["user"],
  },
  {
    id: "preference.remember",
    category: "PREFERENCE",
    strength: 0.42,
    why: "asks to remember it",
    pattern: phrase`(?:remember|keep in mind|don't forget|(?<!(?:\ba|short|quick|little|this|the|release|one) )note|bear in mind|for (?:your )?(?:future )?reference|make a note|take note|for the record|memori[sz]e|(?<!(?:my|your|our|never|in) )mind)(?: that|:| to|,| this:?)? .{0,40}\b(?:i|we|you|always|never|use|my|our|please|don't|run|only)\b`,
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
      `(?:${LEAD}|[,:;]\\s*)(?:please )?(?:use|say|spell|pass|store|write|prefer|run|import|call|put|name|go with|return|throw|favou?r|choose|format|indent with|comment in|commit with|stick (?:to|with)) .{1,60}(?:,? not |,? never |,? instead of |,? rather than |, no )`,
      "i",
    ),
    unless:
      /^(?:\w+,? ){0,2}(?:(?:write|put|name|call|run|return|import) (?:the|this|that|these|it)|use (?:this|that|these|it|polling|an? .* (?:instead of|rather than|not) an?|the (?:other|staging|prod\w*|second|first|old|new|local|same)))\b|\bfor (?:the|this|that) [\w-]+[.!]*$/i,
    who: ["user"],
  },
  {
    id: "preference.noted",
    category: "PREFERENCE",
    strength: 0.55,
    why: "acknowledges a wish",
    pattern: phrase`
      (?:from now on|going forward|in (?:the )?future|next time),? i(?:'ll| will)
      (?:noted|understood|got it|will do|okay|ok|right|sorry|apologies|sure)\b.{0,40}\b(?:you (?:prefer|want me to|like|don't (?:want|like))|i(?:'ll| will) (?:always|never|stop|avoid|from now|make sure to|use|remember))
      i(?:'ll| will) (?:always|never|only) \w+ .{1,80}\b(?:from now on|going forward|in (?:the )?future)
      your preference (?:for|is|of)
      you(?:'ve)? (?:told me|asked me|said) (?:you prefer|to always|to never|that you (?:prefer|want|like))
    `,
    who: ["claude"],
  },
];
