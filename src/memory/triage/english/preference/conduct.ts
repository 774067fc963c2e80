// How Claude shall behave: talk, ask, leave alone.
import { eitherOf } from "../../phrase.ts";
import type { Signal } from "../../signal.ts";
import { ASKED, CHATTER, FORM, PLURAL, PRODUCT, START } from "./craft.ts";

const WHO: Signal["who"] = ["user"];
const DELIVERY =
  "(?:commit(?:s|ting)?|push(?:es|ing)?|merg(?:es|e|ing)|deploy(?:s|ing|ments?)?|releas(?:es|e|ing)|publish(?:ing)?|tag(?:s|ging)|rebas(?:es|ing)|squash(?:ing)?|migrations?|installs?|installing|formatting|styling)";
const OUTPUT =
  "(?:answers?|repl(?:y|ies)|responses?|summar(?:y|ies)|explanations?|messages?|comments?|commit messages?|plans?|diffs?|prs?|functions|names|updates?|reports?|questions|descriptions?|docs|reviews?|commits|walkthroughs?|status(?: updates)?|texts?|write-?ups?)";

export const PREFERRED_CONDUCT: readonly Signal[] = [
  {
    id: "preference.no-chatter",
    category: "PREFERENCE",
    strength: 0.48,
    why: "spares the talk",
    who: WHO,
    pattern: new RegExp(
      `(?:${START}|\\byou (?:can|may|could|should|might as well) (?:just |also |safely )?)(?:skip|drop|cut|cut out|cut down on|omit|leave out|leave off|lose|spare me|ditch|save|save me|enough with|enough of|no|less|fewer|hold|without|go easy on|keep|tone down|dial down|stop with) (?:all )?(?:the |your |those |these |any )?(?:[\\w'-]+ ){0,2}${CHATTER}(?!\\w)`,
      "i",
    ),
    unless: eitherOf`
      ${PRODUCT.source}
      \b(?:page|chapter|section|slide|readme|landing|email|video|test|app|component|html|css)\b.*\b(?:intro|introduction|footer|header|summary|trailer|boilerplate)|\b(?:the|this) (?:footer|intro|introduction|summary|signature|disclaimer|explanation|caveats) (?:of|from|on|in|here|for)\b
    `,
    despite: ["hypothetical", "negated"],
  },
  {
    id: "preference.talk",
    category: "PREFERENCE",
    strength: 0.46,
    why: "says how to talk",
    who: WHO,
    pattern: new RegExp(
      `${START}(?:(?:don't|dont|do not|never|stop|quit|no) (?:just |always |ever |constantly )?(?:guess(?:ing)?(?! (?:the|which|what|his|her))|assum(?:e|ing)(?! (?:that|it|the|this|there|he|she|they))|apologi[sz](?:e|ing)|sugar-?coat(?:ing)?|flatter(?:ing)?|hedg(?:e|ing)|rambl(?:e|ing)|lectur(?:e|ing)|narrat(?:e|ing)|over-?explain(?:ing)?|over-?engineer(?:ing)?|over-?complicat(?:e|ing)|over-?think(?:ing)?|patroni[sz](?:e|ing)|gold-?plat(?:e|ing)|prais(?:e|ing)|thank(?:ing)? me|congratulat(?:e|ing)|be(?:ing)? (?:so|too|shy|afraid|clever|smart|cute|fancy|lazy|nice|polite|gentle|overly)|hold back|holding back|hold my hand|recap|agree(?:ing)? with|mak(?:e|ing) (?:stuff|things|assumptions|apis|facts)|pretend|invent(?:ing)?|yes-?man|try to be|act like|speculat(?:e|ing)|repeat(?:ing)? (?:yourself|my|what|the question)|paste (?:whole|entire|full)|dump|rush|brown-?nose|yap|yapping|fluff)|be (?:as )?(?:(?:brutally|more|less|very|completely|really|totally|a bit|a little|way|much|nice and) )*(?:brief|concise|terse|blunt|direct|honest(?= with| about)|critical|brutal|succinct|short|stricter|strict|picky|pedantic|ske?ptical|formal|informal|casual|conservative|explicit|verbose|wordy|chatty|specific|harsh|frank|laconic|proactive|cautious|thorough)(?! (?:the|this|that|to|in this|on this|as)\\b)|(?:push|talk) back\\b|challenge (?:my|me|what)|play devil's|disagree with me|call (?:me out|out)|tell me (?:straight|honestly|when you(?:'re| are)? (?:guess|not|unsure|don't)|if (?:my|you(?:'re| are| think| disagree)|something (?:is|looks|smells)))|say (?:so|xx+ (?:when|if)|you don't know|that you)|admit (?:it|when|that you)|treat me (?:like|as)|talk to me (?:like|as|in)|explain (?:things |stuff |everything |concepts |your \\w+ )(?:to me )?(?:like i|as if|as though|in terms)|be my (?!guest)\\w+(?: \\w+)?, not|(?:assume|pretend) (?:that )?i(?:'m| am| know| don't| have| can| already)|speak \\w+ (?:to|with) me|(?:answer|reply|respond|write|talk) (?:back )?(?:to me )?(?:only |just )?(?:in|with) (?:\\w+ ){0,2}(?:sentences?|lines?|words?|bullets?|code|tables?|prose|lowercase|full)\\b)`,
      "i",
    ),
    unless: eitherOf`
      ${ASKED.source}
      \b(?:the (?:bot|assistant|app|model|agent|npc|user|dialog|chatbot)|in the (?:email|letter|post)|no rush)\b
    `,
    despite: ["hypothetical", "negated", "question"],
  },
  {
    id: "preference.your-output",
    category: "PREFERENCE",
    strength: 0.46,
    why: "says what is wrong with how Claude answers",
    who: WHO,
    pattern: eitherOf`
      \b(?:your (?:[\w-]+ )?|(?:these|those|all these) |the (?!commit message|message|comment|diff|plan))${OUTPUT} (?:you \w+ )?(?:are|is|tend to be|run|get|keep getting|have|sound|read|look|feel) (?:[\w']+ )?(?:too|way|so|far too|much too|a bit|a little|awfully|novels?|essays?|walls? of) ?(?:too |much )?(?:long|verbose|wordy|chatty|vague|dense|big|large|noisy|formal|technical|detailed|cryptic|repetitive|padded|text|like|flowery|generic|hard)?\b
      \b(?:too|so|way too|far too) (?:many|much) (?!open )(?:\w+ )?(?:comments|bullets|bullet points|headings|emojis?|words|text|explanations?|prose|adjectives|questions|markdown|jargon|abstractions?|files|detail|ceremony|boilerplate|tables|noise|layers|indirection|fluff|talk|talking)\b
      (?:^|[,:;.] ?|\b(?:please|want|like|prefer|need|give me|appreciate|and) )(?:a bit |way |much |even )?(?:less|fewer|shorter|smaller|simpler|briefer|tighter|crisper|more concise) (?:[\w-]+ )?(?:talk|talking|words|text|prose|comments|questions|emojis?|explanations?|answers?|replies|responses|summar(?:y|ies)|commits|prs|functions|diffs|bullets|tables|headings|detail|hand-?holding|chatter|fluff|verbose|chatty|wordy|formal|adjectives|jargon|steps|messages|sentences|descriptions|markdown|explaining|yapping)\b
      (?:^|[,:;.] ?|\b(?:general|so|and) )(?:less|fewer) [\w-]+ (?:please|pls|wins)\b
      \b(?:one|two|three|four|five|\d+) (?:short )?(?:sentences?|lines?|bullets?|paragraphs?|bullet points|words) (?:max|is plenty|are plenty|is enough|are enough|tops|at most|will do|or less|or fewer)\b
      \b(?:put|give|start with|lead with|open with|begin with|state|show|want) (?:me )?(?:the )?(?:answer|conclusion|result|tl;?dr|bottom line|short version|verdict|fix|code|diff|outcome|recommendation|command)s? (?:first|at the top|up ?front|at the start|before(?! you (?:go|move|start|begin)\b)|and then|then)\b
      \b(?:start|lead|open|begin) (?:\w+ )?with (?:the |a )?(?:answer|conclusion|result|tl;?dr|bottom line|short version|verdict|outcome|recommendation|summary)\b
      \b(?:answer|conclusion|result|tl;?dr|bottom line|verdict|code|public api|types|failing test|short version) first,? (?:\w+ ){0,3}(?:after|then|below|later|second|explanation|reasoning|details?|helpers|prose|second|last|implementation)\b
      \b(?:one|single) (?:thing|step|file|change|question|task|topic) (?:at a time|per message|each time)\b|\b(?:work|go|move|proceed) in (?:small|tiny|baby) (?:steps|chunks|increments|batches)\b|^(?:please )?(?:small|baby|tiny) steps\b
    `,
    unless:
      /\b(?:make (?:the|this|that|it)|users?|the (?:button|label|title|card|tooltip|page|app)|(?:summari[sz]e|describe|explain|outline|rewrite|draft|compose) (?:the|this|that|what)|(?:write|draft|need|make) (?:me |us )?an? )\b/i,
    despite: ["hypothetical", "negated"],
  },
  {
    id: "preference.your-habit",
    category: "PREFERENCE",
    strength: 0.44,
    why: "complains of a habit",
    who: WHO,
    pattern: eitherOf`
      \byou (?:jump|rush|go|move|dive|explain|write|talk|ask|change|do|assume|over\w+|add|repeat|trust|rely|commit|touch|comment)\b[^?]{0,40}\b(?:too|way too|so(?! far)) (?:quickly|fast|much|many|far|long|early|often|soon|eagerly|hard)\b
      \b(?:general|one bit of|some|a bit of|small) feedback\b(?=.*\byou)
      \byou (?:keep|kept|constantly|insist on|have a habit of|have this habit of|love) (?:on )?(?!getting|seeing|hitting|running into|losing|going|waiting)\w+ing\b
      \byou (?:always|constantly|tend to|love to|like to|seem to love to) (?:add|put|use|write|reach|forget|import|create|make|explain|repeat|start|end|rewrite|rename|reformat|touch|leave|over\w+|wrap|assume|ask|apologi[sz]e|open|go|give|produce|spit|jump)\b
      \bi keep (?:seeing you|having to|telling you|asking you|reminding you|fixing your|deleting|removing your|undoing|reverting your|correcting|repeating)\b
      \bi (?:shouldn't|should not|don't want to|do not want to) have to (?:tell|ask|remind|repeat|say|fix|scroll|read|dig|undo|clean)\b
      \byou(?:'ve| have)? (?:just )?(?:shortened|added|put|wrote|written|forgot|left|renamed|reformatted|committed|pushed|touched|created|used|rewrote|removed|deleted|skipped|guessed|assumed|ignored|mixed|did|done|changed|made) [^?]{0,50}\bagain\b|\b(?:second|third|fourth|fifth|sixth|\d+th|nth|hundredth) time (?:now|i|that i|you)\b
      \bi(?:'ve| have)? (?:already )?(?:told|asked) you (?:before|already|twice|many times|several times|not to|to (?:always|never|stop|use|not|keep|ask))\b
    `,
    unless: /\b(?:getting|seeing) (?:the|an?|this|that)\b|\b(?:error|crash\w*|exception|404|500|timeout)\b/i,
    despite: ["hypothetical", "negated"],
  },
  {
    id: "preference.told-before",
    category: "PREFERENCE",
    strength: 0.44,
    why: "had to be said again",
    who: WHO,
    pattern:
      /^again with the\b|\b(?:what did i (?:say|tell you|just say) (?:about|regarding)|(?:didn't|did not) i (?:say|tell you|ask)|did i not (?:say|tell|ask)|have i not (?:said|told))\b|\bhow (?:often|many times) (?:do|must|will) i (?:have|need) to (?:tell|say|ask|repeat|explain|remind)\b/i,
    despite: ["question", "hypothetical", "negated"],
  },
  {
    id: "preference.no-need",
    category: "PREFERENCE",
    strength: 0.46,
    why: "says what need not be done",
    who: WHO,
    pattern: eitherOf`
      \b(?:you (?:don't|do not|dont) (?:have|need) to|(?:there's )?no need to|no reason to|don't (?:feel|bother)(?: the need)?(?: to)?|i (?:don't|do not|dont) (?:need|want|require) (?:you to )?|needn't) (?:always |ever |also |keep )?(?:explain|tell me|apologi[sz]e|summari[sz]e|ask (?:me|for|permission)|repeat|say|thank|remind|justify|list|recap|narrate|announce|describe|walk me|restate|praise|warn|confirm|comment|explaining|summari[sz]ing|asking|praise|a summary|summaries|explanations|a recap|the history|hand-holding|a yes-man|your opinion)\b
      \b(?:you (?:can|may|could)|feel free to|you(?:'re| are) (?:free|allowed|welcome) to|it's (?:ok|okay|fine|alright) to|no problem if you|you have my (?:permission|blessing|ok|okay) to|go ahead and)\b.{1,60}\bwithout (?:asking|checking|my|confirm\w*|permission|telling)\b
      \b(?:feel free|(?:it's|its|it is) (?:ok|okay|fine|alright|perfectly fine)(?: for you)?|you(?:'re| are) (?:free|allowed|welcome)|you have my (?:permission|blessing|ok|okay)) to (?:be|disagree|push back|say|tell me|correct|challenge|interrupt|swear|commit|install|ask|admit|skip|leave|use|not)\b(?! (?:it|this|that|the (?:second|first|last))\b)
      \b(?:you|claude) (?:may|can) (?:commit|push|install|run|edit|create|merge|delete|change|format)\b.{1,40}\b(?:but (?:never|not|don't|ask)|freely|on your own|whenever|any ?time|at will|as you like)\b
    `,
    unless: ASKED,
    despite: ["hypothetical", "negated", "question"],
  },
  {
    id: "preference.ask",
    category: "PREFERENCE",
    strength: 0.46,
    why: "asks to be asked",
    who: WHO,
    pattern: new RegExp(
      `(?:${START}|\\bi'd like you to |\\b(?:stop|pause) and )(?:ask (?:me|us|first|before|rather|instead|away|whenever|when)|check (?:in )?with (?:me|us)|clear it with me|run (?:it|that|them|things|everything|anything) (?:by|past) me|consult me|get my (?:ok|okay|approval|go-?ahead|sign-?off))(?! (?:(?:when|once|if|after) (?:the|it|this|that|i'm|we)\\b|something|anything|what|which|how|about|again|for the|tomorrow|later|once)\\b)|\\b(?:when(?:ever)?|if|where) (?:you(?:'re| are) )?(?:unsure|not sure|in doubt|uncertain|unclear|ambiguous|not certain)\\b.{0,40}\\b(?:ask|stop|check|tell|leave|say|flag|shout|ping|don't|dont|speak)\\b|\\b(?:ask|flag|shout|stop|say so|tell me|speak up) (?:\\w+ ){0,3}(?:when(?:ever)?|if|where) (?:you(?:'re| are)|something(?:'s| is)|things are|it(?:'s| is)|anything(?:'s| is)) (?:\\w+ )?(?:unsure|not sure|in doubt|uncertain|unclear|ambiguous|guessing|stuck|vague|missing)\\b`,
      "i",
    ),
    unless: eitherOf`
      ${ASKED.source}
      \b(?:the (?:user|customer|player|client)|users?|ask (?:if|whether)|if you need (?:the|an?|my|more)) \b
    `,
    despite: ["hypothetical", "negated", "question"],
  },
  {
    id: "preference.see-first",
    category: "PREFERENCE",
    strength: 0.46,
    why: "wants to see it before",
    who: WHO,
    pattern: eitherOf`
      \bi(?:'d| would)?(?: always| also)? (?:want|like|need|expect|prefer|love|insist) (?:to |on )(?:see|review|approve|okay|ok|read|check|sign off|look at|be asked|know what|have a look)(?:ing)?\b.{0,60}\bbefore (?:any|you|it|we|every|anything|each|they)\b
      \b(?:show|send|give|tell|let) me (?:see |have |review |read )?(?:the |a |an |your |any )?(?:rough |short |quick |full )?(?:plan|diff|outline|draft|sketch|proposal|approach|changes|design|command|commands|what you)\b.{0,40}\b(?:before (?:you|any|writing|coding|touching|starting|committing|running|applying|doing)|first,? (?:then|and)|first (?:when|for|if))
      \blet me (?:review|look|see|check|approve|read|test|sign off|have a look|decide)\b.{0,40}\bbefore (?:you (?:push|commit|merge|deploy|open|publish|release|delete|send|touch|run)|anything|any |committing|pushing|merging)
      \bi(?:'ll| will)? (?:do|handle|run|make|take care of|own) (?:all )?(?:the|my|our) ${DELIVERY}\b|\bi(?:'ll| will)? (?:push|merge|commit|deploy|release|publish|tag|squash|flip|review) (?:\w+ ){0,3}(?:myself|by hand|on my own|manually)\b
      \b(?:leave|keep) (?:the |all |all the )?${DELIVERY}(?: and ${DELIVERY})? (?:to|for|with) (?:me|us|prettier|ci|the (?:formatter|linter|pipeline|humans))\b|\b${DELIVERY} is (?:my job|mine|up to me|on me|my thing|for me)\b
      \blet me (?:do|handle|run|take care of|deal with|worry about) (?:all |the )*(?:\w+ )?(?:stuff|part|side|work|commits|pushing|merging|deploys?|releases?|migrations|git)\b|\byou only (?:edit|write|read|plan|review|propose|suggest|code|prepare)\b|\bdivision of labou?r\b
      \b(?:keep your (?:hands|fingers|paws|nose) (?:off|out of)|none of your business)\b|(?:^|[,:;] ?|\b(?:please|and|so) )(?:hands off|stay (?:out|away) (?:of|from)) (?!it\b|this\b)
    `,
    unless: eitherOf`
      ${ASKED.source}
      \b(?:users?|customers?|tomorrow|tonight|lunch|anything here)\b
    `,
    despite: ["hypothetical", "negated", "question"],
  },
  {
    id: "preference.do-not",
    category: "PREFERENCE",
    strength: 0.44,
    why: "forbids a kind of thing",
    who: WHO,
    pattern: new RegExp(
      `${START}(?:don't|dont|do not|never|let's not|not|refrain from|stop) (?:ever |just |go |please )?(?:us(?:e|ing)|add|writ(?:e|ing)|creat(?:e|ing)|put(?:ting)?|renam(?:e|ing)|refactor|reformat|mix(?:ing)?|invent|introduc(?:e|ing)|import|mock|commit|push|touch|chang(?:e|ing)|edit|bump|install|upgrade|remov(?:e|ing)|delete|comment|catch|swallow|nest|abbreviate|hard-?code|duplicate|copy|leave|wrap|inline|disable|silence|ignore|suppress|squash|amend|explain|generate|log|throw|return|quote|paste|mention|include|sign|rely on|combine|bundle|lump|sneak|squeeze|pull in|shorten|optimi[sz]e|clean up|fix|tidy|improve|translate|paraphrase|repeat|summari[sz]e|drop|truncate|cut) (?!the\\b|this\\b|that\\b|it\\b|these\\b|those\\b|them\\b|him\\b|any of)(?:(?:any|more|new|extra|random|unrelated|unneeded|unnecessary|other|such|so many|your own|too many|whole|entire|existing|raw|[\\w-]+) ){0,3}(?:${FORM}|${PLURAL}|things|stuff|anything|abstractions?|code|any|classes|lines?|mocks?|libraries|libs?|frameworks?|numbers|helpers?|defaults?|footers?|attribution|changes|lockfiles?|whitespace|formatting|refactoring|renames?|(?:technical )?terms|words|traces?|colou?rs?|red|names)(?!\\w)(?! (?:yet|now|today|from yesterday|until|\\d))|${START}(?:don't|dont|do not|never|no need to) (?:pull in|add|create|introduce|write|make|use|build|open|spawn|start|invent|launch|install|reach for) (?:(?:an?|whole|new|another|separate|extra) ){1,2}(?:[\\w-]+ )?(?:package|library|lib|dependency|framework|class|helper|abstraction|wrapper|interface|module|file|config|flag|mock|ticket|branch|pr|agent|subagent|function|factory|tool) (?:for (?!this|that|it\\b|the\\b|now)|when|if|unless|just|where|before)|${START}(?:don't|dont|do not|never) (?!look|worry|wait|go\\b|run|stop|start|forget|panic|work|bother|ask|be\\b|know|need|touch|think|care)[a-z]+ (?:for|on|in|with|inside|within|during) (?!the\\b|this\\b|that\\b|it\\b|now\\b|me\\b|my\\b|him|her\\b|here|there|us\\b|a\\b|an\\b|these|those|prod|real|free)[\\w-]+|${START}(?:don't|dont|do not|never) chase (?!it\\b|this\\b|that\\b|the\\b)\\w+|${START}(?:don't|dont|do not|never) (?:spawn|launch|fork|fan out to|delegate to) (?:\\w+ )?(?:agents|subagents|workers|helpers|terminals|browsers|servers)\\b`,
      "i",
    ),
    unless:
      /\b(?:yet|for now|for this|today|right now|until|this time|to (?:this|that)|for that|for it|at the moment|if (?:the|it|they) \w+)\b|\b(?:users?|customers?)\b|\b(?:don't|dont|do not) \w+ (?:anything|stuff|things)(?: else)?(?: (?:here|there|please))?(?=[,.;!]|$)/i,
    despite: ["hypothetical", "negated"],
  },
];
