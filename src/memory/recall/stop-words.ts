// Words that say how something is asked, not what about.

/** One text: a set of them would be made anew for every prompt. */
const STOP_WORDS =
  " a about above actually add after again all also always am an and another any anything are around as ask" +
  " at away back be because been before being below best better between both but by can cannot claude code" +
  " come could did do does doing done down each either else even ever every everything example few find" +
  " first fix for from further get gets getting give go goes going good got great had has have having he" +
  " hello help her here hey hi him his how however i if in instead into is it its itself just keep kind" +
  " know last later least let like little long look looks made make makes making many may maybe me mean" +
  " might mine more most much must my myself need needs never new next nice no nor not nothing now of off" +
  " ok okay on once one only or other our out over own part perhaps please possible problem put quite" +
  " rather read really right said same say see seem seems shall she should show simply since so some" +
  " something soon still such sure take tell than thank thanks that the their them then there these they" +
  " thing things think this those though through time to today together too try trying under until up upon" +
  " us use used using very want wants was way we well went were what when where whether which while who" +
  " whole why will with within without won work works would write yes yet you your yours aber als auch auf" +
  " aus bei bin bitte da dann das dass dein dem den der des die dies diese dieser doch du ein eine einem" +
  " einen einer er es etwas für habe haben hat hier ich ihr im in ist ja jetzt kann kein keine mach machen" +
  " man mehr mein mich mir mit muss nach nein nicht noch nun nur ob oder schon sein sich sie sind so soll" +
  " um und uns unser vom von vor war warum was weil wenn wer werden wie wir wird wo zu zum zur ";

export function isStopWord(word: string): boolean {
  return STOP_WORDS.includes(` ${word} `);
}
