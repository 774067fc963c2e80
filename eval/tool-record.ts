// What the client writes when a tool has run, failed or was refused.
import type { Doing } from "./corpus.ts";

interface ResultRecord {
  text: string;
  isError: boolean;
  toolUseResult: unknown;
  toolDenialKind?: string;
}

const REFUSAL =
  "The user doesn't want to proceed with this tool use. The tool use was rejected " +
  "(eg. if it was a file edit, the new_string was NOT written to the file).";

export function resultOf(doing: Doing): ResultRecord {
  if (doing.refused !== undefined) return refused(doing.refused);
  if (doing.failed) return failed(doing);
  return { isError: false, ...succeeded(doing) };
}

function refused(reason: string): ResultRecord {
  const text = reason === "" ? REFUSAL : `${REFUSAL} To tell you how to proceed, the user said:\n${reason}`;
  return { text, isError: true, toolUseResult: "User rejected tool use", toolDenialKind: "user-rejected" };
}

function failed({ tool, output }: Doing): ResultRecord {
  const text =
    tool === "Bash" ? `Exit code 1\n${output}`.trimEnd() : `<tool_use_error>${output}</tool_use_error>`;
  return { text, isError: true, toolUseResult: `Error: ${text}` };
}

function succeeded({ tool, input, output }: Doing): { text: string; toolUseResult: unknown } {
  const filePath = input.file_path;
  switch (tool) {
    case "Bash":
      return {
        text: output,
        toolUseResult: { stdout: output, stderr: "", interrupted: false, isImage: false },
      };
    case "Edit":
      return {
        text: output,
        toolUseResult: { filePath, oldString: input.old_string, newString: input.new_string },
      };
    case "Write":
      return { text: output, toolUseResult: { type: "create", filePath, content: input.content } };
    case "Read":
      return { text: output, toolUseResult: { type: "text", file: { filePath, content: output } } };
    case "AskUserQuestion":
      return answered(input, output);
    case "ExitPlanMode":
      return { text: output, toolUseResult: { plan: input.plan, isAgent: false, filePath: "plan.md" } };
    default:
      return { text: output, toolUseResult: output };
  }
}

/** The output has one answer a line, in the order of the questions. */
function answered(input: Record<string, unknown>, output: string): { text: string; toolUseResult: unknown } {
  const questions = input.questions as { question: string }[];
  const given = output.split("\n");
  const answers = Object.fromEntries(questions.map(({ question }, at) => [question, given[at] ?? ""]));
  const pairs = Object.entries(answers).map(([question, answer]) => `"${question}"="${answer}"`);
  return {
    text: `User has answered your questions: ${pairs.join(", ")}. You can now continue with the user's answers in mind.`,
    toolUseResult: { questions, answers },
  };
}
