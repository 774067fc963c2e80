// Says of each other agent on this machine whether holdfast holds it.
import { describeUngated, listOtherHosts } from "../../../protocol/hosts.ts";
import { type DoctorCheck, ok } from "../check.ts";

const READY = "holdfast holds it once its hooks are registered";

export const agents: DoctorCheck = {
  id: "agents",
  title: "other agents",
  async run({ env }) {
    const found = listOtherHosts().flatMap((host) => {
      const path = Bun.which(host.program, { PATH: env.path });
      return path === null ? [] : [ok(`${path}: ${host.isGated ? READY : describeUngated(host)}`)];
    });
    return found.length > 0 ? found : ok("none found");
  },
};
