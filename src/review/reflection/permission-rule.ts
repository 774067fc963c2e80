// The rule of the client's settings under which a call falls.

/** Programs whose second word says what they do. */
const TWO_WORDS = new Set(
  "apt aws brew bun cargo composer deno docker dotnet gcloud gh git go gradle helm kubectl make mix mvn nix npm npx pip pipx pnpm podman poetry rails rake rustup systemctl terraform uv yarn".split(
    " ",
  ),
);

/** What these can do cannot be told from their first words. */
const HARMFUL =
  /^Bash\((?:claude|rm|rmdir|sudo|su|dd|mkfs|chmod|chown|kill|pkill|killall|shutdown|reboot|curl|wget|ssh|scp|rsync|eval|bash|sh|zsh|python3?|node|perl|ruby|npx|xargs|find|env|git (?:push|reset|clean|checkout|restore|rebase|branch|config)|(?:npm|pnpm|yarn|bun) (?:publish|exec|x|dlx)|docker (?:rm|run|exec|system)|gh (?:api|repo|pr|release|secret)|kubectl \w+|terraform \w+|aws \w+|gcloud \w+|systemctl \w+)(?::\*)?\)$/;

export function permissionRule(tool: string, input: Record<string, unknown>): string {
  if (tool === "Bash") return `Bash(${firstWords(input.command)}:*)`;
  if (tool === "WebFetch") return `WebFetch(domain:${hostOf(input.url)})`;
  return tool;
}

/** Whether one may propose to allow it for good. */
export function isHarmlessRule(rule: string): boolean {
  return rule.startsWith("Bash(")
    ? !HARMFUL.test(rule) && /^Bash\([\w./ -]+:\*\)$/.test(rule)
    : /^WebFetch\(domain:[\w.-]+\)$/.test(rule) || rule === "WebSearch" || rule.startsWith("mcp__");
}

function firstWords(command: unknown): string {
  const words = (typeof command === "string" ? command : "")
    .trim()
    .replace(/^(?:cd\s+\S+\s*&&\s*)+/, "")
    .replace(/^(?:\w+=\S*\s+)+/, "")
    .split(/\s+/);
  const [program = "", verb = ""] = words;
  const isVerb = TWO_WORDS.has(program) && /^[a-z][\w:-]*$/.test(verb);
  const script = isVerb && verb === "run" && /^[\w:-]+$/.test(words[2] ?? "") ? ` ${words[2]}` : "";
  return isVerb ? `${program} ${verb}${script}` : program;
}

function hostOf(url: unknown): string {
  return typeof url === "string" && URL.canParse(url) ? new URL(url).hostname : "";
}
