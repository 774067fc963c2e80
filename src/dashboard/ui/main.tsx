// The entry point: the dashboard, or a report embedded in its page (`insights --html`).
import "./format.ts";
import { render } from "preact";
import type { ReportFile } from "../contract.ts";
import { startLive } from "./api.ts";
import { App } from "./app.tsx";
import { ReportPage } from "./report.tsx";
import { followLinks } from "./router.ts";
import { applyTheme } from "./theme.tsx";

// Before the first paint.
applyTheme();
addEventListener("DOMContentLoaded", () => {
  const root = document.getElementById("app");
  if (!root) return;
  const report = document.getElementById("report")?.textContent;
  if (report) {
    render(<ReportPage report={JSON.parse(report) as ReportFile} />, root);
    return;
  }
  followLinks();
  startLive();
  render(<App />, root);
});
