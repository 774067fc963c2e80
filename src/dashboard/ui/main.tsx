// The entry point.
import "./format.ts";
import { render } from "preact";
import { startLive } from "./api.ts";
import { App } from "./app.tsx";
import { followLinks } from "./router.ts";
import { signIn } from "./sign-in.ts";
import { applyTheme } from "./theme.tsx";

// Before the first paint.
applyTheme();
addEventListener("DOMContentLoaded", async () => {
  const root = document.getElementById("app");
  if (!root) return;
  await signIn().catch(() => {}); // The pages say that they are not signed in.
  followLinks();
  startLive();
  render(<App />, root);
});
