/** The beginning of a text, up to a space: half a secret would not be recognised as one later. */
export function cutWords(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, most).replace(/\S*$/, "…");
}
