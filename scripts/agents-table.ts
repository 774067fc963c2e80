import { findHost } from "../src/protocol/hosts.ts";
import { CAPABILITIES } from "../test/agents/capabilities.ts";
import { CLIENTS, HOSTS } from "../test/agents/clients.ts";

const PAGE = `${import.meta.dir}/../docs/agents.md`;
const START = "<!-- From test/agents/capabilities.ts by `npm run generate`. -->";
const END = "<!-- End of the table. -->";

/** docs/agents.md with its table, from what the tests show. */
export async function renderAgentsPage(): Promise<string> {
  const page = await Bun.file(PAGE).text();
  const [before = "", rest = ""] = page.split(START);
  const [, after] = rest.split(END);
  if (after === undefined) throw new Error(`docs/agents.md has no place for its table: ${START} … ${END}`);
  const names = HOSTS.map((host) => `${findHost(host)?.name} ${CLIENTS[host].version}`);
  const rows = CAPABILITIES.map(({ what, in: states }) => [what, ...HOSTS.map((host) => states[host])]);
  const lines = [["", ...names], ["", ...names].map(() => "---"), ...rows].map(
    (cells) => `| ${cells.join(" | ")} |`,
  );
  return `${before}${START}\n\n${lines.join("\n")}\n\n${END}${after}`;
}
