// How English says that something is asked, supposed, denied or told of others.
import { eitherOf } from "../phrase.ts";
import type { MoodTable } from "../signal.ts";

const SUBJECT = "(?:we|i|you|it|there|they|he|she|the|this|that|these|those|our|my|your|any|anyone|someone)";

export const MOODS: MoodTable = {
  question: new RegExp(
    `^(?:(?:so|and|but|or|ok(?:ay)?|hmm+|well|also|wait|hey|then|btw|quick question)[,:]?\\s+)*(?:(?:should|shall|do|does|did|can|could|would|will|is|are|was|were|have|has|may|might|am|isn't|aren't|don't|doesn't|didn't|shouldn't|couldn't|won't|can't)\\s+${SUBJECT}\\b(?!\\s*,)|(?:what|which|why|how|who|when|where|whose)\\s+(?:if|about|do|does|did|is|are|was|were|should|would|could|can|will|have|has|come|else|\\w+\\s+(?:should|do|did|does|is|are|would|could|can|will)\\b)|any\\s+(?:thoughts|ideas|opinion|preference|chance|reason)|thoughts\\b|wdyt|what's)|\\b(?:wonder(?:ing)?|not sure|unsure|unclear|no idea|curious|asking|asked|remind me|tell me|explain|let me know|see|check|find out|figure out|know|remember|decide|understand)\\s+(?:\\w+\\s+)?(?:if|whether|why|what|which|how|who)\\b|\\?\\s*$`,
  ),
  request:
    /^(?:(?:so|and|ok(?:ay)?|hey|also|btw)[,:]?\s+)*(?:can|could|would|will|can't|won't)\s+you\s+(?:please\s+|pls\s+|just\s+|maybe\s+)*(?:always|never|stop|not|from now|avoid|remember|make sure|keep|use|only|start|quit|default)\b|[,.]\s*(?:ok(?:ay)?|right|please|pls|alright|yeah|deal|got it|fine|cool|thanks|thx|understood|clear)\s*\?\s*$/,
  hypothetical:
    /\b(?:if|unless|assum(?:e|es|ed)|hop(?:e|es|ed)|afraid|doubt|apparently|supposedly|seems?|wish|thought (?:we|you|i)|should(?:'ve| have)|would've|could've|might've|suppose|supposing|assuming|what if|in case|were to|would(?!\s+(?:rather|prefer|like|love|appreciate))|could|might|may(?!\s+(?:\d|only|not|keep))|maybe|perhaps|possibly|potentially|consider(?:ing|ed)?|think(?:ing)? (?:about|of)|thought (?:about|of)|leaning|tempted|inclined|propos(?:e|es|ed|ing|al)|suggest(?:s|ed|ion|ing)?|recommend(?:s|ed|ation|ing)?|ideally|imagine|pretend|hypothetical(?:ly)?|theoretically|in theory|one option|another option|alternatively|either|undecided|debating|deliberating|on the fence|pondering|discuss(?:ed|ing)?|talked about|evaluat(?:e|ing)|exploring|compar(?:e|ing)|explor(?:e|ed)|hopefully|i guess|not sure|almost|nearly|about to|was going to|were going to|wanted to|want to|try(?:ing)? to|tried to|plan(?:ning)? to|hope to|until|before|someone|somebody|anyone|should we|can we|let's say|say we|pros|cons)\b/,
  negated:
    /\b(?:not|never|n't|no|nobody|none|neither|nor|without|hardly|barely|yet to|far from|nothing|isn't|wasn't|aren't|weren't|don't|doesn't|didn't|hasn't|haven't|hadn't|won't|wouldn't|couldn't|can't|cannot|dont|didnt|havent|hasnt|isnt|wasnt|failed to|refused to)\s+(?:[\w'-]+\s+){0,3}$/,
  embedded:
    /\b(?:after|why|what|whatever|which|who|whoever|whether|once|until|till|before|when|unless|if|how|where|the (?:day|time|moment|reason|way|one|thing|approach|version)(?: that)?|as soon as|in case|every time|each time)\s+$/,
  reported:
    /\b(?:(?:docs?|documentation|readme|article|blog(?: post)?|tutorial|guide|book|spec|rfc|error|linter|eslint|compiler|message|stack ?overflow|post|comments?|logs?|output|test|changelog|release notes|paper|video|talk|course|website|page|example|template|ticket|email|prompt|style ?guide|adr(?: \d+)?|notes?|minutes|commit(?: message)?|pr|issue|wiki|history|file|paragraph|section|slides?|thread|chat|todos?|fixmes?|author|header|description|title)\s+(?:also\s+|just\s+|all\s+)?(?:say|says|said|records?|notes?|documents?|lists?|contains?|mentions?|recommends?|suggests?|claims?|states?|tells?|told|describes?|reads?|explains?|asserts?|verifies|expects?|ensures?|advises?|warns?|shows?|uses?|follows?|prefers?|decided|chose|wants?)|according to|(?:he|she|they|people|some|others|most (?:teams|people|projects|companies)|many|google|facebook|meta|netflix|airbnb|microsoft|amazon|the (?:authors?|maintainers?|competition|competitor|vendor|upstream|react team|rust team|go team|python community))\s+(?:\w+\s+)?(?:said|decided|chose|use|uses|used|prefers?|went|picked|opted|switched|always|never|recommends?|tend)|for (?:example|instance)|e\.g|such as|in (?:19|20)\d\d|i read|i heard|back (?:in|at|when)|years ago|last (?:job|company|year|time)|(?:previous|old|former|other) (?:job|company|project|team|employer)|in (?:the|a|that) (?:article|book|talk|tutorial|movie|story|example|novel|video)|used to|once upon|originally|initially|historically|in the past|back then|at first|at the time)\b/,
  oneOff:
    /\b(?:just )?(?:this (?:one )?time|this once|this particular|in this (?:table|function|method|test|one|case|commit|branch|screen|slide|page|instance)|for this (?:one|commit|pr|change|file|task|test|run|case)|today only|only today|for today|just (?:here|today|now)|only here|right now|for a (?:moment|second|minute)|this time around|once more|one last time|until (?:i|we) (?:say|get|finish|merge)|for now)\b/,
  step: eitherOf`
    ^(?:(?:ok(?:ay)?|great|perfect|good|excellent|now|next|then|first|so|alright|done|success)[,.!:]?\s+)*(?:let me|let's|i'll (?:now|start|create|check|look|add|update|run|try|fix|implement|write|begin|stub|mock|use)|i'm (?:now )?(?:going to|\w+ing)|(?:step|phase|task) \d+)(?!\w)
    ^for now,? (?:let me|let's|i'll|i will|i'm)\b
    ^(?:[^\w\s]\s*)*(?:[\w/-]+ ){0,4}(?:[-–—] |: )?(?<!\b(?:i|we|i've|we've|have|was|were|is|are|be|been) )(?:added|implemented|created|updated|enhanced|improved|introduced|refactored|renamed|extracted|simplified|rewrote|wired up|configured|resolved the (?:merge )?conflicts?)\b
    \b(?:the|my|these|this|all) (?:changes?|commits?|edits?|refactor\w*|implementation|updates?) (?:now |all )?(?:works?|went|pass\w*|looks?|builds?)\b
  `,
};

export const TURN =
  /,?\s+(?:but|however|though|although|yet|still|whereas|except)\s+|\s+[–—]\s+|;\s+|\s+-\s+/;
