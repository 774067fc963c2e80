// Customs: rules that are called so, said to last, or meant for good by what they say.

import { LEAD } from "../../lead.ts";
import { eitherOf, oneOf, phrase } from "../../phrase.ts";
import type { Signal } from "../../signal.ts";
import { ASKED, PRODUCT, QUALITY, START, TROUBLE } from "./craft.ts";

const WHO: Signal["who"] = ["user"];
const TOOLS = oneOf(`
  pnpm, npm, yarn, bun, bunx, npx, uv, uvx, poetry, pipenv, pip, conda, mamba, cargo, nextest, make, just, gradle, maven, bazel,
  rg, ripgrep, grep, fd, jq, yq, gh, glab, docker, podman, tmux, vitest, jest, pytest, unittest, mocha, playwright, cypress, ruff,
  black, isort, flake8, mypy, pyright, eslint, biome, prettier, clippy, rustfmt, gofmt, goimports, golangci-lint, ktlint, swiftlint,
  rubocop, httpie, curl, psql, duckdb, polars, pandas, tox, nox, mise, asdf, nvm, volta, fnm, direnv, terraform, tofu, helm, kubectl,
  ansible, date-fns, dayjs, luxon, zod, loguru, structlog, pathlib, pydantic, tailwind, sqlc, structured logging, git worktrees, worktrees,
  subagents, conventional commits, the makefile, make targets
`);

