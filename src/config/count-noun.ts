/** "1 session", "2 sessions". */
export function countNoun(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
