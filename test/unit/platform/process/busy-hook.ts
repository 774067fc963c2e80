// `bun busy-hook.ts HOME LEFT_MS`: a hook whose main thread hangs, with a command that runs meanwhile.

import { shutdown } from "../../../../src/platform/libc.ts";
import { runInGroup } from "../../../../src/platform/process/process-group.ts";
import { armWatchdog } from "../../../../src/platform/process/watchdog.ts";

const [, , holdfastHome = "", leftMs = ""] = process.argv;
process.on("SIGTERM", () => process.exit(9));
shutdown.watched = () => ({
  holdfastHome,
  tempDir: holdfastHome,
  event: "Stop",
  sessionId: "s1",
  leftMs: Number(leftMs),
});
const command = `echo $$ > '${holdfastHome}/pid'; sleep 60`;
void runInGroup({ command, cwd: holdfastHome, timeoutMs: 60_000 }, () => {});
while (!(await Bun.file(`${holdfastHome}/pid`).exists())) await Bun.sleep(10);
armWatchdog();
await Bun.write(Bun.stdout, "busy\n");
for (;;);
