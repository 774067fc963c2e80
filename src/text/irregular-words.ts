// English words whose forms share no stem, such as "buy" and "bought": the stems of the index tell them apart.
import { stem } from "./stem.ts";

/** The stem, then all forms. Not those that are more often another word in code, such as "left". One string, because hooks load it. */
const FORMS =
  "| becom become became | begin begin began begun | blow blow blew blown | break break broke broken " +
  "| bring bring brought | bui buy bought | build build built | catch catch caught | child child children " +
  "| choos choose chose chosen | come come came | criterion criterion criteria | deal deal dealt | dig dig dug " +
  "| draw draw drew drawn | drink drink drank drunk | drive drive drove driven | eat eat ate eaten " +
  "| fall fall fell fallen | feed feed fed | fight fight fought | find find found | fly fly flew flown " +
  "| foot foot feet | forget forget forgot forgotten | freez freeze froze frozen | get get got gotten " +
  "| give give gave given | go go went gone | grow grow grew grown | hang hang hung | hear hear heard " +
  "| hide hide hid hidden | hold hold held | index index indices | keep keep kept | know know knew known " +
  "| lead lead led | lend lend lent | lose lose lost | make make made | man man men | matrix matrix matrices " +
  "| mean mean meant | meet meet met | mous mouse mice | overrid override overrode overridden | pai pay paid " +
  "| person person people | rewrit rewrite rewrote rewritten | ride ride rode ridden | ring ring rang rung " +
  "| run run ran | sai say said | see see saw seen | seek seek sought | sell sell sold | send send sent " +
  "| shake shake shook shaken | shoot shoot shot | show show showed shown | shrink shrink shrank shrunk " +
  "| sing sing sang sung | sink sink sank sunk | sit sit sat | sleep sleep slept | speak speak spoke spoken " +
  "| spend spend spent | stand stand stood | steal steal stole stolen | stick stick stuck " +
  "| strike strike struck | swear swear swore sworn | swim swim swam swum | take take took taken " +
  "| teach teach taught | tear tear tore torn | tell tell told | think think thought " +
  "| throw throw threw thrown | understand understand understood | vertex vertex vertices " +
  "| wake wake woke woken | wear wear wore worn | win win won | woman woman women | write write wrote written |";

/** The same for all forms of a word. */
export function rootOf(word: string): string {
  const stemmed = stem(word);
  const group = groupAt(FORMS.indexOf(` ${word} `)) ?? groupAt(FORMS.indexOf(` ${stemmed} `));
  return group?.[0] ?? stemmed;
}

/** The word itself, and forms of it that have other stems. */
export function formsOf(word: string): string[] {
  const group = groupAt(FORMS.indexOf(`| ${rootOf(word)} `));
  return group === null ? [word] : [...new Set([word, ...group.slice(1)])];
}

function groupAt(place: number): string[] | null {
  if (place < 0) return null;
  const start = FORMS.lastIndexOf("|", place) + 2;
  return FORMS.slice(start, FORMS.indexOf(" |", place + 1)).split(" ");
}
