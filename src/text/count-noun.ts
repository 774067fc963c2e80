/** "1 session", "2 sessions". */
export function countNoun(number: number, noun: string, plural = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : plural}`;
}
