// What people say of themselves and their team that others have to go by.
import { eitherOf, phrase } from "../../phrase.ts";
import type { Signal } from "../../signal.ts";
import { ASKED, FORM, PLURAL, PRODUCT, START, TROUBLE } from "./craft.ts";

const WHO: Signal["who"] = ["user"];
const TOOL =
  "(?:fish|zsh|bash|nushell|powershell|vim|neovim|nvim|emacs|helix|vs ?code|intellij|jetbrains|tmux|dvorak|colemak|qwertz|nix|nixos|mise|asdf|direnv|wayland|i3|iterm|wezterm|jj|jujutsu|magit|a screen ?reader|dark mode|a trackball|podman|orbstack|windows|mac(?:os)?|linux|wsl|arch|ubuntu|debian|fedora)";

export const PERSONAL_PREFERENCES: readonly Signal[] = [
  {
    id: "preference.my-place",
    category: "PREFERENCE",
    strength: 0.42,
    why: "says what the person works with",
    who: WHO,
    pattern: eitherOf`
      \bi(?:'m| am)(?: always| mostly| usually)? on (?:an? )?(?:old |slow |tiny |small |\w+ )?(?:windows|mac(?:os|book)?|linux|arch|ubuntu|debian|fedora|nixos|wsl|freebsd|powershell|chromebook|metered)\b
      \bi (?:always |only |mostly |usually |exclusively )?(?:use|run|live in|work in|type on|only have|don't have|don't use|do not use|never use|read everything in) (?:the |an? )?(?:${TOOL}|docker|node|brew|homebrew|copilot)\b
      \bi (?:only|mostly|usually|always|just|tend to only|generally|barely|rarely|never) (?:\w+ )?(?:read|skim|review|look at|listen to|need|want|care about) (?:your |the |a |my |one |things |everything |it |very )?(?:first (?:line|paragraph|sentence|bit|two|few)|diffs?|summar\w+|headlines?|code|answers?|messages?|docstrings|gist|short version|on (?:my|the|a))\b|\bi skim\b
      \bi (?:read|review|check|see|look at|get) (?:your|these|all|everything|most|my|diffs|prs|code|them|notifications)\b.{0,30}\bon (?:my |the |a )?(?:phone|tablet|train|mobile|e-?reader|kindle|watch|small screen|ipad|paper)\b
      \bi(?:'m| am) (?:\w+ )?(?:colou?r[- ]?blind|dyslexic|visually impaired|hard of hearing|left-handed|not a native|a visual|old[- ]school|old-fashioned|picky|pedantic|particular|fussy|anal|strict|religious|a stickler|new to (?!here|this)\w+|a (?:complete |total )?beginner|an? (?:senior|junior)|not a (?:\w+ )?(?:dev|developer|programmer|coder|designer))\b
      \bscreen ?reader user\b|\bi dictate\b|\binches of screen\b|\bi have an? (?:small|tiny|narrow|slow|old) (?:screen|laptop|monitor|machine|connection)\b|\bi pay (?:for (?:the |my )?(?:tokens|every|each)|(?:per|by the) (?:token|request|call|minute|gb|mb))\b|\bi (?:mostly |usually |always |often |only )?(?:answer|reply|read|review|write)(?: (?:you|your \w+|these|most of \w+|everything|messages|prs|diffs))? (?:mostly |usually )?(?:from|on|in) (?:my |the |a |an )?(?:\w+ )?(?:phone|tablet|train|terminal|kindle|bus|ipad|mobile|watch)\b|\bmy (?:hands|eyes|wrists?) (?:hurt|are|aren't)\b
      \bi(?:'ve| have) been (?:doing (?:this|[\w+#]+)|programming|coding|writing [\w+#]+|using \w+|working (?:with|in) [\w+#]+) for (?:\w+ )?(?:\d+|many|ten|twenty|thirty) years\b
      \bi(?:'m| am) an? (?:\w+ )?(?:designer|scientist|physicist|biologist|chemist|lawyer|teacher|student|manager|owner|pm|analyst|writer|doctor|researcher|statistician|economist|musician|artist|journalist|librarian|sysadmin|admin|backend|frontend|embedded|beginner|novice|hobbyist)\b[^?]{0,40}(?:,|;| so| and) ?(?:not|so|explain|please|no|keep|spare|talk|i (?:don't|know|can't|need)|assume|skip|be)\b
      \b(?:think of|treat|see|picture) me as\b|\bi (?:don't|do not|barely|hardly) (?:really )?know (?!what|why|how|if|whether|where|which|who|the\b|when|about|that|yet|anything|this|it\b|him|her\b|them|enough|of\b)[\w+#]+(?: \w+){0,2},? (?:so|please|explain|point|go slow|be|yet)\b
      \benglish is(?:n't| not) my\b|\bmy (?:editor|shell|terminal|timezone|keyboard|native language|first language|screen) is\b|\bi think in \w+\b|\bi(?:'ve| have) (?:adhd|dyslexia|bad eyes|rsi)\b
    `,
    unless: eitherOf`
      ${TROUBLE.source}
      \bwhere (?:is|are)\b|\blike i'm\b
    `,
    despite: ["hypothetical", "negated"],
  },
  {
    id: "preference.peeve",
    category: "PREFERENCE",
    strength: 0.46,
    why: "says what annoys",
    who: WHO,
    pattern: phrase`
      drives? me (?:\w+ )?(?:nuts|crazy|mad|insane|bonkers|bananas|up the wall)|pet (?:peeve|hate)s?
      makes? (?:my (?:eyes|teeth|skin|head|brain|blood|toes)|me (?:happy|sad|smile|cringe|sick|twitch|itch|want to|grumpy|nervous|cry))
      (?:bugs|annoys?|irritates?|bothers?|triggers?|distracts?) me(?: every time| a lot| no end| to no end| down)?
      i (?:never|don't|do not|dont) (?:ever )?want to (?:see|read|find|hear|have to)|(?:i|we) (?:never|don't ever) want
      gets? on my nerves|grinds? my gears|hurts? my (?:eyes|brain|head)|gives? me (?:a headache|headaches|hives|the creeps)|my eyes glaze over|turns? me off
      i (?:really |just |personally |honestly )?(?:can't|cannot|can not) (?:bear|stomach|stand|abide|read|deal with|follow) (?:\w+ing|\w+s|long|walls|nested|code|those|these|your)
      i(?:'m| am) (?:very |super |really |quite |a bit |pretty )?(?:picky|particular|pedantic|strict|fussy|religious|serious|old[- ]school|paranoid|sensitive) (?:about|when it comes)
      i (?:really |deeply |do )?(?:care (?:a lot |deeply |more )?about(?! (?:the|this|that|it)\b)|value|insist on|swear by|believe in) \w+
    `,
    unless: eitherOf`
      ${TROUBLE.source}
      \bthis (?:\w+ )?(?:test|thing|problem|issue|api|lib|library|warning|behaviou?r|project|build)\b
      \b(?:it|this|that) (?:\w+ )?(?:drives?|bugs|annoys|bothers|irritates) me(?! (?:\w+ )?(?:\w+ )?(?:when|if|that you))|\bbelieve in (?:paragraph|line|chapter|section|row|column|table|figure|version|step|file|the|this|that|it|you|\d)
    `,
    despite: ["hypothetical", "negated"],
  },
  {
    id: "preference.we-style",
    category: "PREFERENCE",
    strength: 0.46,
    why: "says how it is done here",
    who: WHO,
    pattern: eitherOf`
      \bwe (?:always |usually |mostly |generally |only |just |all |also |try to |tend to |like to )*(?:avoid(?! (?:the|this|that|it)\b)|spell|squash|squash-merge|indent|prefix|suffix|abbreviate|capitali[sz]e|hyphenate|frown (?:up)?on|stick (?:to|with)|leave out|stay away from|shy away from|steer clear|lean towards|swear by|insist on|favou?r|aim for|strive for)\b
      \bwe (?!are\b|were\b|had\b|have\b|can\b|could\b|should\b|need\b|want\b|will\b|would\b|did\b|do\b|might\b|may\b|must\b|\w+ed\b|got\b|went\b|saw\b|found\b|made\b|said\b|thought\b|meant\b)[a-z]+ (?!it\b|this\b|that\b)[^?]{3,60}, not (?:in|on|as|by|with|via|from|at|[\w-]+)(?: \w+)?(?:[,.!]|$)
      \bwe (?:always |usually |all )?(?:return|throw|respond with|model|represent|emit) (?!it\b|this\b|that\b|the\b)[^?]{2,40} (?:for|in|as|on) \w+s\b
      \bwe (?:always |usually |all )?say [^?]{2,40}(?: and not\b|, not\b|, never\b| as an? \w+| instead of\b)
      \bwe (?:always |usually |all )?keep (?!it\b|this\b|that\b|the\b)[\w -]{3,30} (?:out of|in|under|next to|inside|outside)\b
      \bwe (?:don't|do not|dont|never) (?:do|chase|aim for|optimi[sz]e for|over-?engineer|gold-?plate|mock|abbreviate|believe in|allow|accept|like|nest|hard-?code|squash|rebase|mix|comment|force[- ]push|commit|bother|ship|merge|write|put|add|name|call|inline|throw|swallow)\b(?! (?:that yet|this yet|it yet|yet|know|the\b|this\b|it\b|anything with))
      \bwe (?:always |usually |mostly |generally |only |just |all |also |try to |tend to |like to |don't |do not |never )*(?:use|write|name|format|document|log|test|keep|put|say|call|treat|sort|version|tag|pin|do|want|like|wrap|store|handle|address|go for)\b [^?]{0,50}(?:\b${FORM}\b|\b(?:${PLURAL}) (?:in|as|with|without|at|next|under|first|like|short|small|to a|beside|behind)\b|\bin (?:british|american|plain|simple) \w+|\bin all (?:\w+[- ]?){1,4}|\bonly for\b|\binstead of\b|\brather than\b|,? not \w+)
      \b(?:this is|we're|we are|it's|you're in) an? (?!private|public|big|small|new|old|legacy|fresh|huge|side|real|good|nice|single|clean|distributed|remote|great|empty|full)[\w.+-]+(?:[- ][\w.+]+)? (?:shop|household|house)\b
      \b(?:this is|we're|we are) an? (?:pnpm|npm|yarn|bun|uv|poetry|pip|cargo|gradle|maven|bazel|tabs|spaces|tdd|typescript|ts|[\w-]+-(?:only|first|free)) (?:repo|codebase|project|monorepo|team|workspace)\b
      \b(?:is|are) (?:strictly |absolutely |completely |totally |simply )?(?:banned|verboten|taboo|frowned (?:up)?on|discouraged|non-negotiable|forbidden|sacred|dead to (?:me|us)|a no-?no|a no-?go|a hard no|a must(?! have)|law)\b
      \b${FORM} (?:is|are) (?:forbidden|out|not allowed|not ok|not okay|fine|ok|okay|mandatory|required|the rule)\b
      \b(?:in|per|as per|by) our (?:\w+ )?(?:style ?guide|conventions?|guidelines?|house style|handbook|playbook)\b|\breview (?:will |always )?rejects?\b
      \b(?<!(?:shar\w+|work\w*|talk\w*|check\w*|stay\w*|come|deal\w*|help\w*|contact|along|meet\w*|start\w*) )(?:with us|chez nous|in our (?:codebase|code base|code(?=[,.!]|$)|shop|house|world|team|repos?|docs|apis?))\b(?!\?)
      \b(?:is|are) (?:[\w-]+ ){1,4}(?:for|with|to) us(?:[,.!]|$)
      \bin (?:all (?:of )?|every one of |most of )?(?:my|all our|all of our) (?:\w+ )?(?:projects|repos|services|scripts|apps|libraries|docs|packages|notebooks|teams|codebases)\b(?! (?:folder|dir|list))
      \bwe (?!are\b|were\b|had\b|have\b|can\b|could\b|should\b|need\b|want\b|will\b|would\b|did\b|do\b|might\b|may\b|must\b|\w+ed\b|got\b|lost\b|lose\b|made\b|broke\b|see\b|saw\b|know\b|miss\b|let\b|put\b|wrote\b|use\b|change\b|fix\b|run\b|ran\b)[a-z]+(?: off| out| up)? (?:all )?(?:of )?our (?:${PLURAL}|releases|images|artifacts)\b
    `,
    unless: eitherOf`
      ${ASKED.source}
      \b(?:used to|might|maybe|haven't|could|until recently|not sure|why|what if|should we|do we|but we (?:don't|can't|never))\b
      \b(?:4\d\d|http|access|status|response|requests?)\b.*\bforbidden\b|\bforbidden\b.*\b(?:4\d\d|error|response)\b|\bwe (?:never|don't) (?:commit|merge|do|ship)\w* (?:it|that|this)\b
    `,
    despite: ["negated", "question"],
  },
  {
    id: "preference.our-guide",
    category: "PREFERENCE",
    strength: 0.44,
    why: "says what the team asks for",
    who: WHO,
    pattern: phrase`our (?:reviewers?|style ?guide|style|house style|team|linter|ci|docs team|tech writers|reviews?|lint rules|guidelines?|pipeline|auditors?|maintainers?) (?:will |would |always |usually |all |really )*(?:rejects?|wants?|insists?|demands?|hates?|expects?|likes?|prefers?|asks? for|requires?|enforces?|frowns?|says?|bounces?|flags?)(?! (?:this|that|it|line|an?)\b)`,
    unless: ASKED,
    despite: ["reported", "hypothetical", "question"],
  },
  {
    id: "preference.that-is-the-way",
    category: "PREFERENCE",
    strength: 0.46,
    why: "says that this is the way",
    who: WHO,
    pattern: eitherOf`
      \b(?:that's|that is|this is|that's also|those are) (?:pretty much |basically |always |just )?(?:the|our|my) (?:tone|style|format|order|way|rule|convention|spelling|shape|flow|procedure|routine|naming|deal)\b(?! approach)(?: \w+)? (?:for (?:all|any|every|our|new|everything)|in (?:all|any|every|our|this|these)|(?:we|i)\b(?!')|across|everywhere|here|throughout|with us|on (?:this|our|all))\b
      \b(?:note|word|thing|remark|nit|request|feedback|rules?|wish|wishes|point)s? (?:on|about|regarding|re|for|concerning) (?:your |the |our |my )?(?:style|naming|tone|format(?:ting)?|commits?|commit messages|comments|answers|tests|prs|docs|workflow|communication|working together|how (?:you|we|i))\b
      \b(?:that's|that is|this is) (?:the |our |a |just )?(?:team|house|project|company|shop|repo|group|lab) (?:convention|rule|style|policy|standard|habit|practice|agreement)\b
      \bthe (?:whole|entire) (?:repo|codebase|project|team) (?:is (?:in|written|formatted|typed)|uses|follows)\b
      \bdone means\b|\b(?:isn't|is not|not|never|counts as) done (?:until|unless|without|when)\b|\bdefinition of done\b
      \b(?:like|as|same as|same way as|same style as|match(?:es|ing)?|consistent with|follow(?:ing|s)?|in line with|the way|stay within|stick to|reuse|mirror|mimic|copy|do it the way) (?:in |we do it in |it's done in |the |our |all the )*(?:rest of|surrounding|existing|other|neighbou?ring|established) (?:the |our |of the )*(?:[\w-]+ )?(?:codebase|code ?base|code|repo|project|services|modules|style|conventions?|patterns?|structure|file you|helpers|idioms)\b
      \b(?:for|in) (?:all |any )(?:of )?(?:our |my |the |your )?(?:new |future |user-facing |public |internal |other |\w+ )?(?:docs|code|tests|text|texts|copy|commits|prs|modules|components|apis|endpoints|scripts|answers|replies|summaries|comments|languages|templates|plots|figures|notebooks|reports|screens|strings|css|stylesheets)\b(?! (?:fail|is|are|that|which|from|we have|broke))
      \b(?:anything|everything|whatever|everywhere|wherever|any \w+|every \w+|each \w+|all \w+) (?:that )?you (?:write|generate|create|add|touch|produce|commit|introduce|wrap|name|open|send me|make|change|put|give me|suggest|propose|ship)\b
      \b(?:in|for) (?:all |any )?new (?:code|files|tests|modules|components|endpoints|services|ones|features|stuff|classes|functions|work)\b|\b(?:for|in|with) anything new\b|\banything new (?:gets?|goes|should|must|is|uses?|in)\b|\bnew (?:code|tests|files|components|modules|endpoints|services|features|functions|tables|ones|stuff|migrations|classes) (?:in (?:typescript|ts|rust|go|kotlin|swift|python|english|german|\w+ only)|use|uses|should|must|go|goes|get|gets|need|needs|always|too|only|are (?:written|always|in))\b
      \b(?:team|we)(?:'ve| have)? (?:all )?agreed (?:that |on |to )[^.]{0,50}(?:${FORM}|${PLURAL})\b
    `,
    unless: eitherOf`
      ${TROUBLE.source}
      ${ASKED.source}
      ${PRODUCT.source}
      \b(?:maybe|perhaps) (?:we|i|you) should\b|\bat some point\b|\b(?:no opinion|not sure|undecided)\b
      ^(?:(?:please|now|ok(?:ay)?|then|and|also|can you|could you) ){0,3}(?:fix|rename|remove|delete|replace|update|convert|find|list|search|check|move|migrate|run|grep|count|regenerate|rebuild|add)\b
    `,
    despite: ["hypothetical", "negated", "question"],
  },
  {
    id: "preference.wish",
    category: "PREFERENCE",
    strength: 0.44,
    why: "says what is wished",
    who: WHO,
    pattern: eitherOf`
      \b(?:what|all) (?:i|we)(?:'d| would)?(?: really| always)? (?:want|like|need|expect|look for|am after|care about)(?: most| here| above all)?(?: to see)? (?:from you|from an?|in an?|in your|in my|in our|of you|is (?!to (?:know|see|find)|the (?:list|output|log|result|number))|when you|:)
      \bwhat we(?:'d| would) like:|\bwhat i(?:'d| would) like:
      \b(?:it would|it'd|that would|would) (?:really |also )?(?:help|be (?:nice|great|good|lovely|helpful|easier|kinder|better))(?: me| us| for me)?(?: a lot)? if you (?:would |could |always |only )?(?!fix|add|check|look|tell|send|show|find|explain|run|push|merge)\w+
      \bi(?:'d| would) (?:really |also )?appreciate (?:it if you |fewer|less|more|shorter|if you|you (?:not )?\w+ing|not)\b|\bwould you mind (?:not|only|always|using|writing|keeping|putting|asking|sticking)\b
      \b(?:i|we) (?:want|expect|like|need) (?:to see )?(?:\w+ ){0,2}${FORM}\b(?! (?:button|page|field|option|column|support))
      \b(?:i|we) (?:want|need|expect) you to (?:be|think|ask|stop|keep|treat|challenge|act|behave|double-check|verify|remember|follow|only|push back|question|wait|err)\b(?! (?:the|this|that|it|here|there|on this)\b)|\b(?:i|we) expect (?!the\b|it\b|this\b|that\b|an?\b|to\b|\d|you\b|failures?|errors?)\w+\b
      \b(?:preferably|ideally),? (?:no|in|with|without|as|using|short|one|small|plain)\b|\bmake sure (?:that )?(?:every|each) \w+|\b(?:here's|here is) how (?:i|we) (?:want|like|do|work|prefer|name)\b|\bor it didn't happen\b
      \bi like my \w+|\bi(?:'d| would)? like (?:\w+ ){0,3}(?:short|small|explicit|flat|plain|simple|terse|boring|readable)(?:,|$| and)
      \bi(?:'m| am) (?:not )?(?:a )?(?:big|huge|not)? ?(?:fan|friend|believer) (?:of|in)\b(?! (?:the|this|that)\b)
    `,
    unless: eitherOf`
      ${TROUBLE.source}
      ${ASKED.source}
      ${PRODUCT.source}
      \b(?:tomorrow|tonight|one[- ]time|just once|if you (?:could|can|would) (?:fix|check|look|help|send|take|have|tell|run))\b
    `,
    despite: ["hypothetical", "question"],
  },
  {
    id: "preference.craft-order",
    category: "PREFERENCE",
    strength: 0.42,
    why: "says how to make such things",
    who: WHO,
    pattern: new RegExp(
      `${START}(?:write|keep|put|name|format|spell|document|log|wrap|prefix|sort|group|indent|phrase|title|word|structure|declare|store|return|throw|place|order|use|mark|express|pass|treat|title|number|label|capitali[sz]e) (?:out )?(?:all |your |our |new |any )?(?:(?!the\\b|this\\b|that\\b|these\\b|those\\b|my\\b)[\\w-]+ ){0,1}(?:${PLURAL}|warnings|errors|booleans|acronyms|loops|callbacks|strings)(?! (?:from|of the|that|which|for the)) (?:[\\w-]+ ){0,3}?(?:in|as|with|without|at the|next to|first|like|short|small|sorted|alphabetical\\w*|separate|apart|together|under|below|above|beside|tiny|flat|pure|focused|out of|to a minimum|minimal|lowercase|uppercase|readable|self-contained|explicit)\\b|${START}(?:write )?(?:the |a )?(?:failing )?(?<!run (?:the )?)(?<!run )tests? first(?! (?:row|line|case))|${START}(?:stick (?:to|with)|stay with|default to|err on the side|lean (?:on|towards)) (?!it\\b|that\\b|this\\b|option|the (?:plan|first|second|current|old|new|vendored|\\w+ (?:fork|version|plan)))\\w+`,
      "i",
    ),
    unless: eitherOf`
      ${TROUBLE.source}
      \b(?:this|these|that|those) (?:\w+ )?(?:file|files|function|pr|branch|commit|test|tests|folder|table|query|page)\b|\b(?:users?|customers?)\b
    `,
    despite: ["hypothetical", "negated"],
  },
];
