export { anyCheck as anyFacts } from "../arbitrary-check.ts";
