// The entry point.
import "./format.ts";
import { render } from "preact";
import { startLive } from "./api.ts";
import { App } from "./app.tsx";
import { followLinks } from "./router.ts";
import { applyTheme } from "./theme.tsx";

// Before the first paint.
applyTheme();
addEventListener("DOMContentLoaded", () => {
  const root = document.getElementById("app");
  if (!root) return;
  followLinks();
  startLive();
  render(<App />, root);
});
