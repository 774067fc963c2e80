// Other tools' hooks whose timeout was meant in milliseconds: the client counts seconds, so a hang lasts for hours.
import { quote } from "../../../text/printable.ts";
import { type Check, ok, warn } from "../check.ts";
import { describeSource } from "../found-hooks.ts";
import { looksLikeMilliseconds } from "../timeout.ts";

export const foreignTimeouts: Check = {
  id: "foreign-timeouts",
  title: "other hooks",
  async run({ hooks }) {
    const foreign = hooks.filter((hook) => !hook.isOwn);
    const odd = foreign.filter(({ entry }) => looksLikeMilliseconds(entry.timeout));
    if (odd.length === 0)
      return [ok(foreign.length === 0 ? "none" : `${foreign.length}, with plausible timeouts`)];
    return odd.map(({ event, source, entry }) => {
      const seconds = Number(entry.timeout);
      return warn(
        `${event} in the ${describeSource(source)}: ${program(entry.command)} has a timeout of ${seconds} seconds (${duration(seconds)})`,
        `The unit is seconds: ${Math.max(1, Math.round(seconds / 1000))} was probably meant.`,
      );
    });
  },
};

/** Only the program: what follows may hold a token. */
function program(command: unknown): string {
  return typeof command === "string" ? quote(command.trim().split(/\s/)[0] ?? "", 80) : "an entry";
}

function duration(seconds: number): string {
  const hours = seconds / 3600;
  return hours < 1 ? `${Math.round(seconds / 60)} minutes` : `${hours.toFixed(1)} hours`;
}
