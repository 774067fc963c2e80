// The names of tests that an output says failed, whatever the runner.

const NAMED: readonly RegExp[] = [
  /^[ \t]*(?:✗|✘|×|✕|✖|\(fail\))\s+(.+)$/gm,
  /^FAILED\s+(\S+::[^\s-]+)/gm,
  /^(\S+::\S+)\s+FAILED\b/gm,
  /^[ \t]*--- FAIL: (\S+)/gm,
  /^[ \t]*not ok \d+ - (.+)$/gm,
  /^test (\S+) \.\.\. FAILED$/gm,
  /^[ \t]*● (.+ › .+)$/gm,
  /^(?:FAIL|ERROR): (\w+ \(.+\))$/gm,
  /^[ \t]*\d+\) (?!.*\bpassing\b)(.+)$/gm,
];
const SEARCHED = 60_000;
const MOST = 50;
const TAIL = /\s*(?:[([]\s*\d+(?:\.\d+)?\s*m?s\s*[)\]]|\d+(?:\.\d+)?\s*m?s)\s*$|\s*#.*$/;

export function failedTests(output: string): string[] {
  const text = output.slice(-SEARCHED);
  const names = NAMED.slice(0, -1).flatMap((pattern) => [...text.matchAll(pattern)]);
  // Mocha only numbers them, which others do with ordinary lists.
  const numbered = /^[ \t]*\d+ failing\b/m.test(text) ? [...text.matchAll(NAMED.at(-1) ?? /$^/g)] : [];
  const found = [...names, ...numbered].map((match) =>
    (match[1] ?? "").replace(TAIL, "").trim().slice(0, 200),
  );
  return [...new Set(found.filter((name) => /\p{L}{2}/u.test(name)))].slice(0, MOST);
}
