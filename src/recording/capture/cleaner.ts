/** Takes out of texts what must not be kept, and what is too much. */
export interface Cleaner {
  cleanText(text: string, mostCharacters: number): string;
  cleanValue(value: unknown, mostCharacters: number): unknown;
}
