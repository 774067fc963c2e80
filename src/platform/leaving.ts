import { oneInProcess } from "./one-in-process.ts";

/** Whether this process is about to end: what its commands come to is nobody's business then. */
export function leaving(): { isSo: boolean } {
  return oneInProcess("leaving", () => ({ isSo: false }));
}
