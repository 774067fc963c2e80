// The way of the house in few words: how all things of a kind are made, named, run and written.

import { LEAD } from "../../lead.ts";
import { eitherOf } from "../../phrase.ts";
import type { Signal } from "../../signal.ts";
import { ASKED, PLURAL, PRODUCT, SINGULAR, START, TROUBLE } from "./craft.ts";

const WHO: Signal["who"] = ["user"];
const UNLESS = eitherOf`
  ${TROUBLE.source}
  ${ASKED.source}
  ${PRODUCT.source}
  \b(?:this (?:time|one|branch|pr|file|bug|test|week)|right now|for now|today|tomorrow|tonight|yesterday|now|any ?more|currently|already)\b
`;
const TALL =
  "(?:test|ticket|docstring|review|comment|reason|down|rollback|owner|title|description|ticket number|prefix|link|changelog|type|unit|label|caption|step|issue|example|summary|number|body|scope|name|regression test|body|header|note|reference|story|assertion|message|deadline|default)";
const TONGUE =
  "(?:english|german|french|dutch|spanish|italian|japanese|chinese|portuguese|polish|swedish|russian|turkish|korean)";
const READER =
  "(?:junior|beginner|newcomer|stranger|colleague|human|intern|child|five-year-old|non-\\w+|layman|reader|student|new hire|future me|future maintainer)";
const PLACES =
  "(?:(?:the |a )?(?:docker(?: compose)?|compose|containers?|makefile|justfile|npm scripts|nix shell|venv|poetry|bazel|wrapper|task runner|gradle|dev ?container))";

