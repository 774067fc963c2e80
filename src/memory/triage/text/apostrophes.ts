// "dont" and "thats" as they are meant: many leave the apostrophe out.

const CONTRACTED: Readonly<Record<string, string>> = {
  dont: "don't",
  doesnt: "doesn't",
  didnt: "didn't",
  isnt: "isn't",
  arent: "aren't",
  wasnt: "wasn't",
  werent: "weren't",
  havent: "haven't",
  hasnt: "hasn't",
  hadnt: "hadn't",
  cant: "can't",
  couldnt: "couldn't",
  wouldnt: "wouldn't",
  shouldnt: "shouldn't",
  wont: "won't",
  ive: "i've",
  youre: "you're",
  youve: "you've",
  theyre: "they're",
  thats: "that's",
  whats: "what's",
  heres: "here's",
  theres: "there's",
};
const WORDS = Object.keys(CONTRACTED);
/** Other languages have an "im" too. */
const I_AM = "im ";
const iAmPattern = () =>
  /\bim (?=(?:on|an?|not|the|using|new|used|more|also|so|going|sure|still|just|really|picky|colou?r|dyslexic|tired|sick|allergic|always|no)\b)/g;

/** Of a text in lower case. */
export function restoreApostrophes(text: string): string {
  let restored = text;
  for (const word of WORDS)
    if (restored.includes(word))
      restored = restored.replace(new RegExp(`\\b${word}\\b`, "g"), CONTRACTED[word] ?? word);
  return restored.includes(I_AM) ? restored.replace(iAmPattern(), "i'm ") : restored;
}
