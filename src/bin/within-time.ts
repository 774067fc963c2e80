/** The work's own result, or that of `late` when it takes longer. */
export async function withinTime<T>(work: Promise<T>, limitMs: number, late: () => Promise<T>): Promise<T> {
  // By hand: the first race of a process costs the engine more than this does.
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => late().then(resolve, reject), limitMs);
    const settled = () => clearTimeout(timer);
    work.then(settled, settled);
    work.then(resolve, reject);
  });
}