export const HOUSE_PREFERENCES: readonly Signal[] = [
  {
    id: "preference.kind-does",
    category: "PREFERENCE",
    strength: 0.44,
    why: "says how all of them are",
    who: WHO,
    pattern: new RegExp(
      `(?:${LEAD}|[,;:]\\s*(?:and )?|\\b(?:our|my) )(?:(?!the\\b|these\\b|those\\b|some\\b|which\\b|what\\b|are\\b|do\\b|his\\b|her\\b|their\\b|no\\b|if\\b|when\\b|two\\b|three\\b)[\\w-]+ ){0,2}(?:${PLURAL}|todos|fixes|bug ?fixes|releases|branches|jobs|errors|warnings|ids|table names|figures|plots|numbers|links|paths|specs|stories|tickets|schemas|services|views|controllers|models|templates|hooks|tasks|seeds|joins|notebooks|data files|raw data|data|lockfiles?|keys|headings|playbooks|resources) (?:(?:don't|do not|never|may not|can't|mustn't) (?:touch|hit|call|use|depend|rely|share|talk|know|import|mutate|throw|belong|contain|leak|log|return|print|sleep|mention|repeat|explain|break|cross)\\b|(?:don't |do not )?need (?:an?|their own|at least one) (?:[\\w-]+ )?${TALL}\\b|(?:don't |do not )?need (?:[\\w-]+ )?(?:names|examples|tests|docs|docstrings|types|titles|labels|captions|descriptions|units|tickets|owners|comments|reasons|reviews|headers|prefixes)\\b|(?:written|named|spelled|sorted|kept|stored|formatted|formulated|phrased) (?:as|by|in|like|with|out)\\b(?! (?:the|this)\\b)|stays? (?:untouched|as (?:is|it is|they are)|frozen|read-only|put)|(?:carry|come with|ship with|reference|mention|bear) (?:an?|the|their|at least)\\b|read like\\b|(?:are|is) (?:ticket|issue|always|never|strictly|all) [\\w-]+|(?:are|is) (?:not |never |only )?to be \\w+|in their own (?:commits?|prs?|files?|branch\\w*|folders?)|(?:on|in) (?:one|a single|separate|their own) (?:lines?|commits?|prs?|files?)|stay (?:linear|green|clean|flat|stable|backwards?)|shorter than|smaller than|no longer than|after the|fit (?:on|in|into)|gets? (?:committed|checked in|regenerated|squashed|reviewed)(?=[,.;!]|$| (?:too|always|as well))|(?:is|are) read[- ]only(?=[,.;!]|$)|fixed(?=,))`,
      "i",
    ),
    unless: eitherOf`
      ${UNLESS.source}
      \b(?:because|why)\b
    `,
    despite: ["hypothetical", "negated"],
  },
  {
    id: "preference.each-carries",
    category: "PREFERENCE",
    strength: 0.46,
    why: "says what each of them has",
    who: WHO,
    pattern: new RegExp(
      `\\b(?:every|each) (?:(?:single|new|public|exported|[\\w-]+) ){0,2}${SINGULAR} (?:carries|has|bears|comes with|includes?|mentions?|references?|links?|names|follows|lives|fits|uses|covers|reads|gets|ends|starts|begins|contains) (?:with |to |in |on )?(?:an?|the|its|one|at least|no|my|our)\\b(?! (?:error|bug|problem|issue|wrong|different|same))|(?:${LEAD}|[,;:]\\s*)(?:new )?(?:[\\w-]+ )?(?:dependency|bugfix|bug fix|feature|endpoint|refactoring|question|commit|migration|release|ticket) ?(?:=|==|=>|->) ?(?:an? |no |ask |always |never |one |new |regression |own |separate )\\w*|\\b(?:is|are) (?:not|never|only|always) to be (?:edited|changed|touched|committed|modified|pushed|merged|deleted|used|run|written|logged|mocked|imported|renamed|reformatted)\\b|(?:${LEAD}|[,;:]\\s*)(?:keep (?:the |our )?)?(?:git )?history (?:stays |is (?:always |to be )?)?linear\\b|\\blinear history\\b|\\b(?:has to|have to|must|needs? to|should) (?:be|stay|remain|build|pass|compile|work|run|stand) [^?]{0,30}\\b(?:at all times|on (?:its|their) own|at every (?:commit|step)|after every)\\b|(?:${LEAD}|[,;:]\\s*)(?!the\\b|this\\b|that\\b)(?:[\\w-]+ ){1,2}(?:code|layer|logic|tests|modules|components|classes|services|views|packages) (?:must|should|may|shall|can)(?: never| not|n't) [a-z]+\\b|${START}(?:put|keep|leave|declare|define) (?:things|stuff|code|types|helpers|variables|everything) (?:where|next to|close to|near|beside|together)\\b|${START}(?:don't|do not|never) [a-z]+ (?:what|things|stuff|code|anything|something) (?:that )?(?:isn't|is not|aren't|you (?:don't|didn't|haven't|can't)|nobody|no one|we (?:don't|won't)|already|exists|works|doesn't)\\b|\\brule of (?:three|two|least)\\b|\\bbefore (?:you )?abstract(?:ing)?\\b|${START}(?:explain|point out|comment|document|tell me|show|note|teach|describe|update)\\b[^?]{0,50}\\bas you (?:go|work)(?: along)?\\b|\\byou know the drill\\b|${LEAD}colocate\\b|\\blike the rest: \\w|\\b(?:amend|rebase|squash) (?:rather than|instead of|over|not) \\w+`,
      "i",
    ),
    unless: eitherOf`
      ${UNLESS.source}
      \b(?:triggers?|request|builds?|list|rows?)\b
    `,
    despite: ["hypothetical", "negated"],
  },
  {
    id: "preference.written-for",
    category: "PREFERENCE",
    strength: 0.44,
    why: "says for whom to write",
    who: WHO,
    pattern: new RegExp(
      `\\b(?:write|code|explain|document|name|phrase|comment|word|talk|describe)(?: (?:it|code|things|everything|docs|them|stuff|this|that|names|comments|to me))* (?:so that|so|such that|as if|as though|like|for) (?:that )?(?:(?:an?|the|any|my|our|some|every) (?:[\\w-]+ )?${READER}\\b|(?:the|your) reader (?:is|has|knows|was)|i(?:'ve|'m| have| am|'d)? (?:never|don't|know nothing|have no|not|was|were|just|new|a|an)\\b|(?:someone|somebody|anyone|people) (?:who|that|with|without|new))|${START}(?:comment|explain|document|write down|log) (?:on )?(?:only )?(?:the )?(?:why|reason|intent)s?\\b(?! (?:it|this|that|the|we|is|does|of)\\b)|${START}name (?:your |the |all |our )?(?:tests?|functions|methods|variables|branches|files|commits|classes|modules|components) (?:after|by|like|for|in terms of) (?!the\\b|this\\b|that\\b)\\w+|${START}(?:spell|write) (?:\\w+ )?(?:names|words|abbreviations|acronyms|units|numbers|variables|identifiers|everything|things|it all) out\\b`,
      "i",
    ),
    unless: eitherOf`
      ${UNLESS.source}
      \b(?:two|three|a few) sentences\b|\b(?:him|her|them)$
    `,
    despite: ["hypothetical", "negated", "embedded"],
  },
  {
    id: "preference.tongue",
    category: "PREFERENCE",
    strength: 0.46,
    why: "says which language",
    who: WHO,
    pattern: new RegExp(
      `\\b${TONGUE} (?:for|in|when) (?:the )?(?:chat|talk|talking|conversation|code|comments|commits?|docs|names|identifiers|answers|replies|explanations|everything|all|me|us|between|messages|prose)\\b|${START}(?:log|comment|name|think|document|commit|chat|converse|write|answer|reply|speak|talk)(?: \\w+){0,3} in ${TONGUE}\\b|${START}(?:use )?(?:they|she|he)(?:\\/\\w+)? for me\\b|\\bmy pronouns\\b|${START}speak ${TONGUE}\\b`,
      "i",
    ),
    unless: eitherOf`
      ${UNLESS.source}
      \b(?:letter|mail|e-?mail|post|article|locale|locales|subtitle\w*|translation|speech)\b
    `,
    despite: ["hypothetical", "question"],
  },
  {
    id: "preference.runs-in",
    category: "PREFERENCE",
    strength: 0.44,
    why: "says where and with what things are run",
    who: WHO,
    pattern: new RegExp(
      `${START}(?:always )?(?:run|do|build|test|call|start|execute|install) (?:things|everything|stuff|all|commands|it all|all of it|anything|tools|(?:tests|builds|scripts|python|node) (?:only|always))(?: only| always)? (?:through|via|with|in|inside|using) ${PLACES}\\b|${START}(?:always |everything |only |all )(?:goes |runs |go |run )?(?:through|via|inside|in) ${PLACES}\\b|\\bnothing (?:is |gets |goes |runs )?(?:installed )?(?:on|outside) (?:the )?(?:host|my (?:machine|laptop|host|system)|docker|container)\\b|\\b(?:we|i)(?:'re| are|'m| am) (?:all )?(?:on|using) (?:pnpm|yarn|bun|poetry|conda|cargo|gradle|maven|bazel|biome|ruff|vitest|jest|pytest|podman|jujutsu|mise)(?=[,.;!]|$| here| in (?:this|all|our)| for| everywhere| so)|${LEAD}(?:pnpm|yarn|bun|poetry|conda|cargo|gradle|maven|bazel|biome|ruff|vitest|jest|pytest|podman|ripgrep) (?:in|for|throughout|everywhere|across) (?:this (?:repo|project|codebase|monorepo)|all|every|our|my|everything|here|any)\\b|${START}use my (?:own )?(?:alias\\w*|scripts?|config|dotfiles|templates?|snippets?|wrapper\\w*|helpers?|editor|shell|fork)(?=[,.;!]|$| for| when| in)`,
      "i",
    ),
    unless: UNLESS,
    despite: ["hypothetical", "negated"],
  },
  {
    id: "preference.as-elsewhere",
    category: "PREFERENCE",
    strength: 0.44,
    why: "wants it as it is elsewhere",
    who: WHO,
    pattern: eitherOf`
      \b(?:as|like|the way|same as|just as|just like) (?:we|i)(?: always| usually| already)? (?:do|did|have|use|write|name|handle|put|keep|call|spell) (?:it |them |that |this |things )?(?:\w+ )?(?:in (?:the |all the |all our |our |my |every )?(?:other|rest|others|existing|old|remaining) |elsewhere|everywhere|in all|in every|in our|for (?:all|every|the other)|throughout|at work|here)\b
      \b(?:same|as|like) (?:as )?(?:in |for |with )(?:all )?(?:the |our |my )?other (?:packages?|modules?|services?|repos?|projects?|components?|crates?|files|tests|scripts|places)\b
      \b(?:i|we) (?:always |usually )?do (?:that|it|this|so|the same) (?:with|for|in|on|across) (?:everything|all my|all our|every|both)\b|\bmore of (?:that|this|those|these)\b(?! (?:bug|error|crash)\w*)(?=[,.!]| please| when| whenever| in| from|$)|\bwe(?:'re| are| stay| like to be| try to be) (?:very |quite |pretty |all )?(?:consistent|strict|religious|picky|pedantic|rigorous) (?:about|on|there)\b
      \b(?:for|in|with|on) (?:the |all |all the |any )?(?:next|coming|later|following|future|upcoming|remaining|other) (?:ones|prs|commits|tests|reports|answers|messages|tickets|modules|reviews|times|releases|scripts|migrations)\b,? (?:please |just |also |always )*(?:use|write|run|keep|put|add|make|name|ask|check|tell|show|give|avoid|skip|leave|stick|follow|start|end|split|don't|no|do it)\b|\b(?:use|write|keep|put|make|name|ask|tell|show|give|avoid|skip|leave|split|don't|do) [^?]{2,60}\b(?:in|for|with|on) (?:the |all |all the |any )?(?:next|coming|later|following|future|upcoming) (?:ones|prs|commits|tests|reports|answers|messages|tickets|modules|reviews|times|releases|scripts|migrations)(?: too| as well)?(?=[,.;!]|$)
      \b(?:use|take|apply|follow|keep) (?:the|that|this) same (?:for|with|in|on) (?:the (?:other|rest|next|remaining)|all|every|any|others|future|new|whatever)\b|\buse (?:the )?same for (?:the others|all|every|any|future|new)\b
      \b(?:that's|that is|this is) (?:exactly |precisely |just )?(?:the|how) (?:length|format|level|tone|style|kind|amount|size|way|detail|depth|structure|layout|shape)(?: of [\w ]{2,20})? (?:i|we) (?:like|want|need|prefer|love)\b|\b(?:exactly|just|precisely) like (?:that|this),? (?:always|every time|each time|from|in future|please do|for all)\b
    `,
    unless: eitherOf`
      ${UNLESS.source}
      \b(?:fix|rename|move|copy|delete|look|do) (?:it|this|that|the)\b.*\b(?:same|like) (?:as )?(?:in|for)\b
    `,
    despite: ["hypothetical", "negated", "embedded"],
  },
];
