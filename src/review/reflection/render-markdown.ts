import { measureLines } from "./metric-lines.ts";
import type { Pattern } from "./pattern.ts";
import type { Reflection } from "./reflection.ts";

export function renderMarkdown(reflection: Reflection): string {
  const { sessionId, projectDir, at, patterns } = reflection;
  const measures = measureLines(reflection).map(({ name, value }) => `| ${name} | ${value} |`);
  return [
    `# Reflection on session ${sessionId ?? "without an id"}`,
    "",
    `${projectDir === null ? "" : `Project ${code(projectDir)}, `}${new Date(at).toISOString()}`,
    "",
    "| | |",
    "|---|---|",
    ...measures,
    "",
    `## Findings: ${patterns.length}`,
    ...(patterns.length === 0 ? ["", "Nothing worth telling."] : patterns.flatMap(renderPattern)),
    "",
  ].join("\n");
}

function renderPattern(pattern: Pattern, index: number): string[] {
  const { id, count, title, evidence, suggestion } = pattern;
  return [
    "",
    `### ${index + 1}. ${plain(title)}`,
    "",
    `${code(id)}, ${count} times`,
    "",
    ...evidence.map(({ where, text }) => `- ${where}: ${code(text)}`),
    ...(evidence.length > 0 ? [""] : []),
    `**Suggestion** (${suggestion.kind}): ${plain(suggestion.text)}`,
    ...renderPayload(pattern),
  ];
}

function renderPayload({ suggestion }: Pattern): string[] {
  switch (suggestion.kind) {
    case "script":
      return ["", fence("sh", suggestion.payload.command)];
    case "permission":
      return ["", fence("json", JSON.stringify({ permissions: { allow: [suggestion.payload.rule] } }))];
    case "gate":
      return ["", fence("json", JSON.stringify({ [suggestion.payload.key]: suggestion.payload.value }))];
    case "memory":
      return ["", fence("", suggestion.payload.body)];
    case "none":
      return [];
  }
}

/** The text comes from a session: it must not be able to end its quotation. */
function fence(language: string, text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const mark = "`".repeat(longest + 1);
  return `${mark}${language}\n${text}\n${mark}`;
}

function code(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const mark = "`".repeat(longest + 1);
  const gap = text.startsWith("`") || text.endsWith("`") ? " " : "";
  return `${mark}${gap}${text}${gap}${mark}`;
}

function plain(text: string): string {
  return text.replace(/[\\`*_[\]<>#|]/g, "\\$&");
}
