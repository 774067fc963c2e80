// Stand-ins for whoever answers a judge's question: a command, and an OpenAI-compatible server.
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { defaultConfig } from "../../src/config/defaults.generated.ts";
import type { Config } from "../../src/config/schema.ts";
import { quoteForShell } from "../../src/text/printable.ts";
import { makeTempFolder } from "./temp.ts";

export function judgeAnswer(ok: boolean, reason: string, ...evidence: string[]): string {
  return JSON.stringify({ ok, reason, evidence });
}

/** A script that is given the prompt on stdin. `body`: shell. */
export function makeJudgeCommand(body: string) {
  const folder = makeTempFolder("judge");
  const path = `${folder}/judge.sh`;
  writeFileSync(
    path,
    `#!/bin/sh\nhere=${quoteForShell(folder)}\ncat > "$here/prompt"\necho >> "$here/calls"\n${body}\n`,
  );
  chmodSync(path, 0o700);
  const read = (name: string) =>
    existsSync(`${folder}/${name}`) ? readFileSync(`${folder}/${name}`, "utf8") : "";
  return {
    folder,
    command: quoteForShell(path),
    /** The last one. */
    prompt: () => read("prompt"),
    calls: () => read("calls").length,
  };
}

/** Answers with these texts, one after the other, the last one for ever. */
export function makeAnsweringJudge(...answers: string[]) {
  const folder = makeTempFolder("answers");
  for (const [n, text] of answers.entries()) writeFileSync(`${folder}/${n + 1}`, text);
  const last = answers.length;
  return makeJudgeCommand(
    `n=$(($(wc -l < "$here/calls"))); [ $n -gt ${last} ] && n=${last}; cat ${quoteForShell(folder)}/$n`,
  );
}

/**
 * Of a hundred of its answers 22 are malformed, in runs of three or four, so that the second attempt fails too. Document 000
 * counted 17 to 26.
 */
export function makeUnreliableJudge(answer: string) {
  const bad = ["echo Fine.", 'echo \'{"ok": "yes"}\'', "exit 3", "echo '{'"];
  return makeJudgeCommand(`n=$(($(wc -l < "$here/calls") * 7 % 100)); [ $n -ge 22 ] && { echo '${answer}'; exit; }
    case $((n % 4)) in ${bad.map((command, n) => `${n}) ${command};;`).join(" ")} esac`);
}

export function judgeSettings(by: Partial<Exclude<Config["judge"]["by"], string>>): Config["judge"] {
  const { judge } = defaultConfig();
  return { ...judge, by: { command: "", url: "", model: "", key: "", ...by } };
}

type Reply = { status?: number; text?: string; headers?: Record<string, string>; delayMs?: number };

/** Stopped with the test process. */
export function startJudgeServer(reply: (n: number) => Reply) {
  const requests: { path: string; authorization: string | null; body: Record<string, unknown> }[] = [];
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      const body = (await request.json().catch(() => ({}))) as Record<string, unknown>;
      const { pathname: path } = new URL(request.url);
      requests.push({ path, authorization: request.headers.get("authorization"), body });
      const { status = 200, text = "", headers = {}, delayMs = 0 } = reply(requests.length);
      await Bun.sleep(delayMs);
      const completion = { choices: [{ message: { content: text } }], usage: { total_tokens: 321 } };
      return status === 200 ? Response.json(completion) : new Response(text, { status, headers });
    },
  });
  server.unref();
  return { url: `http://127.0.0.1:${server.port}/v1`, requests };
}
