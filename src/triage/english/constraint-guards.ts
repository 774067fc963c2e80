// What only sounds like a limit of the world.
import { eitherOf } from "../phrase.ts";

/** What a person or a program fails at just now. */
const PASSING = eitherOf`
  \b(?:cannot|can'?t|could not|couldn'?t|unable to) (?:read propert|open (?:file|the)|parse (?:json|this)|import (?:name|module)|load (?:module|plugin|the)|find|resolve|see|reproduce|tell|remember|believe|wait|help|figure|say|think|get (?:it|this|that)|understand|locate|destructure|assign|stat|lstat|set properties|be (?:right|serious|true))\b
  \b(?:i'm|i am) (?:unable|not able)|\b(?:can't|cannot) (?:we|you|i)\b
  \bi (?:can'?t|cannot|don'?t|couldn'?t) (?:\w+ly )?(?:find|see|get|reproduce|understand|remember|know|think|want|like|care|believe|tell|figure|say|have time|need|mind|log|open|access|be\b|even|wait|read)\b|\bnot (?:found|defined|a function|a module)\b
  \b(?:users?|customers|people|visitors?|nobody) (?:can'?t|cannot) (?:log|check|sign|see|open|save|submit|upload|click)
  \bsince (?:this morning|yesterday|today|the (?:deploy|update|merge|last|upgrade)\b|i (?:updated|merged))|\bafter (?:the|a|my|our) (?:restart|deploy|update|merge|upgrade|rebase|refactor\w*|change)\b|\b(?:is|are|was|seems?|looks?) (?:wrong|broken|missing|empty|blurry|stale)\b|\bpossible to (?:click|open|see|log|save|submit|scroll|select|type|drag|upload|find)\b|\bso far\b|\bi (?:get|see|am getting|'m getting) \d|\bmy (?:ssh|key|token|password|login|editor|terminal)\b|\b(?:chrome|firefox|safari|browser|compiler|linter|terminal|console|npm|git|docker|tsc|typescript|it|logs?|error) says\b|\b(?:one (?:sec|moment)|brb|back in \d+|hang on a|hold on|right now|forgot (?:the|an?|my))\b|\bi (?:only |just )?(?:have|got|need) (?:\w+ )?(?:\d+|a few|ten|five|two) (?:min\w*|hours?|secs?|seconds?|days?|questions?|things?|ideas?)\b|\b404s?\b|\bfor some reason\b|\b(?:on|at) (?:my|your) (?:machine|laptop|end|side|box)\b|\b(?:when|if|unless|until) i\b|\bfor now (?:only|just)\b|\bflaky\b|\b(?:find|see|figure) out why\b|\bno wonder\b
`;

