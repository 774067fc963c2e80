// The line that stands for output left out in the middle.

export const CUT_MARK = /^\[… \d+ bytes left out …\]$/;

export function cutMark(bytes: number): string {
  return `\n[… ${bytes} bytes left out …]\n`;
}
