// Charts by uPlot, in the page's colours, each with a description in words.
import { useEffect, useRef, useState } from "preact/hooks";
import uPlot from "uplot";
import { DAY, formatClock, formatDay, formatDayAndClock, formatNumber, formatShortDay } from "./format.ts";
import { chosenTheme } from "./theme.tsx";

export interface Series {
  name: string;
  /** One per time; null for no value. */
  values: readonly (number | null)[];
  /** A class that sets `color`. */
  colour: string;
}

interface ChartProps {
  /** Description for screen readers. */
  label: string;
  /** ISO 8601. */
  at: readonly string[];
  series: readonly Series[];
  /** Stacked bars, or one line per series. */
  kind: "stacked" | "lines";
  height: number;
  format?: (value: number) => string;
  bucketMs?: number;
}

export function Chart({
  label,
  at,
  series,
  kind,
  height,
  format = formatNumber,
  bucketMs = DAY,
}: ChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const legend = useRef<HTMLUListElement>(null);
  const [hovered, setHovered] = useState<number | null>(null);
  const theme = chosenTheme.use();
  const shape = JSON.stringify([at, series, kind, height]);
  useEffect(() => {
    const target = box.current;
    if (!target || !legend.current) return;
    const colours = [...legend.current.querySelectorAll("i")].map((swatch) => getComputedStyle(swatch).color);
    const { color: ink, borderTopColor: line } = getComputedStyle(target);
    const plot = new uPlot(
      options(target.clientWidth, { ink, line, colours }),
      [at.map((time) => Date.parse(time) / 1000), ...layers(series, kind)] as uPlot.AlignedData,
      target,
    );
    const observer = new ResizeObserver(() => plot.setSize({ width: target.clientWidth, height }));
    observer.observe(target);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [shape, theme]);

  function options(width: number, look: { ink: string; line: string; colours: string[] }): uPlot.Options {
    const axis = { stroke: look.ink, font: "11px system-ui, sans-serif", ticks: { show: false } };
    const order = kind === "stacked" ? series.map((_, n) => n).reverse() : series.map((_, n) => n);
    return {
      width,
      height,
      padding: [8, 28, 0, 0],
      legend: { show: false },
      cursor: { y: false, points: { show: kind === "lines" }, drag: { x: false, y: false } },
      scales: {
        // Room for half a bar at both ends.
        x: { time: true, range: (_plot, min, max) => [min - bucketMs / 2000, max + bucketMs / 2000] },
        y: { range: (_plot, _min, max) => [0, Math.max(1, max * 1.05)] },
      },
      axes: [
        {
          ...axis,
          grid: { show: false },
          size: 26,
          space: 70,
          values: (_plot, times) => {
            const ticks = times.map((time) => tick(time, bucketMs));
            // A day may have several ticks.
            return ticks.map((text, n) => (text === ticks[n - 1] ? "" : text));
          },
        },
        {
          ...axis,
          grid: { stroke: look.line, width: 1 },
          // No line without a number.
          incrs: [1, 2, 5]
            .flatMap((n) => [n, n * 10, n * 100, n * 1e3, n * 1e4, n * 1e5])
            .toSorted((a, b) => a - b),
          size: 46,
          space: 28,
          values: (_plot, values) => values.map(format),
        },
      ],
      series: [
        {},
        ...order.map((n): uPlot.Series => {
          const stroke = look.colours[n] ?? look.ink;
          if (kind === "stacked")
            return {
              fill: stroke,
              stroke,
              width: 0,
              paths: uPlot.paths.bars?.({ size: [0.7, 28] }) as uPlot.Series.PathBuilder,
              points: { show: false },
            };
          return {
            stroke,
            width: 1.5,
            spanGaps: true,
            points: { show: isSparse(series[n]?.values ?? []), size: 5, fill: stroke },
          };
        }),
      ],
      hooks: { setCursor: [(plot) => setHovered(plot.cursor.idx ?? null)] },
    };
  }

  const time = hovered === null ? undefined : at[hovered];
  return (
    <figure class="chart">
      <div class="chart-plot" ref={box} style={{ height: `${height}px` }} role="img" aria-label={label} />
      <figcaption>
        <ul class="legend" ref={legend}>
          {series.map(({ name, values, colour }) => {
            const value = hovered === null ? null : (values[hovered] ?? null);
            return (
              <li key={name}>
                <i class={colour} />
                {name}
                {time !== undefined && <b>{value === null ? "–" : format(value)}</b>}
              </li>
            );
          })}
        </ul>
        <span class="quiet chart-time">
          {time !== undefined && (bucketMs < DAY ? formatDayAndClock : formatDay)(Date.parse(time))}
        </span>
      </figcaption>
    </figure>
  );
}

/** A point without neighbours would be invisible. */
function isSparse(values: readonly (number | null)[]): boolean {
  return values.filter((value) => value !== null).length < 8;
}

/** Stacked bars are drawn tallest first. */
function layers(series: readonly Series[], kind: ChartProps["kind"]): (number | null)[][] {
  if (kind === "lines") return series.map(({ values }) => [...values]);
  const sums: number[][] = [];
  for (const { values } of series)
    sums.push(values.map((value, n) => (value ?? 0) + (sums.at(-1)?.[n] ?? 0)));
  return sums.reverse();
}

function tick(seconds: number, bucketMs: number): string {
  const date = new Date(seconds * 1000);
  const isMidnight = date.getHours() === 0 && date.getMinutes() === 0;
  return bucketMs < DAY && !isMidnight ? formatClock(seconds * 1000) : formatShortDay(seconds * 1000);
}
