// Whether anybody in a process group is alive. Asking by signal counts the dead too until their parent buries them,
// and where the first process of a container does not, that is never.

export async function hasLivingMember(group: number): Promise<boolean> {
  if (process.platform !== "linux") return true;
  const { readdirSync, readFileSync } = await import("node:fs");
  try {
    return readdirSync("/proc").some((name) => {
      if (!/^\d+$/.test(name)) return false;
      const member = readMember(() => readFileSync(`/proc/${name}/stat`, "latin1"));
      return member !== null && member.group === group && !"ZX".includes(member.state);
    });
  } catch {
    return true; // No /proc to look into: the signal's word stands.
  }
}

/** `pid (name) state parent group …`; the name may hold anything, brackets too. */
function readMember(read: () => string): { state: string; group: number } | null {
  try {
    const line = read();
    const [state = "", , group] = line.slice(line.lastIndexOf(")") + 2).split(" ");
    return { state, group: Number(group) };
  } catch {
    return null; // Gone meanwhile.
  }
}
