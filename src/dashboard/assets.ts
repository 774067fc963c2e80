// The page, its script and its style, which are part of the executable.
import { ASSETS } from "./assets.generated.ts";

export interface Asset {
  type: string;
  body: string;
}

export const PAGE: Asset = { type: "text/html; charset=utf-8", body: ASSETS.page };

const VIEW = /^\/(?:now|stops|sessions|memories|health)?(?:\/.*)?$/;

/** Pages of earlier versions, and where their content is now. */
export const MOVED: ReadonlyMap<string, string> = new Map([
  ["/findings", "/sessions?findings=1"],
  ["/insights", "/stops"],
  ["/insights/backtest", "/stops"],
  ["/insights/claims", "/sessions"],
  ["/insights/findings", "/sessions?findings=1"],
]);

/** null if there is no such file. Every view has the same page, which reads its own address. */
export function readAsset(path: string): Asset | null {
  if (path === "/app.js") return { type: "text/javascript; charset=utf-8", body: ASSETS.script };
  if (path === "/app.css") return { type: "text/css; charset=utf-8", body: ASSETS.style };
  if (path === "/favicon.svg") return { type: "image/svg+xml", body: ASSETS.icon };
  return VIEW.test(path) ? PAGE : null;
}
