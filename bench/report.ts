// The results as a table for people and as JSON for scripts.
import { cpus, loadavg, release, totalmem } from "node:os";
import client from "@anthropic-ai/claude-code/package.json" with { type: "json" };
import { VERSION } from "../src/config/version.ts";
import type { Case } from "./cases.ts";
import type { ClientCost } from "./client-cost.ts";
import type { ClientRow } from "./client-times.ts";
import { inHundredths, median, percentile } from "./statistics.ts";
import type { Throughput } from "./throughput.ts";

export interface Row {
  name: string;
  medianMs: number;
  p95Ms: number;
  /** Times the floor. */
  ratio: number;
  target: number | null;
  over: boolean;
}

export interface BenchReport {
  machine: { platform: string; kernel: string; cpu: string; cores: number; memoryGiB: number; load: number };
  versions: { holdfast: string; bun: string; node: string | null; client: string };
  rounds: number;
  rows: Row[];
  throughput: Throughput[];
  client: ClientCost | null;
  /** Single events in the client, each beside a program that does nothing. */
  clientRows: ClientRow[];
  notes: string[];
}

/** The first row is the floor. */
export function makeRows(times: Map<Case, number[]>): Row[] {
  const floor = median([...times.values()][0] ?? []);
  return [...times].map(([{ name, target, less, beside }, measured]) => {
    const off = less ? median(times.get(less) ?? []) : 0;
    const values = off === 0 ? measured : measured.map((value) => value - off);
    const ratio = median(values) / floor;
    return {
      name,
      medianMs: inHundredths(median(values)),
      p95Ms: inHundredths(percentile(values, 95)),
      ratio: inHundredths(ratio),
      target,
      over:
        (target !== null && ratio > target) ||
        (beside !== undefined && median(values) > median(times.get(beside.row) ?? []) * beside.most),
    };
  });
}

export function describeMachine(): Pick<BenchReport, "machine" | "versions"> {
  const node = Bun.which("node");
  const [cpu] = cpus();
  return {
    machine: {
      platform: `${process.platform} ${process.arch}`,
      kernel: release(),
      cpu: cpu?.model.trim() ?? "unknown",
      cores: cpus().length,
      memoryGiB: Math.round(totalmem() / 2 ** 30),
      load: inHundredths(loadavg()[0] ?? 0),
    },
    versions: {
      holdfast: VERSION,
      bun: Bun.version,
      node: node ? Bun.spawnSync([node, "--version"]).stdout.toString().trim() : null,
      client: client.version,
    },
  };
}

export function renderReport(report: BenchReport): string {
  const { machine, versions, rounds, rows, throughput, client: cost, clientRows, notes } = report;
  const head = ["in the laboratory", "median", "p95", "× floor", "target"];
  const clientHead = ["in the real client", "median", "p95", "× no-op", "target", "n", "no-op"];
  return [
    `holdfast ${versions.holdfast}, bun ${versions.bun}, node ${versions.node ?? "none"}, Claude Code ${versions.client}`,
    `${machine.platform}, ${machine.cores} × ${machine.cpu}, ${machine.memoryGiB} GiB, load ${machine.load.toFixed(1)}; ${rounds} interleaved rounds`,
    "",
    ...align([head, ...rows.map(cellsOf)]),
    "",
    ...(clientRows.length > 0 ? [...align([clientHead, ...clientRows.map(cellsOfClient)]), ""] : []),
    ...throughput.map(describeThroughput),
    ...(throughput.length > 0 ? [""] : []),
    ...(cost ? [describeCost(cost)] : []),
    ...notes,
  ].join("\n");
}

function cellsOf({ name, medianMs, p95Ms, ratio, target, over }: Row | ClientRow): string[] {
  const wanted = target === null ? "" : `≤ ${target.toFixed(1)}`;
  const times = [medianMs, p95Ms].map((time) => `${time.toFixed(1)} ms`);
  return [name, ...times, ratio.toFixed(2), `${wanted}${over ? "  OVER" : ""}`];
}

function cellsOfClient(row: ClientRow): string[] {
  return [...cellsOf(row), String(row.samples), `${row.noopMs.toFixed(1)} ms`];
}

function describeThroughput({ name, perSecond, unit, target, under }: Throughput): string {
  const wanted = target === null ? "" : ` (goal ≥ ${target})`;
  return `${name}: ${perSecond} ${unit}/s${wanted}${under ? "  UNDER" : ""}`;
}

function describeCost({ pairs, events, withoutMs, withMs, perEventMs }: ClientCost): string {
  const [without, hooked] = [withoutMs, withMs].map((time) => `${(time / 1000).toFixed(2)} s`);
  return `In the real client, ${pairs} × 2 runs of ${events} events: ${without} without hooks, ${hooked} with: ${perEventMs.toFixed(1)} ms an event`;
}

function align(table: string[][]): string[] {
  const widths = (table[0] ?? []).map((_, column) =>
    Math.max(...table.map((line) => line[column]?.length ?? 0)),
  );
  return table.map((line) =>
    line
      .map((cell, column) =>
        column === 0 || column === 4 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join("   ")
      .trimEnd(),
  );
}
