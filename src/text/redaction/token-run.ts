/** A secret longer than its rule knows is still one secret. */
export function endOfRun(text: string, from: number): number {
  let end = from;
  if (!isRunCharacter(text.charCodeAt(end - 1))) return end;
  while (isRunCharacter(text.charCodeAt(end))) end++;
  return end;
}

/** Letters, digits, underscore, hyphen. */
export function isRunCharacter(code: number): boolean {
  const lower = code | 32;
  return (lower >= 97 && lower <= 122) || (code >= 48 && code <= 57) || code === 95 || code === 45;
}
