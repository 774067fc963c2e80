// Builders for what the scripted model answers. Each returns one turn; `together` joins several into one.

type TextBlock = { type: "text"; text: string };
type ToolUseBlock = { type: "tool_use"; name: string; input: Record<string, unknown> };
export type Block = TextBlock | ToolUseBlock;
export type Answer = { blocks: Block[] };
export type ApiFailure = { status: number; message: string };
export type Turn = Answer | ApiFailure;

export type BashOptions = { background?: boolean; description?: string; timeoutMs?: number };
export type AgentOptions = { prompt: string; type?: string; description?: string; background?: boolean };

/** Answers late, when the client has written everything before it. */
export function sayLater(text: string): () => Promise<Answer> {
  return async () => {
    await Bun.sleep(1500);
    return say(text);
  };
}

export function say(text: string): Answer {
  return { blocks: [{ type: "text", text }] };
}

export function useTool(name: string, input: Record<string, unknown> = {}): Answer {
  return { blocks: [{ type: "tool_use", name, input }] };
}

export function bash(command: string, options: BashOptions = {}): Answer {
  return useTool("Bash", {
    command,
    ...(options.description !== undefined && { description: options.description }),
    ...(options.background !== undefined && { run_in_background: options.background }),
    ...(options.timeoutMs !== undefined && { timeout: options.timeoutMs }),
  });
}

export function write(path: string, content: string): Answer {
  return useTool("Write", { file_path: path, content });
}

export function read(path: string): Answer {
  return useTool("Read", { file_path: path });
}

export function edit(path: string, before: string, after: string): Answer {
  return useTool("Edit", { file_path: path, old_string: before, new_string: after });
}

export function agent(options: AgentOptions): Answer {
  return useTool("Agent", {
    description: options.description ?? "A helper",
    prompt: options.prompt,
    subagent_type: options.type ?? "general-purpose",
    ...(options.background !== undefined && { run_in_background: options.background }),
  });
}

export function together(...answers: Answer[]): Answer {
  return { blocks: answers.flatMap((answer) => answer.blocks) };
}

/** The API refuses. With a 4xx status the client gives up immediately, with 5xx it retries first. */
export function failWith(status: number, message: string): ApiFailure {
  return { status, message };
}

/** The answer to a compaction, which is a request of the main agent and takes a turn of the script. */
export function summarise(summary: string): Answer {
  return say(`<summary>\n${summary}\n</summary>`);
}

/** A script whose subagent leaves a debugger statement in a file with `= 1;`, and removes it when it is held. */
export function helperLeavesDebugger(file: string) {
  return {
    main: [agent({ prompt: "HELPER: change it", background: false }), say("The helper is done.")],
    agents: {
      HELPER: [
        read(file),
        edit(file, "1;", "2;\ndebugger;"),
        say("The first report."),
        edit(file, "\ndebugger;", ""),
        say("The full report: a is 2."),
      ],
    },
  };
}
