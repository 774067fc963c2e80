/** Runs the task for every item, so many at a time; the answers come in the order of the items. */
export async function inParallel<T, R>(
  atOnce: number,
  items: T[],
  task: (item: T) => Promise<R>,
): Promise<R[]> {
  const answers: R[] = [];
  const queue = items.entries();
  const work = async () => {
    for (const [index, item] of queue) answers[index] = await task(item);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return answers;
}