/** What the software being built shall do, or an order to build it. */
const ASKED = eitherOf`
  \b(?:^|the |a |an |each |every |this |that |new )(?:user|player|visitor|guest|member|editor|student|form|button|dialog|page|modal|input|widget|slider|component|popup|screen|menu|tooltip|table|list|cursor|animation|enemy|hero|character|avatar|sidebar|header|footer|navbar|toast|tab|parser|validator|linter|dropdown|legend|chart)s? (?:can|must|may|should|has to|have to|needs? to|can't|cannot|cant|doesn't|does not|doesnt|only) 
  \b(?:users|players|visitors|guests|members|students|buttons|fields|inputs|items) (?:can|must|may|should|have to|need to|can't|cannot|cant) 
  \b(?:modal|tooltip|button|enemy|hero|avatar|sidebar|navbar|toast|dropdown|popup|slider)s? (?:is|are|has|have) 
  ^(?:please |now |then |and |ok(?:ay)?,? |also |so )*(?:let'?s |lets )?(?:limit|cap|restrict|set|increase|throttle|show|only show|raise|lower|allow|disable|let|hide|render|validate|bump|draw|translate|explain|summari[sz]e|rename|sort|(?:add|create|implement|write|put) (?:an? |some )?(?:\w+ )?(?:rate|limit\w*|throttl\w+|max\w*|cap|retention|timeout|plan|constraint|check|counter|countdown|setting|rule))\b
  ^(?!.*\b(?:because|since|cause|cuz|bc|as (?:the|they|it|we)|otherwise|or (?:it|they|we|the))\b)(?:please |now |then |and |ok(?:ay)?,? |also |so |just |pls )*(?:add|make|create|implement|change|put|write|give|use|run|rerun|(?:only|just) (?:run|show|use|do|change|keep|fix|list|test|print|touch|update|read|look|check|give|the)|check|find|look|tell|print|log|update|upgrade|remove|delete|drop|fix|refactor|extract|test|mock|try|investigate|profile|deploy|finish|answer|stop|start|freeze|do|go|keep (?!in mind)|don't (?!forget)|dont (?!forget)|never|always|avoid|build|move|split|wait)\b[^,;:–—]*$
  \b(?:had|used to have|was) (?:a |the )?(?:hard )?(?:limit|cap|quota)
  \bplease fix\b|(?:^|[,;:–-] ?|please |can you |and |then )fix (?:it|that|this)\b|\bshould (?:expire|disappear|not be|be able|time out|reject)\b
  \bbe (?:configurable|customi[sz]able|extensible|optional|sortable|searchable|editable|clickable|reusable|testable|maintainable|responsive)\b
  \b(?:the|this|that|our|my|your|its) (?:new |old |current |url |first |second )?(?:implementation|function|component|method|class|handler|parser|hook|test|validator|linter|regex|type|loop|constructor) (?:doesn't|does not|doesnt|don't|do not|only|requires?|needs|says|has|must|cannot|can't|rejects?)\b
  , ?(?:and |then )?(?:please |pls |can you |could you |we should )*(?:make (?:it|that|them|this)|let (?:it|him|her|them)|fix\b|add (?:one|it|that|this|them|the|(?:an? |some )?(?:column|field|test|index|button|check|line|row|prop|param\w*|header|asterisk|label))\b|give (?:it|him|her|them)|investigate|find (?:out|the)|look into|optimi[sz]e|implement|increase|bump|raise|debug|correct (?:it|that|this)|repair|change (?:it|that) to|can you|could you)
  \b(?:message|text|tooltip|label|error|banner|mail|page|heading) (?:should|must|has to|shall) (?:say|read|tell|show|mention)\b|\b(?:\d+|most) players\b|\b(?:acceptance criteria|user stor(?:y|ies)|story:|as an? \w+,? i (?:can|want))\b|, ?(?:does|do|is|are|did) (?:the|it|we|you|that|this) |\bmock(?:ed)? (?:server|api|client|service)\b|\b(?:the|a|our|this) (?:level|wizard|room|quest|boss|opponent|ai player) (?:can|must|may|should|has to|is|has|needs? to)\b
  ^--?\w
  \bper (?:line|function|commit|class|method|paragraph|sentence|slide|component)\b|\bis (?:that|this|it) (?:ok|okay|fine|alright|right)\b|^(?:which|how (?:many|much|long|big|far))\b
  , ?(?:please |then |so )?(?:look (?:at|into)|check (?:the|it|why)|write (?:an?|the|tests?|it)|document (?:it|that|this)|do (?:that|it)|kill (?:it|that)|also (?:allow|add|support|accept|handle)|use the other|try again|what'?s left|move (?:it|that)|remove (?:it|that)|adapt)\b
  \bas (?:configured|specified|asked|requested)\b|\bas (?:i|you) (?:asked|said|configured|wanted|specified)\b|\bconfigured in\b|\bin the config\b|\bfrom the env\b|\b(?:that|which|as|parameter|config|guard|constant|rule) i (?:added|extended|wrote|configured|made|set)\b|\brate[- ]limit(?:er (?:allows|is|test)|ing works)\b|\bpricing page\b
  \bin (?:the|my|our|this) (?:game|story|quiz|novel|tutorial|simulation)\b
`;

/** It is supposed, wondered at or looked for. */
const UNREAL = String.raw`\b(?:would (?:be|have|need|require|even|apply|you|we|it)|might|maybe|perhaps|imagine|suppose|pretend|let's say|in theory|theoretically|hypothetical\w*|ideally|i (?:think|guess|wonder|assume|hope|suppose|doubt)|probably|not sure|unsure|could (?:be|we|you|also|it)|some ?day|(?:^|, )one day|(?:if|when) \w+(?: \w+)? (?:ever|had|were|did)|if there (?:were|was)|as far as i know|afaik|iirc|supposedly|wondering|curious|whether(?! (?:we|you|they|it)\b.{0,20} or not)|let me know|tell me|(?<!that's |thats |is )why|find out|look (?:up|into)|propos\w+|suggest\w*|consider\w*|should we|do we|can we|could we|what if)\b`;

