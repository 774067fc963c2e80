// Checks whether `holdfast mcp` is registered with Claude Code, and whether it answers.
import { existsSync } from "node:fs";
import { executablePath } from "../../../config/environment.ts";
import { isRecord, parseJson } from "../../../text/unknown-values.ts";
import { serverFile } from "../../own-files.ts";
import { valueAt } from "../../settings-value.ts";
import { type CheckResult, type DoctorCheck, ok, problem, warn } from "../check.ts";
import { type DoctorContext, readJson } from "../context.ts";
import { describeFailure, runProgram } from "../run-program.ts";

const MAX_ANSWER_MS = 10_000;

export const tools: DoctorCheck = {
  id: "mcp",
  title: "tools",
  async run(context) {
    const { env } = context;
    const found = await findServers(context);
    const [first] = found;
    if (!first)
      return ok("not registered (`holdfast install --mcp` gives Claude its memory and history as tools)");
    const program = executablePath(env);
    if (!existsSync(program))
      return problem(
        `${first.where} starts a program that is missing: ${program}`,
        "Run `holdfast install`.",
      );
    const others = found.filter(({ command }) => command !== program);
    return [
      await tryServer(context, program, first.where),
      ...others.map(({ where, command }) =>
        warn(
          `${where} starts ${command}, which was not tested`,
          "Run `holdfast install --mcp` to register the installed program.",
        ),
      ),
      ...(found.length > 1
        ? [
            warn(
              `registered ${found.length} times: ${found.map(({ where }) => where).join(", ")}`,
              "Keep one: `claude mcp remove holdfast`, or `holdfast install --no-mcp`. Claude gets each tool that many times.",
            ),
          ]
        : []),
    ];
  },
};

interface FoundServer {
  where: string;
  command: string;
}

/** The client loads only one plugin of our name, and prefers an installed one to ours in the skills folder. */
async function findServers({ env, plugin, projectDir }: DoctorContext): Promise<FoundServer[]> {
  const program = executablePath(env);
  const own = serverFile(env.claudeDir);
  // The client's file is beside its folder, or in it if CLAUDE_CONFIG_DIR moved the folder.
  const client =
    env.claudeDir === `${env.home}/.claude` ? `${env.home}/.claude.json` : `${env.claudeDir}/.claude.json`;
  const settings = await readJson(client);
  return [
    ...(plugin?.enabled && existsSync(`${plugin.path}/.mcp.json`)
      ? [{ where: `the plugin ${plugin.id}`, command: program }]
      : serversIn(own, await readJson(own), [])),
    ...serversIn(client, settings, []),
    ...serversIn(client, settings, ["projects", projectDir]),
    ...serversIn(`${projectDir}/.mcp.json`, await readJson(`${projectDir}/.mcp.json`), []),
  ];
}

function serversIn(where: string, file: unknown, path: string[]): FoundServer[] {
  const servers = valueAt(file, [...path, "mcpServers"]);
  return Object.values(isRecord(servers) ? servers : {}).flatMap((server) => {
    const { command, args } = isRecord(server) ? server : {};
    const isOurs =
      typeof command === "string" &&
      /(^|\/)holdfast$/.test(command) &&
      Array.isArray(args) &&
      args[0] === "mcp";
    return isOurs ? [{ where, command }] : [];
  });
}

async function tryServer(
  { variables, projectDir }: DoctorContext,
  program: string,
  where: string,
): Promise<CheckResult> {
  const clientInfo = { name: "holdfast doctor", version: "1" };
  const messages = [
    { id: 0, method: "initialize", params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo } },
    { method: "notifications/initialized" },
    { id: 1, method: "tools/list" },
  ];
  const input = messages.map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`).join("");
  const run = await runProgram([program, "mcp"], {
    cwd: projectDir,
    env: variables,
    input,
    limitMs: MAX_ANSWER_MS,
  });
  const count = countTools(run.stdout);
  if (count > 0)
    return ok(`${count} tools answer in ${Math.round(run.durationMs)} ms, registered in ${where}`);
  const why = describeFailure(run) ?? "gave no tools";
  return problem(`\`${program} mcp\` ${why}`, "Run `holdfast install`.");
}

function countTools(stdout: string): number {
  const lists = stdout.split("\n").map((line) => valueAt(parseJson(line), ["result", "tools"]));
  return lists.find((list) => Array.isArray(list))?.length ?? 0;
}
