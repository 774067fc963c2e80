/** Where plans are when the config names no place, from the project. */
export const PLANS_FOLDER = "docs/plans";
