// Values that stand where a secret would: a variable, a type, a word of a manual.

const REFERENCE =
  /^(?:[$%<@&!#({*]|\[redacted:|\.{2,}|…|process\.|import\.meta|os\.|env[.([]|getenv|secrets?\.|vars?\.|this\.|self\.|config\.|op:\/\/|vault:|arn:|ssm:|file:)|\$\{|\{\{|\}\}|<\/|=>/i;
const MASK = /^[x*•·.#_-]+$|^(.)\1+$|(?:x|\*|•){4,}/i;
const WORD =
  /^(?:any|array|bool|boolean|bytes?|char|date|enum|false|float|func|function|int|integer|interface|nil|none|null|number|object|optional|option|str|string|symbol|true|type|undefined|unknown|void|never|record|promise|required|readonly|default|empty|example|sample|dummy|fake|mock|test|tests|testing|temp|todo|tbd|foo|bar|baz|foobar|pass|password|passwd|pwd|passphrase|secret|secrets|token|tokens|key|keys|api_?key|value|name|text|hidden|masked|redacted|removed|placeholder|change_?(?:me|it|this)|here|bearer|basic|digest|auth|oauth2?|jwt|user|username|admin|root|new|async|await|const|let|var|return|export|import|from|yes|no|on|off)s?$/i;
const PHRASE =
  /^(?:your|my|the|our|some|an?|insert|replace|enter|put|use|set|get|add|fill|provide|choose|example|sample|dummy|fake|placeholder|todo)[-_ .]|[-_ .](?:here|placeholder|example|goes[-_ ]here)$|not[-_ ]?set|change[-_ ]?me/i;
const OWN = /^(?:your|my)(?:[A-Z][a-z]+)+$/;

export function isPlaceholder(value: string): boolean {
  return REFERENCE.test(value) || MASK.test(value) || WORD.test(value) || PHRASE.test(value) || OWN.test(value);
}