/** It is over, lifted, or none of ours. */
export const OVER = eitherOf`
  \b(?:thought|assumed|believed|claims?|claimed) (?:we|that|it|they|there)\b|\b(?:concern|worry|problem) is gone\b|\b(?:that|some) other project\b|\bcompetitors?\b|\bwe (?:don'?t|do not)[.!]?$|\bours (?:is|does|are)\b|(?:^|\n)(?:please |pls )?fix (?:it|that|this)\b|^haha (?:yes|yeah|sure)\b|^yeah right\b|^(?:oh )?sure,? and\b|\bthat'?s (?:an? |the |my )?bug\b|\bbug (?:one|two)\b|\bcan go[,.]|\bmoved (?:over|off it)\b|\bi (?:kinda |sorta |really )?(?:admire|envy)\b|\bmade up\b|\b(?:isn'?t|not) real\b|\bhas no effect (?:here|on)\b|\bin general,|\bi (?:adjusted|fixed) (?:the|it|that)\b
  \bused to\b|\bnot (?:limited|restricted|capped|bound)\b|\b(?:we|they|it|i|that|he|she|which) (?:was|were) (?:\w+ )?(?:stuck|limited|locked|pinned|bound|forced|restricted|capped|frozen|not allowed)\b|\bsince (?:the (?:new|upgrade|switch|move|migration)|we (?:moved|switched|upgraded|migrated))\b|\b(?:don'?t|doesn'?t|do not|does not|no) need (?:\w+ )?(?:\d+|notice|approval|permission|(?:to )?(?:support|comply|worry|care))\b|\bdon'?t care\b
  \bback (?:when|then|in)\b|\bin the (?:\d+s|past|old days)\b|\b(?:last|previous|old|former) (?:company|job|employer|contract)\b|\b(?:old|previous) (?:server|hoster|laptop|phone|plan|host) (?:had|was)\b|(?:n'?t|not|no longer) (?:\w+ ){0,2}?(?:need|have|support|use|care|apply|matter|required|the case)\b.{0,40}\bany ?more\b
  \bno longer (?:applies|needed|required|the case|an issue|relevant|a problem)\b|\b(?:that|this|it)(?:'s| is) (?:all )?(?:over|history|behind us|gone)(?! (?:the|our|their|a|\d))\b|\bthats (?:over|history|gone)\b|\bglad (?:that|we|it)
  \b(?:limit|cap|quota|restriction|requirement|rule|freeze|deadline|constraint)s? (?:is|are|was|were|got|has been|have been) (?:now |since |finally )?(?:gone|lifted|raised|removed|dropped|increased|resolved|obsolete|over|extended|doubled)\b
  \b(?:raised|lifted|increased|doubled) (?:it|that|the|our)\b|\b(?:removed|dropped) (?:it|that|the (?:limits?|caps?|quotas?|restrictions?|requirements?))\b|\bnow (?:supports?|allows?|accepts?)\b
  \bnothing to do with us\b|\b(?:doesn'?t|does not) (?:concern|affect|apply|bother|matter)\b|\bwe (?:don'?t|do not|never) use (?:it|them|that)\b|\b(?:isn'?t|is not|not|aren'?t) an? (?:problem|issue|concern)\b
  \bplenty\b|\bstop worrying\b|\b(?:no|without any|any) (?:restrictions?|limits?|deadlines?|objections?|requirements?|constraints?)\b|\bunlimited\b|\bwhatever (?:version|you (?:want|like|prefer|think))\b|\bnobody (?:cares|has asked|asked)\b|\bno one (?:cares|asked)\b
  \b(?:a|my|his|her) (?:friend|brother|sister|wife|husband|cousin|uncle|neighbou?r|mate|buddy)\b|\bcolleague (?:at|of mine|'s)\b|\b(?:at|in) (?:another|a different|her|his) (?:company|firm|job|place|project)\b|\bpoor (?:guys?|souls?|people|folks)\b|\b(?:forum|on (?:reddit|twitter)|stack ?overflow|hacker news)\b|\bother companies\b|\bhow (?:do )?other (?:people|projects|teams)\b|\b(?:read|heard) somewhere\b|\bluckily\b|\bwhat (?:i|we) thought\b|\b(?:says?|said) (?:it's|its|that's) fine\b|\bnever had such\b|\bi (?:read|heard) (?:somewhere|about|an?\b|that .{0,50}\bhad\b)|\b(?:article|blog|readme|tutorial|video|podcast|book|movie|mypy|eslint|tsc|compiler)(?: \w+){0,3} says\b|\bfun fact\b
  \b(?:is|are) (?:fine|ok|okay|happy|cool) with\b|(?<!(?:not|never|n't|only) )\b(?:approved|cleared|allowed) (?:it|that|this)\b|\bnone is required\b|\btake nothing from\b|\bfor comparison\b|\bjust curious\b
`;

/** For a sign that does without words of doubt before it. */
export const NOT_SO = new RegExp(`${PASSING.source}|${ASKED.source}|${OVER.source}`, "i");

/** For a sign of a limit that is plain enough to stand in a sentence with "if" or "until". */
export const NOT_MEANT = new RegExp(`${PASSING.source}|${ASKED.source}|${UNREAL}|${OVER.source}`, "i");

/** Ways of speaking that take nothing from a limit, where a guard of its own looks for doubt. */
export const HEARD = { despite: ["reported", "negated", "embedded", "hypothetical", "oneOff"] } as const;
