// How English says that something is asked, supposed, denied or told of others.
import { eitherOf } from "../phrase.ts";
import type { MoodTable } from "../signal.ts";

const SUBJECT = "(?:we|i|you|it|there|they|he|she|the|this|that|these|those|our|my|your|any|anyone|someone)";

export const MOODS: MoodTable = {
  question: new RegExp(
    `^(?:(?:so|and|but|or|ok(?:ay)?|hmm+|well|also|wait|hey|then|btw|quick question)[,:]?\\s+)*(?:(?!do (?:it|this|that)\\b|do the [\\w-]+(?: [\\w-]+)?,)(?:should|shall|do|does|did|can|could|would|will|is|are|was|were|have|has|may|might|am|isn't|aren't|don't|doesn't|didn't|shouldn't|couldn't|won't|can't)\\s+${SUBJECT}\\b(?!\\s*,)|(?:what|which|why|how|who|when|where|whose)\\s+(?:if|about|do|does|did|is|are|was|were|should|would|could|can|will|have|has|come|else|\\w+\\s+(?:should|do|did|does|is|are|would|could|can|will)\\b)|any\\s+(?:thoughts|ideas|opinion|preference|chance|reason)|thoughts\\b|wdyt|what's)|\\b(?:wonder(?:ing)?|not sure|unsure|unclear|no idea|curious|asking|asked|remind me|tell me|explain|let me know|see|check|find out|figure out|know|remember|decide|understand)\\s+(?:\\w+\\s+)?(?:if|whether|why|what|which|how|who)\\b|\\?\\s*$`,
  ),
  request:
    /^(?:(?:so|and|ok(?:ay)?|hey|also|btw)[,:]?\s+)*(?:can|could|would|will|can't|won't)\s+you\s+(?:please\s+|pls\s+|just\s+|maybe\s+)*(?:always|never|stop|not|from now|avoid|remember|make sure|keep|use|only|start|quit|default|give|put|write|answer|reply|respond|speak|talk|ask|wait|skip|leave|drop|stick|follow|be|mind|name|spell|format|prefix|number|cite)\b|^(?:(?:so|and|ok(?:ay)?|hey|also|btw)[,:]?\s+)*(?:(?:can|could)\s+we\s+(?:please\s+|pls\s+|just\s+|maybe\s+)*(?:always|never|stop|not|avoid|stick|use|agree|keep|spell|have|make it)|any\s+chance\s+(?:we|you)\s+(?:can|could))\b|[,.]\s*(?:ok(?:ay)?|right|please|pls|alright|yeah|deal|got it|fine|cool|thanks|thx|understood|clear)\s*\?\s*$/,
  hypothetical:
    /\b(?:if|unless|assum(?:e|es|ed)|hop(?:e|es|ed)|afraid|doubt|apparently|supposedly|seems?|wish|thought (?:we|you|i)|should(?:'ve| have)|would've|could've|might've|suppose|supposing|assuming|what if|in case|were to|would(?!\s+(?:rather|prefer|like|love|appreciate))|could|might|may(?!\s+(?:\d|only|not|keep))|maybe|perhaps|possibly|potentially|consider(?:ing|ed)?|think(?:ing)? (?:about|of)|thought (?:about|of)|leaning|tempted|inclined|propos(?:e|es|ed|ing|al)|suggest(?:s|ed|ion|ing)?|recommend(?:s|ed|ation|ing)?|ideally|imagine|pretend|hypothetical(?:ly)?|theoretically|in theory|one option|another option|alternatively|either|undecided|debating|deliberating|on the fence|pondering|(?<!(?:done|finished|stop|enough|tired of) )discuss(?:ed|ing)?|talked about|evaluat(?:e|ing)|exploring|(?<!(?:done|finished|stop|enough|tired of) )compar(?:e|ing)|explor(?:e|ed)|hopefully|i guess|not sure|almost|nearly|about to|was going to|were going to|wanted to|want to|try(?:ing)? to|tried to|plan(?:ning)? to|hope to|until|before|someone|somebody|anyone|should we|can we|let's say|say we|pros|cons)\b/,
  negated:
    /\b(?:not|never|n't|no|nobody|none|neither|nor|without|hardly|barely|yet to|far from|nothing|isn't|wasn't|aren't|weren't|don't|doesn't|didn't|hasn't|haven't|hadn't|won't|wouldn't|couldn't|can't|cannot|dont|didnt|havent|hasnt|isnt|wasnt|failed to|refused to)\s+(?:[\w'-]+\s+){0,3}$/,
  embedded:
    /\b(?:after|why|what|whatever|which|who|whoever|whether|once|until|till|before|when|unless|if|how|where|the (?:day|time|moment|reason|way|one|thing|approach|version)(?: that)?|as soon as|in case|every time|each time)\s+$/,
  reported:
    /\b(?:(?:docs?|documentation|readme|article|blog(?: post)?|tutorial|guide|book|spec|rfc|error|linter|eslint|compiler|message|stack ?overflow|post|comments?|logs?|output|test|changelog|release notes|paper|video|talk|course|website|page|example|template|ticket|email|prompt|style ?guide|adr(?: \d+)?|notes?|minutes|commit(?: message)?|pr|issue|wiki|history|file|paragraph|section|slides?|thread|chat|todos?|fixmes?|author|header|description|title)\s+(?:also\s+|just\s+|all\s+)?(?:say|says|said|records?|notes?|documents?|lists?|contains?|mentions?|recommends?|suggests?|claims?|states?|tells?|told|describes?|reads?|explains?|asserts?|verifies|expects?|ensures?|advises?|warns?|shows?|uses?|follows?|prefers?|decided|chose|wants?)|according to|(?:he|she|they|people|some|others|most (?:teams|people|projects|companies)|many|google|facebook|meta|netflix|airbnb|microsoft|amazon|the (?:authors?|maintainers?|competition|competitor|vendor|upstream|react team|rust team|go team|python community))\s+(?:\w+\s+)?(?:said|decided|chose|use|uses|used|prefers?|went|picked|opted|switched|always|never|recommends?|tend)|for (?:example|instance)|e\.g|such as|in (?:19|20)\d\d|i read(?! (?:through|both|all|them|your|the (?:two|three|four)))|i heard|back (?:in|at|when)|years ago|last (?:job|company|year|time)|(?:previous|old|former|other) (?:job|company|project|team|employer)|in (?:the|a|that) (?:article|book|talk|tutorial|movie|story|example|novel|video)|used to|once upon|originally|initially|historically|in the past|back then|at first|at the time)\b/,
  oneOff:
    /\b(?:just )?(?:this (?:one )?time|this once|this particular|in this (?:table|function|method|test|one|case|commit|branch|screen|slide|page|instance)|for this (?:one|commit|pr|change|file|task|test|run|case)|today only|only today|for today|just (?:here|today|now)|only here|right now|for a (?:moment|second|minute)|one[- ]time thing|(?:haha|lol|sure),? sure|yeah,? right|what could (?:possibly )?go wrong|kidding|joking|oh (?:yes|sure),?(?: and)? please|oh (?:sure|great|yeah|yes|wonderful|brilliant),? (?:let's|why not|because|and (?:let's|then))|(?:will|would) (?:surely |certainly )?love that|i love it \/s|for this \w+ only|this time around|once more|one last time|until (?:i|we) (?:say|get|finish|merge)|for now)\b/,
  unsettled: eitherOf`
    \b(?:still|again|totally|completely|wide) open\b|\bup (?:for|to) (?:debate|discussion)\b|\bnot (?:up to (?:me|us)|my (?:call|decision)|our (?:call|decision)|final(?! until)|set in stone|carved in stone|official)\b
    \b(?:being|be|was|were|got|is|are|gets?|been) (?:being )?(?:reconsidered|revisited|re-?opened|overturned|overruled|reversed|reverted|revoked|withdrawn|vetoed|challenged|questioned|contested)\b
    \b(?:reconsidering|having second thoughts|second thoughts|backed out|backtracked|walked (?:it|that) back|changed (?:my|our|his|her|their) minds?|got cold feet|u-turn)\b
    \b(?:has|have|had|gets?) the (?:last|final) (?:word|say)\b|\bnothing(?:'s| is| was| has been)? (?:yet )?(?:signed|final|fixed|decided|official|set|agreed)\b|\bthere was a tie\b|\b(?:tbd|tbc)\b
    \b(?:pending|subject to|waiting for|wait for|depends on|depending on) (?:\w+ ){0,3}(?:approval|sign-?off|quote|benchmarks?|budget|review|results?|answer|vote|confirmation|numbers)\b
    \b(?:in|for) (?:the|this|our|my|a) (?:demo|example|experiment|screenshot|test|repro|mock-?up)\b(?! (?:env|suite|framework|runner|data|cases?))|\bwe'll see\b|\blet's see\b
    \bor (?:we|i|you) (?:go|use|take|do|keep|stay|switch|stick|just|could|can|move|put)\b|(?<!\b(?:since|because|as|like) )\byou (?:said|say|claim|claimed|wrote|told me) (?:that )?(?:we|i|the)\b
    \b(?:wrote|writes|replied|answered|mailed|says|said)(?: me| us| back)?:|\bthe last (?:\w+ )?(?:releases|times|sprints|years|months|weeks|quarters)\b
    , ?(?:haven't|didn't|don't|aren't|isn't|wasn't|won't|hadn't|did|have|right|no) (?:we|you|it|they|i)[.!]?$
    \bonce (?:\w+(?: \w+)? (?:has|have|had|is|are|signs?|approves?|agrees?|decides?)|(?:that|this|it)'s)\b
    \b(?:there are|there's|you have|we have|i see|you've got|we've got) (?:two|three|four|several|some|a few) (?:choices|options|ways|possibilities|alternatives|routes)\b
    \b(?:write|draft|compose|translate|phrase|prepare|send|post|rephrase|formulate)\s+(?:\S+\s+){0,4}(?:e-?mail|mail|message|announcement|post|sentence|letter|reply|statement|paragraph|tweet|notice|slide|blurb|press release)s?\b
    \b(?:adr|docs?|readme|ticket|minutes|wiki|rfc|spec|commit|changelog|comment|history|thread|log)\b[^,.;:]{0,30}\b(?:says?|said|states?|mentions?|claims?|describes?|records?|shows?)\b
  `,
  fault: eitherOf`
    \b(?:wrong(?:ly)?|bugs?|buggy|broken|errors?|exceptions?|fail(?:s|ed|ing|ure)?|crash(?:es|ed|ing)?|(?<!\b(?:treat|count|read|store|take) (?:an? |the )?)missing|swapped|inverted|off by one|stale|null|undefined|nan|hangs?|stuck|by mistake|accidentally|mistakenly|for some reason|no wonder|does(?:n't| not) (?:work|compile|match)|does nothing|never (?:parsed|called|set|reset|reached|touched|fires?)|regression|typo|mess)\b
    \bfix (?:it|that|this|the)\b|\bclean (?:that|this|it) up\b|\b[45]\d\d\b|\b(?:explains|causes) (?:the|why|this|that)\b|\bkeeps? (?:getting|seeing|showing|returning)\b|\b(?:twice|once) (?:instead|rather)\b
    \b(?:is|are) (?:off|cached|taken|empty|overwritten|ignored|intercepted|shadowed)\b|\b(?:proxy|browser|framework|runtime|cache) (?:intercepts|overrides|caches|swallows|rewrites)\b|\b(?:on|in) (?:my|your) (?:machine|laptop|editor)\b
  `,
  takenBack: eitherOf`
    ^(?:(?:no|wait|hm+|hmm+|actually|sorry|oh|ah|or|ok(?:ay)?|edit)[,.:]? )*(?:scratch|scrap|forget|ignore|disregard|strike|undo|cancel|discard) (?:that|it|this|what i (?:just )?(?:said|wrote))\b
    ^(?:(?:no|wait|hm+|actually|sorry|oh|ok(?:ay)?)[,.:]? )*(?:never ?mind|i take (?:it|that) back|on second thoughts?|not anymore|no longer|just kidding|kidding)\b
    ^(?:but |and |well,? |though )*(?:that|it|this|none of (?:it|this|that))(?:'s| is| was| has been) (?:now |all |still |again |not |no longer )*(?:open|undecided|reconsidered|being reconsidered|off the table|obsolete|outdated|history|moot|final yet|up in the air|on hold|overturned|reversed)\b
  `,
  step: eitherOf`
    ^(?:(?:ok(?:ay)?|great|perfect|good|excellent|now|next|then|first|so|alright|done|success)[,.!:]?\s+)*(?:let me|let's|i'll (?:now|start|create|check|look|add|update|run|try|fix|implement|write|begin|stub|mock|use)|i'm (?:now )?(?:going to|\w+ing)|(?:step|phase|task) \d+)(?!\w)
    ^for now,? (?:let me|let's|i'll|i will|i'm)\b
    ^(?:[^\w\s]\s*)*(?:[\w/-]+ ){0,4}(?:[-–—] |: )?(?<!\b(?:i|we|i've|we've|have|was|were|is|are|be|been) )(?:added|implemented|created|updated|enhanced|improved|introduced|refactored|renamed|extracted|simplified|rewrote|wired up|configured|resolved the (?:merge )?conflicts?)\b
    \b(?:the|my|these|this|all) (?:changes?|commits?|edits?|refactor\w*|implementation|updates?) (?:now |all )?(?:works?|went|pass\w*|looks?|builds?)\b
  `,
};

export const TURN =
  /,?\s+(?:but|however|though|although|whereas|except)\s+|,\s+(?:yet|still)\s+|\s+–\s+|\s+—\s+|;\s+|\s+-\s+/;
