// Near in words, but no debt: paid, refused, an order, or talk.
import { eitherOf } from "../../phrase.ts";

const DONE =
  /\b(?:paid (?:off|down)|cleaned up (?:the|all|that)|got rid of|no longer|replaced the|is gone|are gone|all done|they're (?:all )?done|nothing was|nothing (?:is )?left|not a hack|(?:has been|have been|was|were|is|are|got) (?:\w+ )?(?:locked down|resolved|deleted in|solved|fixed) (?:since|in|last|yesterday|now|already|and)|(?:went|got) through|so it's done|no leftovers|nothing (?:is )?outstanding|no (?:tbds?|todos?|fixmes?|placeholders?)|have been resolved|enabled again|you said (?:earlier|before|you)|finally (?:fixed|did|wrote|added|removed)|(?<!\b(?:nobody|never|one|not) )removed (?:the|that|all)|(?:refactored|rewrote|replaced) (?:it|this|that|the))\b/i;
const REFUSED = eitherOf`
      \btry again later\b|^(?:i'd suggest|i suggest|step \d+)\b|\bunavailable\b
      \b(?:flag|feature|toggle)s? (?:is|are|stays?|was) (?:disabled|off)\b
      \b(?:meeting|release|launch|call|appointment|event|demo|party|vacation|talk)(?: is| was| got| has been)? (?:postponed|moved|deferred)\b
      \bpostpone the (?:meeting|release|launch|call|demo)\b
      \b(?:leave|skip|park|forget) (?:it|this|that)(?: one)? for now\b(?!.*(?:later|until|because))
      \bignore (?:my|the last|that|this)\b|\bwe(?:'ll| will| can) (?:talk|discuss|speak|chat)\b
      \bleave .{1,30} alone\b(?!.*(?:quarter|sprint|release|until|planned|later|rewrite|change|pr\b|though))
      \b(?:should|must|shall|has to|have to|needs? to|when (?:the|an?) \w+|if (?:the|an?) \w+) (?:not |also |always |then )?(?:skip|ignore|omit|disable|drop|defer|postpone|suppress|bypass|duplicat)\w*\b
      \bplaceholder (?:image|text|attribute|label|icon|colou?r|avatar)s?\b|\b(?:and|then|just|only) (?:tell|show|give|explain|list|report) (?:me|us)?\b
      \baccording to the\b|^(?:please )?(?:disable|hide|mark|mock|fake) the \w+(?: \w+)? (?:until|for|in|when|once|while)\b
      ^(?:so |and |ok(?:ay)?,? |please |can you |could you |let's |let's also |we should |i want to |also )*(?:also )?(?:add|create|implement|build|introduce|make|show|display|write) (?:an?|the|some|another) (?:[\w-]+ ){0,4}(?:field|column|button|option|flag|page|section|widget|command|endpoint|tab|view|label|filter|table|tag|state|status|type|list)s?\b(?!.*\b(?:time to|for now|proper|until we)\b)
      ^(?:please )?(?:mark|put) the\b(?!.*\b(?:for now|until we)\b)|\brename \S+ to\b|^(?:please )?let (?:the |a )?(?:users?|players?|customers?)\b|\bmake sure (?:everything|it|that|all)\b|\btemporary (?:passwords?|files?|director\w+|tables?|folders?|tokens?|urls?)\b|\b(?:now|today|first),? (?:as its own|all of them|please)\b|\bif we ever had\b|\bwifi\b|\blook at it later myself\b|\bin the office\b|\b(?:concept|notion|idea) of\b|\bfinish the other\b|\bnot (?:later, not )?ever\b|^if you\b|\bfake data\b|\b(?:write|tell) (?:me |us )?an? (?:joke|poem|story|limerick)\b|^(?:please )?(?:don't|dont|do not) touch\b(?!.*\b(?:later|ticket|known|problem|legacy)\b)|\bno (?:tests?|checks?) (?:fail|broke)\w*|\blive with (?:either|both)\b|\bplease (?:look|find|fix)\b|\bi don't want (?:to|it|any)\b|\bwe dropped the (?:plan|idea)\b|\bnothing follows for us\b|\b(?:you|i) pasted\b|^(?:please )?(?:generate|create|make|give me|build) (?:\S+ ){0,3}(?:fake|dummy|mock|placeholder|sample)\b|\bskip (?:the )?(?:others?|rest|this question|that question)\b|\blater today\b|\bwe(?:'re| are) moving (?:off|to)\b|\bgreat plan\b|\bone by one instead\b|\bnone is required\b|\bkeep the rest\b|\bnotify (?:them|him|her|the|users)\b|\bnot changing anything yet\b|\bonly want to know\b|\b(?:is |are )?deleted (?:in the same|together)\b
      \b(?:users?|players?|customers?|visitors?|people|clients?) (?:can|may|should|must|could|want to)\b
      \b(?:don't|do not|not|never|no|without|stop|avoid)\s+(?:\w+\s+){0,2}(?:postpon\w*|leave it|leaving it|defer\w*|(?:quick )?fixes|quick fix|hacks?|work-?arounds?|shortcuts?|cut corners|skip it|band-?aids?)\b
      \b(?:right away|right thing|do it properly now|properly now)\b
      ^when(?:ever)? (?:someone|somebody|anyone|a \w+) \w+.{3,60}, (?:the|a|it|we|an) |^(?:please |so |ok,? )*(?:delete|remove|drop|kill|get rid of) (?:the|that|this|all)\b(?!.*\b(?:later|when|once|after|until|next|some|eventually|before)\b)|^if we ever\b|\blol sure\b|\bwhat could (?:possibly )?go wrong\b|\bno,? seriously\b|\bcome back to .{3,40} (?:after|when|once) you\b|\b(?:my|a) (?:colleague|friend|brother|roommate|neighbou?r|old team|ex)(?:'s|s')? (?:\w+ )?(?:project|code ?base|repo|app|code|company|team|startup)\b
    `;
