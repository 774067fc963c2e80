/** Polls until the condition is true; after the limit the test goes on and fails by its own assertions. */
export async function waitUntil(isSo: () => boolean | Promise<boolean>, limitMs = 15_000): Promise<void> {
  for (const until = Date.now() + limitMs; !(await isSo()) && Date.now() < until; ) await Bun.sleep(25);
}
