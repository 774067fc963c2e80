// Which files this session, and not the user beside it, had its hands on.
import type { MutatingCall } from "../transcript/selectors/tool-calls.ts";

const MAX_BYTES = 8 * 1024 * 1024;
const MOST_AGENTS = 20;

export interface SessionEdits {
  /** Something was edited, or a command ran that may have. */
  any: boolean;
  touches(root: string, path: string): boolean;
}

/** Edits since `since`, those of subagents too. */
export async function readSessionEdits(transcriptPath: string, since: number): Promise<SessionEdits> {
  const { listSubagentFiles } = await import("../transcript/subagent-files.ts");
  const agents = await listSubagentFiles(transcriptPath);
  const paths = [transcriptPath, ...agents.slice(-MOST_AGENTS).map(({ path }) => path)];
  const calls = (await Promise.all(paths.map((path) => readCalls(path, since)))).flat();
  const files = new Set(calls.flatMap((call) => call.files));
  const commands = calls.flatMap(({ call }) =>
    call.tool === "Bash" ? [String(call.input.command ?? "")] : [],
  );
  return {
    any: files.size > 0,
    touches: (root, path) => {
      const name = path.slice(path.lastIndexOf("/") + 1);
      return (
        files.has(`${root}/${path}`) || files.has(path) || commands.some((text) => mentionsFile(text, name))
      );
    },
  };
}

async function readCalls(path: string, since: number): Promise<MutatingCall[]> {
  const [{ readTail }, { mutatingToolCalls }] = await Promise.all([
    import("../transcript/read-tail.ts"),
    import("../transcript/selectors/tool-calls.ts"),
  ]);
  const { items } = await readTail(path, { maxBytes: MAX_BYTES });
  return mutatingToolCalls(items).filter(
    ({ call, result }) => (call.timestamp ?? 0) >= since && result?.isError !== true,
  );
}

/** A command names a file when the name stands in it as a word of its own. */
export function mentionsFile(command: string, name: string): boolean {
  for (let at = command.indexOf(name); at !== -1; at = command.indexOf(name, at + 1)) {
    const around = `${command[at - 1] ?? " "}${command[at + name.length] ?? " "}`;
    if (!/[\w.-]/.test(around)) return true;
  }
  return false;
}
