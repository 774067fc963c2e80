// `npm run soak -- [SECONDS]`: many captures at once, then processes killed at random; the database must stay intact.
import { readFaultLines, runCommand } from "../test/helpers/holdfast.ts";
import { findDamage, readStore, runCrowd, runKillStorm } from "../test/helpers/kill-storm.ts";
import { makeTempHome, makeTempProject } from "../test/helpers/temp.ts";

const AT_ONCE = 200;
const ROUNDS = 10;

const seconds = Number(process.argv[2] ?? 60);
if (!(seconds > 0)) throw new Error("how many seconds?");

const place = { home: makeTempHome(), project: makeTempProject() };
const crowd = await runCrowd(place, ROUNDS, AT_ONCE);
console.log(
  `${ROUNDS} times ${AT_ONCE} captures at once: ${crowd.failed} failed, ${crowd.lost.length} rows lost`,
);
const storm = await runKillStorm(place, seconds * 1000);
console.log(
  `${storm.started} processes in ${seconds} s, ${storm.killed} of them killed: ${storm.lost.length} rows lost of others`,
);
const { exitCode } = await runCommand(place, "drain");
const damage = [...storm.damage, ...readStore(place, findDamage)];
console.log(damage.length === 0 ? "The database is whole." : damage.join("\n"));
const faults = Map.groupBy(await readFaultLines(place), ({ part, message }) => `${part}: ${message}`);
for (const [fault, { length }] of faults) console.log(`${length} times ${fault}`);
const lost = crowd.failed + crowd.lost.length + storm.lost.length;
if (lost > 0 || damage.length > 0 || exitCode !== 0) process.exitCode = 1;
