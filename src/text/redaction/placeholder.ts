// Values that stand where a secret would: a variable, a type, a word of a manual.

/** Read from elsewhere, or a mark. */
const referencePattern = (): RegExp =>
  /^(?:\[redacted:|\.{2,}|…|process\.|import\.meta|os\.|env[.([]|getenv|secrets?\.|vars?\.|this\.|self\.|config\.|op:\/\/|vault:|arn:|ssm:|file:)|\$\{|\{\{|\}\}|<\/|=>/i;
/** A sign that a variable, a tag, a colour, a selector or a format begins with, and no more than that behind it. */
const sigilPattern = (): RegExp =>
  /^(?:\$(?:[^\w]|\w+(?:-?$|->|[^\w!#%^&*@~+?-]))|%(?:[^\w]|[A-Za-z](?:$|\W)|\w+%)|<(?:[^>]*$|[^>]*>\W*$)|@(?:[{(]|[A-Za-z_./-]+$)|&(?:\W|\w+;?$)|!(?:\W|[A-Za-z]+(?:$|[.(:[ ]))|#(?:\W|[A-Za-z_-]+$|[0-9a-fA-F]{3,8}$)|[({](?:.*[)}]|[^)}]*)$|\*(?:\W|[A-Za-z_.]+$)|[$%<@&!#({*]$)/;
const maskPattern = (): RegExp => /^[x*•·.#_-]+$|^(.)\1+$|[x*•]{4,}/i;
const phrasePattern = (): RegExp =>
  /^(?:your|my|the|our|some|an?|insert|replace|enter|put|use|set|get|add|fill|provide|choose)[-_ .]|^(?:example|sample|dummy|fake|placeholder|todo)[-_ .]|[-_ .](?:here|placeholder|example)$|not[-_ ]?set|change[-_ ]?me/i;
const ownNamePattern = (): RegExp => /^(?:your|my)(?:[A-Z][a-z]+)+$/;

const WORDS =
  " any array bool boolean byte bytes char date enum false float func function int integer interface nil none null " +
  "number object optional option str string symbol true type undefined unknown void never record promise required " +
  "readonly default empty example sample dummy fake mock test tests testing temp todo tbd foo bar baz foobar pass " +
  "password passwords passwd pwd passphrase secret secrets token tokens key keys apikey api_key value name text " +
  "hidden masked invalid wrong redacted removed placeholder changeme changeit here bearer basic digest auth oauth oauth2 jwt user " +
  "username admin root new async await const let var return export import from yes no on off ";

export function isPlaceholder(value: string): boolean {
  return (
    WORDS.includes(` ${value.toLowerCase()} `) ||
    referencePattern().test(value) ||
    ("$%<@&!#({*".includes(value.charAt(0)) && sigilPattern().test(value)) ||
    maskPattern().test(value) ||
    (phrasePattern().test(value) && !hasManyChanges(value)) ||
    ownNamePattern().test(value)
  );
}

/** Between letters and digits, as no phrase has them. */
function hasManyChanges(value: string): boolean {
  return (value.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])/g)?.length ?? 0) > 2;
}
