// How the work is gone about: who does what, in which order, with how much leave and effort.
import { eitherOf, phrase } from "../../phrase.ts";
import type { Signal } from "../../signal.ts";
import { ASKED, PRODUCT, START, TROUBLE } from "./craft.ts";

const WHO: Signal["who"] = ["user"];
const UNLESS = eitherOf`
  ${TROUBLE.source}
  ${ASKED.source}
  ${PRODUCT.source}
  \b(?:this (?:time|one|branch|pr|file|bug|test|week|change)|right now|for now|today|tomorrow|yesterday|until (?:tomorrow|monday|then))\b|\bto \w+ now[.!]*$
`;

export const PREFERRED_WORK: readonly Signal[] = [
  {
    id: "preference.leave",
    category: "PREFERENCE",
    strength: 0.46,
    why: "says who decides what",
    who: WHO,
    pattern: phrase`
      (?:stop|quit) asking(?: me)?(?: for permission| about| if| whether|,|$)|(?:don't|dont|do not|no need to) ask(?: me)?(?: (?:for permission|about (?:small|every|each|trivial|minor|style)|every|each|all the time)|,? just (?:do|go|fix|pick|decide))|(?:don't|dont|do not) wait for me
      (?:you )?(?:decide|pick|choose|handle|settle) (?:the )?(?:small|minor|trivial|little|boring|details|cosmetic|naming)\w*(?: \w+)?|use your (?:own )?(?:judge?ment|head|brain|common sense)|you have (?:a )?free (?:hand|rein)|(?:small|minor|trivial) (?:stuff|things|decisions|choices|fixes) (?:you can|are yours|don't need|need no)
      (?:is|are) (?:mine|my (?:domain|turf|job|call|business|baby|department)|off[- ]limits|mine alone)(?: to \w+)?|i (?:maintain|own|handle|write|do|update|edit|manage|curate|bump|flash|deploy|run|merge|push|review|set|name|translate|sign|publish|commit|release|tag|format|resolve) (?:[\w ]{2,30} )?(?:myself|by hand|on my own)
      (?:do|stick to|stay with) (?:exactly |only |just )?what i (?:ask|asked|say|said)(?: for)?|(?:nothing (?:more|extra)(?=[.!,]|$)|no extras|no bonus \w+|exactly what i (?:ask|say)|only what i (?:ask|asked|say)|more than (?:i|what i) ask(?:ed)?(?: for)?|beyond what i (?:ask|asked)(?: for)?)
      (?:keep|leave) my (?:\w+ )?(?:comments|todos|names|formatting|wording|notes|spelling|style)|my (?:comments|todos|names|formatting|wording|notes) (?:stay|are mine|remain)(?! in (?:the|an?)\b)
      (?:(?:is|are) )?(?:read[- ]only|off limits|taboo|forbidden|hands off) for you|you may (?:not )?(?:touch|break|look|edit|change|delete|write|push|commit|merge|deploy)
      (?:ping|notify|message|alert|beep|text) me (?:on|via|by|when(?:ever)? (?:an?|any|long|something|you)|if (?:something|you|an?)|each|every)
    `,
    unless: UNLESS,
    despite: ["hypothetical", "negated", "question"],
  },
  {
    id: "preference.order-of-work",
    category: "PREFERENCE",
    strength: 0.46,
    why: "says what comes first",
    who: WHO,
    pattern: new RegExp(
      `(?:${START}|\\balways )(?:plan|think|design|outline|sketch|discuss|talk|explain|tests?|types|schema|docs|measure|profile|reproduce|repro|ask|simulate|spec|research) (?:it through |things |the problem |about it )?(?:(?:through )?first(?=[,.;!]|$| then| and| code| please)|before (?:you )?(?:cod|writ|implement|typ|chang|act|optimi[sz]|build|guess|touch)\\w*)|${START}(?:don't|do not|never|no (?:code|commits?|changes|refactor\\w*|deploys?|merges?|fix\\w*|optimi\\w+|push\\w*|prs?|merging|coding)) (?:[\\w]+ ){0,5}?(?:before|until|without) (?:we have an? (?:plan|test)|measur\\w+|profil\\w+|an? (?:\\w+ )?(?:test|plan|ticket|review|backup|benchmark|issue|reason)|tests?\\b|benchmarks?|a rollback|(?:the )?(?:plan|design)\\b|review\\w*|reading|reproduc\\w+|you(?:'ve| have) (?:read|run|seen|tested|checked|understood))|${START}keep (?:the )?(?:todo\\S*|plan\\S*|notes\\S*|changelog|readme|docs|checklist|progress\\S*|status\\S*|roadmap)(?: file| doc)? (?:updated|in sync|current|up to date|up-to-date)|${START}(?:the )?(?:bad news|risks?|conclusion|answer|facts|problem|numbers|downsides|costs?) first(?=[,.!:]|$)|${START}(?:tell|give|show) me the \\w+ before the \\w+|\\b(?:heads[- ]up|warning|estimate) before (?:long|any|every|each|you|slow|big|anything)\\b|\\bi (?:look|check|test|review|try|see|read) (?:at )?(?:it|everything|things|them|all) [^?]{0,40}\\bbefore (?:you|any)\\b|\\b(?:burn|waste|spend)(?:ing)? (?:\\w+ )?(?:tokens|context|credits) (?:on|with|for)\\b|\\b(?:max(?:imum)?|at most|no more than|never more than) (?:\\w+ )?(?:agents|subagents|questions|bullets|parallel \\w+|abstractions|levels|params|parameters|arguments)\\b|${START}(?:use|spawn|run|start) (?:haiku|sonnet|opus|the cheap\\w* model|a cheaper model|subagents|agents) (?:for|when|to save)|\\b(?:long[- ]running|slow|heavy|big) (?:commands|jobs|tasks|builds|stuff|things|tests) (?:go |run |should |must |always |only )*(?:in|to|into) the background|${START}(?:in )?(?:english|german|french|dutch|spanish|italian|japanese|chinese|portuguese|polish)(?: only)?,? (?:please|pls|only)(?=[,.!]|$)`,
      "i",
    ),
    unless: UNLESS,
    despite: ["hypothetical", "negated", "question", "embedded"],
  },
  {
    // Reasons that only a wish has.
    id: "preference.for-my-sake",
    category: "PREFERENCE",
    strength: 0.42,
    why: "says what it does for the person",
    who: WHO,
    pattern: phrase`
      (?:saves|costs) me (?!the bug)\w+|keeps? me sane|so (?:that )?i (?:don't|do not|dont|won't|needn't) (?:have to|need to|get|miss|lose|forget)|makes? my (?:life|job|reviews?|reviewing|day|work) (?:\w+ )?(?:easier|hell|harder|simpler|miserable|possible)|makes? (?:reviews?|reviewing|diffs|the diffs?|bisecting|reverts?|reverting|grepping|onboarding) (?:\w+ )?(?:easier|hell|harder|painful|simple|simpler|impossible|a pain)
      i (?:always |usually |just |then |tend to )?(?:lose track|get lost|lose the thread|can't keep up|cannot keep up|can't follow|cannot follow|miss (?:things|stuff|half|the)|zone out|stop reading)|(?:easier|nicer|harder|faster|quicker) (?:for me )?to (?:review|read|diff|grep|follow|skim|scan|revert|bisect|maintain|copy)
      (?:you should know|just so you know|so you know),? (?:that )?(?:i|we) (?:test|use|work|am|have|read|review|don't|only|never|always|like|hate|write|speak)
      helps? me (?:to )?(?:learn|think|follow|review|understand|remember|focus|concentrate|keep)|i (?:learn|think|work|read|review|concentrate|focus) (?:better|best|faster)
    `,
    unless: UNLESS,
    despite: ["hypothetical", "negated", "question"],
  },
];
