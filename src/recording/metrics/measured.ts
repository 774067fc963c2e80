/** One number of one event. `label` says of what, such as a tool's name; empty where there is nothing to tell apart. */
export interface Measured {
  metric: MetricName;
  label: string;
  value: number;
}

export type MetricName =
  | "prompt_length"
  | "tool_usage"
  | "tool_errors"
  | "tool_duration_ms"
  | "bash_commands"
  | "file_operations"
  | "search_operations";