export const PREFERRED_CUSTOMS: readonly Signal[] = [
  {
    id: "preference.rule-of",
    category: "PREFERENCE",
    strength: 0.46,
    why: "calls it a rule",
    who: WHO,
    pattern: phrase`
      (?:rule|law|commandment) (?:number one|number \d|no\.? ?\d|#\d|one)(?: here| in this \w+| of this \w+| for \w+)?|(?:golden|hard|house|ground|iron|unwritten|first|simple|only|standing|personal|strict|general) rules?(?: here| of mine| in this \w+| for \w+| of this \w+)?(?: is|:)|(?:a|one) (?:hard |simple |standing |firm )?rule (?:here|of mine|of ours|we have|i have|for you)|(?:my|our) (?:number one |only |golden )?rule
      (?:as a )?general rule|(?:(?:that|this|it)(?:'s| is)? )?(?:goes|holds|applies|counts|is meant) (?:for|to) (?:all|every|any|both|future|new|everything)\b|(?:that's|that is|this is) (?:for|meant for) (?:all|every|any|both|everything)\b|less of (?:that|this|those)\b|(?:that's|that is) (?:what|how) (?:our|my|all our|the team's) [\w ]{2,30} (?:looks?|is|are|works?)
      (?:that's|is|it's) (?:pretty much |basically )?(?:my|our) (?:mantra|motto|philosophy|credo|approach|policy|principle|thing|habit|standard|rule|convention|default|preference|taste|way(?: of \w+)?)
      (?:the way (?:i|we) (?:work|like|do|write|want|prefer|name|build)|my (?:way of working|philosophy|motto|mantra|approach|workflow|process|routine|taste|style))(?: is|:| here|,)
      (?:not|isn't|is not|ain't|never) (?:really )?(?:how we (?:do|roll|work|name|write|build)|the way we|our (?:style|way|thing|convention)|my (?:style|thing|cup of tea|taste)|a thing here|in (?:my|this) (?:house|repo|code|codebase))|(?:doesn't|won't|does not) (?:fly|pass review|get past review)
      nobody (?:here|on (?:the|this|my|our) team|in (?:the|this|our) \w+)? ?(?:reads|wants(?! to)|likes|uses|cares|needs|looks at)|(?:i'm|we're|i am|we are) not (?:big|huge|keen|sold|hot) on
      tone (?:it|that|this) down|dial (?:it|that) (?:down|back)|suits me|works (?:best|better) for me|(?:easier|harder|hard|difficult|better|nicer) for me to|i find (?:your|it|that|those|these|long|\w+s) [^?]{0,30}(?:hard|harder|easier|difficult|exhausting|tiring|annoying|distracting|unreadable|noisy|painful)|new \w+ (?:that|this|the same) way
      (?:that's|is) (?:the|our|my) (?:bar|deal|routine|process|practice|drill|agreement)|the (?:bar|deal) (?:for|here)|in my (?:book|world|house|code|eyes)|(?:for|to) my (?:taste|liking)|my take(?: is|:)
      (?:once and for all|let me be clear|i'll say (?:it|this) once|just so we're clear|so we're (?:clear|on the same page))|new rule
      i(?:'m| am) used to (?!seeing|the)|i grew up (?:with|on)|force of habit|muscle memory|old habits
      call me (?:old|boring|crazy|picky|pedantic|conservative|a |an )\w*|life(?:'s| is) too short (?:for|to)|(?:if i see (?:one more|another|that|any)|i(?:'ll| will) (?:scream|cry|lose it|go mad|go crazy) if)|one more \w+ and i
      (?:i |we )?(?:could|can) (?:do|live|go|happily do) without (?:the|your|all|those|any)|(?:you'd|you would|you'll|you) make me (?:very )?happy|i'd be (?:much |a lot )?happier (?:with|if|when)|you know (?:how )?i (?:feel|like|hate|prefer|want)|by now you (?:should )?know
      (?:i|we) (?:don't|do not|dont) (?:really )?(?:trust|care about|care for|believe in|add|do|bother with|mind) (?!that|it\b|the\b|this|those|anything)\w+|i (?:only |really )?(?:trust(?! (?:you|this|that|it|the)\b)|want proof|need proof)
    `,
    unless: eitherOf`
      ${TROUBLE.source}
      ${ASKED.source}
      ${PRODUCT.source}
      \b(?:eslint|lint|firewall|css|regex|grammar|business|chess|game|card|dice|iptables|matching|the rule (?:engine|set))\b
    `,
    despite: ["hypothetical", "negated", "question"],
  },
  {
    id: "preference.rather-not",
    category: "PREFERENCE",
    strength: 0.44,
    why: "asks for it otherwise",
    who: WHO,
    pattern: phrase`
      (?:can|could|would) (?:you|we) (?:please |pls |maybe )?not (?!see|find|read|access|open|run|connect|reach|just|use the|use this|do (?:that|this|it))\w+
      i want (?!the\b|an?\b|this\b|that\b|it\b|to\b|you\b|both|all)[\w-]+ [^?]{3,50}(?:,| and) (?:not|never|no) [\w-]+
    `,
    unless: eitherOf`
      ${TROUBLE.source}
      ${PRODUCT.source}
      \b(?:this|that|these) (?:one|file|function|branch|time|test|page)\b
    `,
    despite: ["hypothetical", "negated"],
  },
  {
    id: "preference.tool",
    category: "PREFERENCE",
    strength: 0.42,
    why: "names the tool to use",
    who: WHO,
    pattern: new RegExp(
      `${START}(?:use|run|stick to|go through|call|install with|it's) (?:the )?${TOOLS}(?=[,.!]|$| (?:please|pls|here|for (?!this|that|it\\b|now|the\\b)|instead|rather|not|in this|everywhere|when|over|and not|as (?:the|our|my)|like))|${LEAD}${TOOLS}(?: please| pls| only|, please|, not)\\b`,
      "i",
    ),
    unless: eitherOf`
      \b(?:fails?|failed|failing|crash\w*|errors?)\b
      ${ASKED.source}
      \b(?:once|this time|for now|quickly|first|again|to (?:see|check|find|debug))\b
    `,
    despite: ["hypothetical", "negated", "question"],
  },
  {
    // "Put that into CLAUDE.md."
    id: "preference.write-down",
    category: "PREFERENCE",
    strength: 0.55,
    why: "wants it kept",
    who: WHO,
    pattern: phrase`
      (?:add|put|write|save|store|note|stick|record|document|keep|include|commit) (?:this|that|it|these|those|them|all of (?:this|that)|a (?:note|rule|line|section)|the rule|both)(?: rule| one| down)?(?: please)?(?: to| in| into| on) (?:your |the |my |our |project )?(?:claude\.md|memory|memories|style ?guide|contributing(?:\.md)?|conventions|rules|preferences|agents\.md|house rules|guidelines)
      (?:make|let's make|consider) (?:that|this|it) (?:a|the|our|your|my) (?:new )?(?:rule|habit|default|standard|convention|policy|law|practice|standing order)|(?:update|add to|use) your memory|(?:write|note|jot) (?:that|this|it) down
    `,
    unless: ASKED,
    despite: ["hypothetical", "question"],
  },
  {
    id: "preference.lasting",
    category: "PREFERENCE",
    strength: 0.46,
    why: "said to hold for more than this",
    who: WHO,
    pattern: phrase`
      (?:in general|generally|always|in future),? i mean|(?:for|during|throughout) (?:this|the|our) (?:whole|entire|rest of the) (?:project|collaboration|session|course|thesis|codebase|repo)|as long as (?:we|you|i) (?:work|are|'re)|until further notice|(?:unless|until) i (?:say|tell you|ask) otherwise|standing order
      not (?:just|only) (?:here|this (?:one|file|time|pr|function)|for (?:this|the big|big)|in (?:this|here))|here and (?:elsewhere|everywhere)|each and every|no matter (?:how|what|which|who)|big or small|(?:also|even|including) (?:in|for) (?:scratch|throwaway|small|tiny|trivial|one-line|one-off|read[- ]only|tests|test code|docs|scripts|quick|short|private|internal)\w*
      (?:can|could|shall) we agree (?:that|on|to)\b
      more (?:like this|of this kind|like that one)|(?:that's|this is|that is) the (?:level|kind|length|amount|sort|type) of [\w ]{3,25} (?:i|we) (?:like|want|need|prefer)|(?:format|tone|length|style|level of detail|kind of (?:summary|answer|explanation|report|commit|plan|review)) (?:\w+ ){0,4}(?:is|was) (?:\w+ )?(?:perfect|right|ideal|spot on)|(?:use|take|keep) (?:it|this|that) for (?:all|every|any)|zero[- ](?:tolerance|\w+ policy)
      keep (?:doing (?:so|that|it|this)|it (?:like (?:this|that)|that way|this way)|using this (?:format|style)|this (?:format|style)|at it)|(?:do|write|name|format|handle|put|use|keep) (?:it|them|things|everything|all of them) (?:this|that|the same) way (?:everywhere|always|every time|from|in|for|please|when)|(?:same|likewise|ditto) (?:(?:for|with) (?:all|any|every|other \w+s|new|your)|(?:goes for|applies to) (?:all|any|every|the (?:other|rest)|other|new|your))
    `,
    unless: eitherOf`
      ${TROUBLE.source}
      ${ASKED.source}
      ${PRODUCT.source}
      \b(?:no matter (?:what|how|which) (?:i|we) (?:do|try|set|change|click)|it (?:always|still|never)|(?:send|ship|post|publish) it)\b
    `,
    despite: ["hypothetical", "negated", "question", "oneOff"],
  },
  {
    id: "preference.tail",
    category: "PREFERENCE",
    strength: 0.46,
    why: "said to hold always",
    who: WHO,
    pattern:
      /^[^?]{0,120}\w, (?:always|everywhere|no exceptions?|without exceptions?|(?:every|each)(?: single)? time|in every case|at all times|all of them|whatever it is)[.!]*$|^(?:and )?(?:(?:every|each)(?: single)? time|always|everywhere|no exceptions?|without exceptions?|from now on|every(?:where)? and always|as a rule|in general|generally|both ways|for good|also in tests)[.!]*$/i,
    near: /\b(?:please|don't|never|use|run|ask|start|write|keep|put|show|tell me|no|not|should|want|wait|commit|name|test|first|are|at|in|with|as|like|exactly|strings|top)\b/i,
    sameLine: true,
    unless: eitherOf`
      ${TROUBLE.source}
      ${PRODUCT.source}
      \b(?:it|he|she|they|there|this|that) (?:\w+ )?\w+s\b|\b(?:error|errors|bug|i (?:get|see|got))\b
    `,
    despite: ["hypothetical", "negated"],
  },
  {
    id: "preference.when-i-say",
    category: "PREFERENCE",
    strength: 0.5,
    why: "says what is meant",
    who: WHO,
    pattern: phrase`
      when(?:ever)? i (?:say|write|type|ask for|send|post|answer|mention|call something|tell you)\b[^?]{1,60}(?:mean|means|want|expect|you (?:should|can|may|must)|do\b|don't|stop|that's|it's|commit|push|merge)
      (?:x{3,}|[\w-]+) (?:from me )?means (?:you|i|that you|commit|push|merge|stop|go ahead|i've|i'm|it's ok|do)
    `,
    unless: ASKED,
    despite: ["hypothetical", "embedded", "negated", "question"],
  },
  {
    id: "preference.proof",
    category: "PREFERENCE",
    strength: 0.48,
    why: "says when it may be called done",
    who: WHO,
    pattern: phrase`
      (?:don't|dont|do not|never|stop) (?:ever )?(?:say|saying|claim|claiming|tell me|telling me|call|calling|report|reporting|mark|marking|declare|declaring|assume|announce)\b[^?]{0,40}\b(?:done|works?|fixed|finished|ready|complete|passes|success\w*|green|solved)
      (?:before|until) you (?:tell me|say|claim|call|report|declare|announce|hand|ask me to review|request)
      commit (?:as you go|early|often|in (?:small|logical|tiny|atomic)|after (?:each|every)|each|every|per|small)|squash before|(?<!prefer )(?:small|tiny|atomic|logical) (?:commits|prs|diffs|steps|patches)
      keep (?:a |the )?(?:running |short |simple )?(?:log|list|journal|record|notes?|track|diary|tally) (?:of|in|on)|(?:pause|stop|halt|check in|report back|wait) after (?:each|every)
      (?:cite|link|name|give|show|quote) (?:your |the |me |me your )?sources?|(?:yagni|kiss)(?: please| applies)?|i(?:'m| am) the (?:only )?one (?:who )?(?:deploy|merg|push|releas|commit|run)\w*|(?:i|i'll) (?:run|paste|execute|apply|deploy|push) (?:them|those|these|things|stuff|anything) (?:myself|by hand)?
    `,
    unless: eitherOf`
      ${ASKED.source}
      ${PRODUCT.source}
      \bmake sure (?:the|this|it)\b
    `,
    despite: ["hypothetical", "embedded", "negated", "question"],
  },
  {
    // "I read these on my phone, so no tables."
    id: "preference.so-please",
    category: "PREFERENCE",
    strength: 0.44,
    why: "a wish with what it comes from",
    who: WHO,
    pattern:
      /(?:^|[.,;:] ?)(?:[\w']+ ){0,3}?\b(?:i|my(?: [\w-]+){1,2}|our (?!users|customers)(?:[\w-]+ ){0,1}[\w-]+|we|interns|juniors|newcomers|(?:the )?(?:ops|support|data|research|design|finance|legal|actuar\w+|scien\w+|analyst\w*|teacher\w*|student\w*|doctor\w*)(?: \w+)?) (?:(?:also|always|mostly|usually|often|only|all|still|mainly|have to|need to|isn't|aren't|don't|can't|not) )*(?:read|reads|review|use|work|works|live|maintain|look|print|copy|paste|skim|technical|like|prefer|care|think|deploy|search|grep|pay|run|have no|has no|am|'m|speak|know|share|diff|blind|forget|see|get) [^?]{0,80}?(?:,|,? so|,? hence|,? therefore| -) ?(?:so )?(?:please |just |always |then |better )*(?:no|put|write|give|use|keep|make (?:sure|them|your|it readable)|don't|dont|do not|avoid|name|format|explain|answer|stop|leave|spell|skip|prefer|nothing|never|always|short|plain|stick|default|assume|only|one|full)\b|\b[\w']+ (?:read|reads|maintains?|reviews?|prints?|skims?) (?:this|these|that|it|our|the|my|your|them|code|docs)\b[^?]{0,50},? so (?:please )?(?:no|nothing|keep|write|use|plain|short|precise|simple|don't|avoid)\b|^(?:since|as|because) (?:we|i|our|my) (?!just|already)[^?]{3,60}?,? (?:please |always )?(?:avoid|use|keep|write|no|don't|prefer|stick|never|put|give)\b/i,
    unless: eitherOf`
      ${TROUBLE.source}
      ${ASKED.source}
      ${PRODUCT.source}
      \b(?:now|right now|currently|today|tomorrow|yesterday|at the moment|for now|down|this (?:time|run|branch|pr|one|file|function|test|week)|already|moved|changed|renamed|deleted|updated|until|the (?:other|second|first|same)|(?:like|love) (?:it|this|that|these),? (?:so )?(?:leave|keep))\b
    `,
    despite: ["hypothetical", "negated", "question"],
  },
  {
    id: "preference.counts",
    category: "PREFERENCE",
    strength: 0.44,
    why: "says what counts",
    who: WHO,
    pattern: new RegExp(
      `\\b(?:${QUALITY}|portability|(?:backwards?[- ])?compat\\w*|coverage|bundle size|latency|memory|polish|elegance|cleverness|brevity|perfection|style|looks) (?:always |still )?(?:wins|matters|counts|comes first|is (?:king|everything|what (?:counts|matters)|not (?:a|my|our) (?:goal|concern|priority)|secondary|optional|non-negotiable|my priority|our priority|the priority)|isn't (?:a|my|our) (?:goal|concern|priority)|doesn't matter|does not matter|can wait|is irrelevant)\\b|\\byou (?:may|can|should) (?:always |safely |just )?assume (?!that the|the|it)\\w+|\\bnothing (?:clever|fancy|magical|smart|exotic) (?:please|in|anywhere|ever)|\\b(?:\\d+ (?:columns|chars|characters) (?:max|tops|at most)|max(?:imum)? (?:of )?\\d+ (?:columns|chars|characters))\\b`,
      "i",
    ),
    unless: eitherOf`
      ${TROUBLE.source}
      ${ASKED.source}
      ${PRODUCT.source}
      \b(?:input|field|username|password|tweet|validate|column|varchar|limit)\b
    `,
    despite: ["hypothetical", "negated", "question"],
  },
];
