// What people and machines choose as secrets, generated when the tests run.
import { ALNUM, BASE64, DIGITS, HEX, LOWER, type Random, UPPER } from "../random.ts";

type Make = (r: Random) => string;

/** As people choose them: letters, a digit, a special character. */
export const plain: Make = (r) => `${r.text(LOWER, 7)}${r.text(DIGITS, 2)}${r.text(UPPER, 3)}`;
export const signed: Make = (r) => `${r.text(ALNUM, 6)}!%${r.text(ALNUM, 4)}~`;
export const bracketed: Make = (r) => `${r.text(LOWER, 5)}2(${r.text(ALNUM, 6)}`;
export const callLike: Make = (r) => `${r.text(LOWER, 6)}2(${r.text(ALNUM, 5)})`;
export const commaed: Make = (r) => `${r.text(ALNUM, 6)},${r.text(ALNUM, 6)};${r.text(ALNUM, 3)}`;
export const inner: Make = (r) => `${r.text(LOWER, 3)}(${r.text(ALNUM, 5)})${r.text(ALNUM, 5)}`;
export const wordy: Make = (r) => `${r.text(LOWER, 6)}(${r.text(LOWER, 3)})${r.text(LOWER, 5)}`;
export const apostrophe: Make = (r) => `${r.text(LOWER, 5)}4'${r.text(ALNUM, 7)}`;
export const dollar: Make = (r) => `$${r.text(LOWER, 4)}3!${r.text(ALNUM, 6)}`;
export const bang: Make = (r) => `!${r.text(ALNUM, 10)}`;
export const at: Make = (r) => `@${r.text(ALNUM, 5)}9#${r.text(ALNUM, 5)}`;
export const hash: Make = (r) => `#${r.text(LOWER, 4)}8${r.text(UPPER, 6)}z`;
export const hex32: Make = (r) => r.text(HEX, 32);
export const token: Make = (r) => r.text(ALNUM, 32);
export const base64Key: Make = (r) => `${r.text(BASE64, 43)}=`;
export const awsSecret: Make = (r) => `/${r.text(BASE64, 39)}`;
export const base32: Make = (r) => r.text(`${UPPER}234567`, 32);
