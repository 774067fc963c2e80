/** The work's own result, or that of `late` when it takes longer. */
export async function withinTime<T>(work: Promise<T>, limitMs: number, late: () => Promise<T>): Promise<T> {
  let timer: Timer | undefined;
  const deadline = new Promise<T>((resolve, reject) => {
    timer = setTimeout(() => late().then(resolve, reject), limitMs);
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
