// What a person's reply says about what Claude left to settle.

/** Asks back, puts it off, or leaves it to others. */
export const openPattern = () =>
  /\?|^(?:we're|we are|it's|it is|i'm|i am|they're) (?:in|on|at|not|still|already|running)\b|^(?:can|could|would|is|are|do|does|should)\b|\b(?:or|ask|need to|discuss|tomorrow|decide|whichever|no preference|not sure|don't know|dunno|no idea|you (?:decide|choose|pick)|up to you|either|both work|whatever|both(?= (?:work|are|would|look|sound|have|please)|[.,!]|$)|park|parking|open|wait|hold on|maybe|perhaps|depends|let me think|later|neither|what's the difference|explain|compare|hmm|haven't decided|think about it|might|could|first (?:show|tell|explain|check)|tell me|show me|give me|(?<!\b(?:that's|thats|that is|this is|is) )(?:why|how|what)|compare|before|we'll see|let's (?:discuss|talk|see)|no opinion|haven't|is (?:that|it) true|i heard|was the one|neither|check with|other (?:services?|projects?|teams?) use)\b|\bright\W*$/i;

/** Stands between the question and its answer. */
export const asksBackPattern = () =>
  /\?|^(?:(?:ok(?:ay)?|hm+|and|so|but|well|wait)[,.]? )*(?:how|what|which|why|when|who|where|can|could|would|is|are|do|does|will|whats|hows)\b/i;

export const assentPattern = () =>
  /^(?:(?:ok(?:ay)?|k|yes|yep|yeah|yup|ya|sure|hm+|ah|oh|well|right|alright|cool|nice|great|perfect|good|lovely|awesome|thanks|thx|fair(?: enough| point)?|true|and|exactly|absolutely|definitely)[,.!]*\s+)*(?:(?:that |this |it |all )?(?:sounds?|looks?|seems?|is|works?|'s) ?(?:good|great|fine|right|ok(?:ay)?|perfect|reasonable|sensible|correct|like a plan|about right|for me)|(?:that )?makes? sense|agreed?|i agree|fine|works for (?:me|us)|do (?:it|that|this|so)|go (?:for it|ahead|on|with (?:it|that))|go(?=\W*$)|let's (?:do|go with|keep) (?:it|that|this)|keep (?:it|that)|approved|accepted|ship it|lgtm|sgtm|\+1|yes|yep|yeah|yup|sure|ok(?:ay)?|please do|exactly|perfect|great|nice|good(?! (?:question|morning|point but))|cool|love it|i like (?:it|that)|like it|sold|convinced|deal|right|correct|no objections?|leave it|fair|thanks)(?!\w)|^[\w ]{0,20}\b(?:is right|is correct|is fine|looks right)\b|^👍/i;

/** Agrees to something else, or not yet. */
export const reservedPattern = () =>
  /\?|\b(?:but|later|not now|not yet|wait|hold|why|how|first|before|instead|rather|though|however|maybe|except|undo|revert|don't|no|wrong|broken|fails?|error)\b/i;

const yesNoPattern = () =>
  /^(?:(?:ok(?:ay)?|hm+|oh|well|ah)[,.]? )?(?:yes|yep|yeah|yup|no|nope|nah|sure|ok(?:ay)?|right|correct|exactly|definitely|absolutely|of course|please|pls|thanks|do it|do that|go ahead|go)\b[\s,.!:-]*/i;

/** What is left of an answer without its yes and no. */
export function contentOf(said: string): string {
  let rest = said;
  for (let turn = 0; turn < 4; turn++) rest = rest.replace(yesNoPattern(), "");
  return rest.trim();
}

export function deniesPattern(): RegExp {
  return /^(?:(?:hm+|oh|well|ah)[,.]? )?(?:no|nope|nah)\b/i;
}

/** Comes before an answer and says nothing of it. */
export const acknowledgesPattern = () =>
  /^(?:(?:oh|ah|ok(?:ay)?|hm+|well|right|yeah|thanks|thx|good|fair|nice|great|cool|true)[,.! ]*)*(?:good (?:question|point|catch|idea)|fair (?:question|point|enough)|i see|got it|makes sense|thanks?(?: (?:a lot|for \w+))?|thx|hm+|true|sorry|ah|oh|well|interesting|let me think|one sec)[.,!]*$/i;