const TODO_THING =
  /\b(?:todo|to-do) (?:list|app|items?|mvc|api|component|table|page|feature|entry|model|route|widget)s?\b|\btodowrite\b/i;
const CHAT = eitherOf`
      \b(?:that's (?:all|it|enough|good|fine)|that is all|thanks|thank you|bye|done|enough|stop(?:ping)?(?: here)?|all good|happy with (?:that|it)|nothing else|pause)[,.]? for now\b
      \bfor now,? (?:just |i just |let's |i (?:only )?want to |please |i'm |only )*(?:explain|show|look|read|fix the|fix that|continue|work on|describe|list|tell|focus|analy[sz]e|review|explore|understand|discuss|start|plan|happy|don't (?:write|change|edit|do))
      \b(?:see you|talk|chat) later\b|\benough (?:\w+ )?for now\b|\bnext i'll\b
    `;
/** A real question; one that asks for a shortcut is an order. */
const ASKED = eitherOf`
      (?<!\b(?:ok|okay|right|yeah|deal|fine|cool|alright))\?\s*$(?<!^(?:\w+,? ){0,3}(?:can|could|would|will) you\b.*)(?<!.{20}[,;] (?:(?:and|so|but|now|then|ok|also) )*(?:can|could|would|will) you\b.*)(?<!.{20}(?:[,;] |\b)(?:now|next|anyway)[,:]? (?:what|why|how|where|which|is|are|does|do|did)\b.*)
      ^(?:(?:so|and|but|or|ok(?:ay)?|hmm+|well|also|wait|hey|then|btw)[,:]?\s+)*(?:should|shall|do|does|did|is|are|was|were|have|has|am)\s+(?:we|i|you|it|there|they|he|she|the|this|that|these|those|our|my|your|any|anyone|someone)\b(?!\s*,)
      ^(?:(?:so|and|but|or|ok(?:ay)?|hmm+|well|also|wait|hey|then|btw)[,:]?\s+)*(?:(?:what|which|why|how|who|where|whose)(?:'s)? (?:if|about|do|does|did|is|are|was|were|should|would|could|can|will|have|has|come|else|\w+ (?:should|do|did|does|is|are|would|could|can|will))|when (?:do|does|did|is|are|will|should|can)|any (?:idea|reason|chance))\b
      \b(?:wonder(?:ing)?|not sure (?:if|whether|why)|remind me|tell me|let me know|explain|find out (?:if|whether|why)|check (?:if|whether))\b
    `;
export const NOT_A_DEBT = new RegExp(
  [DONE, REFUSED, TODO_THING, CHAT, ASKED].map(({ source }) => source).join("|"),
  "i",
);

/** How Claude tells of its own next step, or of what it mended. */
const NARRATED = eitherOf`
      ^(?:(?:ok(?:ay)?|got it|sure|understood|right|alright|will do)[,.!]* )*(?:i'll|i will|i'm going to|now|next|then|step \d+|let me|i noticed|i think|i'd suggest|i suggest|first|perfect|great|placeholder scan)\b|\bshould not\b|[,;] i'll (?:add|fix|do|write|update|change|look|remove|now)\b
      \b(?:root cause|culprit|fixed by|the fix (?:was|is)|turned out|errors stopped|signs again|\bgreen in a\b|keep working|works again|passes now|(?:could|can) you (?:start|run|check|tell))\b|\b(?:tests?|specs?|suite) (?:now )?(?:use|uses|run|runs) (?:an?|the)\b|\bif you (?:like|want|prefer)\b
    `;
export const SAID = new RegExp(`${NOT_A_DEBT.source}|${NARRATED.source}`, "i");
