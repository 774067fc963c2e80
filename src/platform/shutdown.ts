/** `inProgress`: this process is about to end, and results of its commands no longer matter. */
export const shutdown = { inProgress: false };
