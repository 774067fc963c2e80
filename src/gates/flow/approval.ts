// Does a prompt of the user approve? Better too strict than too lax: what is not plainly a yes is not one.

/** Enough on their own, but only when the whole prompt says nothing else. */
const BARE_YES = new Set(
  (
    "yes|yep|yeah|yup|y|ok|okay|k|sure|fine|good|great|perfect|agreed|+1|👍|✅|ja|jawohl|jo|gut|passt|oui|ouais|" +
    "sí|si|vale|bueno|sim|certo|da|да|хорошо|はい|是|好|好的|可以|行|对|please|bitte|thanks|thank you|danke"
  ).split("|"),
);

/** A clause that begins like this approves, whatever follows in it. */
const YES_BEGINNINGS = [
  /^(i|we) approve\b/,
  /^(the |your |this )?plan (is |looks )?(approved|good|great|fine|ok|okay)\b/,
  /^approved\b/,
  /^(that |this |it )?(looks|sounds) (very |really )?(good|great|fine|right|perfect)\b/,
  /^lgtm\b/,
  /^(please )?(go ahead|go for it|proceed|ship it|do it|do that|make it so|carry on with (it|the plan))\b/,
  /^let'?s (go|do (it|this|that))\b/,
  /^(please )?(implement|build|start with|execute|follow) (it|this|that|the plan)\b/,
  /^(genehmigt|freigegeben|einverstanden|sieht gut aus|leg los|mach das|mach es so|so machen)(?!\p{L})/u,
  /^(approuvé|d['’]accord|vas-y|allez-y|c['’]est bon|ça me va)(?!\p{L})/u,
  /^(aprobado|de acuerdo|adelante|hazlo|se ve bien|me parece bien)(?!\p{L})/u,
  /^(aprovado|pode seguir|vá em frente|de acordo|approvato|va bene|procedi)(?!\p{L})/u,
  /^(одобряю|одобрено|давай|согласен|согласна)(?!\p{L})/u,
  /^(承認|進めて|いいですね|问题ない|同意|批准|没问题|开始吧|就这么做)/,
];

const EXPLICIT = /^(i approve|we approve|approved|lgtm|(the |your |this )?plan )/;

const NO =
  /(?<!\p{L})(no|not|don'?t|doesn'?t|do not|never|stop|wait|hold|cancel|reject(ed)?|disagree|but|except|however|unless|until|if|before you|nicht|kein\w*|nein|aber|warte|non|pas|mais|attends|pero|espera|não|mas|ma|нет|не|но)(?!\p{L})|不|别|待って|だめ|いいえ/u;

const MAX_LENGTH = 400;
const MAX_PROMPT = 4000;

export interface Approval {
  /** It names the plan or approval itself, so it is no answer to some other question. */
  explicit: boolean;
}

export function readApproval(prompt: string): Approval | null {
  if (prompt.length > MAX_PROMPT || /[?？¿]/.test(prompt)) return null;
  const text = prompt.trim().toLowerCase();
  if (text.length === 0 || text.length > MAX_LENGTH || text.startsWith("/")) return null;
  const withoutIdioms = text.replaceAll(/没问题|no problem|why not/g, "");
  if (NO.test(withoutIdioms)) return null;
  const clauses = text
    .split(/[.!;,:\n…、。！，；]+|\s+-+\s+|\s+and\s+|\s+und\s+/)
    .map((clause) => clause.replaceAll(/\s+/g, " ").trim())
    .filter((clause) => clause !== "");
  const approving = clauses.filter(isApproving);
  const bare = clauses.filter((clause) => BARE_YES.has(clause));
  const approves = approving.length > 0 || (clauses.length > 0 && bare.length === clauses.length);
  return approves ? { explicit: approving.some((clause) => EXPLICIT.test(clause)) } : null;
}

function isApproving(clause: string): boolean {
  const words = clause.replace(/^(yes|yep|yeah|ok|okay|sure|great|perfect|ja|oui|sí|then|so)\s+/, "");
  return YES_BEGINNINGS.some((beginning) => beginning.test(words));
}
