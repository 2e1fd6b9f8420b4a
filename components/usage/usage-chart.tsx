/**
 * Calls of each step as bars, the failed part in red, with axes; or the durations as lines. The arrow keys move through
 * the steps; the line below names the figures of one step.
 */
"use client";
import { scaleBand, scaleLinear } from "d3-scale";
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { useTimes } from "@/components/parts/display/clock";
import { describeStep, describeSteps, toMs, toNumber, toStepName, type Step, type UsageNumbers } from "./usage-data";

/** Until the width of the window is known. */
const FIRST_WIDTH = 900;
const HEIGHT = 220;
const LEFT = 52;
const BOTTOM = 24;
const TOP = 8;
const FLOOR = HEIGHT - BOTTOM;
/** The room of a name below the chart. */
const NAME_WIDTH = 110;
/** A longer name than this does not occur; a name that would not fit before the right edge is left out. */
const LONGEST_NAME = 90;

export type Measure = "calls" | "duration";

const KEYS: Partial<Record<string, (index: number, last: number) => number>> = {
  ArrowLeft: (index) => index - 1,
  ArrowRight: (index) => index + 1,
  Home: () => 0,
  End: (_, last) => last,
};

function toScales(steps: readonly Step[], measure: Measure, end: number) {
  const most = Math.max(1, ...steps.map((step) => (measure === "calls" ? step.calls : (step.p95_ms ?? 0))));
  const x = scaleBand(
    steps.map((_, index) => index),
    [LEFT, end],
  ).paddingInner(0.2);
  const y = scaleLinear([0, most], [FLOOR, TOP]).nice(4);
  const ticks = y.ticks(4).filter((tick) => measure === "duration" || Number.isInteger(tick));
  return { x: (index: number) => x(index) ?? LEFT, width: x.bandwidth(), gap: x.step(), y, ticks, end };
}
type Scales = ReturnType<typeof toScales>;

/** The width of the chart in pixels: its texts keep their size on a phone. */
function useWidth() {
  const [width, setWidth] = useState(FIRST_WIDTH);
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const watch = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width > 0) setWidth(entry.contentRect.width);
    });
    if (ref.current) watch.observe(ref.current);
    return () => watch.disconnect();
  }, []);
  return { ref, width };
}

export default function UsageChart({ usage, measure }: { usage: UsageNumbers; measure: Measure }) {
  const times = useTimes();
  const { steps, step_seconds: seconds } = usage;
  const [active, setActive] = useState<number | null>(null);
  const last = steps.length - 1;
  const { ref, width } = useWidth();
  const scales = toScales(steps, measure, width);
  const index = Math.min(active ?? last, last);
  const step = steps[index];
  const onKeyDown = (event: KeyboardEvent) => {
    const move = KEYS[event.key];
    if (!move) return;
    event.preventDefault();
    setActive(Math.max(0, Math.min(last, move(index, last))));
  };
  const readout = step ? describeStep(step, seconds, times) : "";
  return (
    <figure className="min-w-0">
      <div
        ref={ref}
        role="slider"
        tabIndex={0}
        aria-label={`${measure === "calls" ? "Calls" : "Durations"} over time. ${describeSteps(usage, times)}`}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={index}
        aria-valuetext={readout}
        onKeyDown={onKeyDown}
        className="rounded-md"
      >
        <svg
          aria-hidden
          viewBox={`0 0 ${width} ${HEIGHT}`}
          className="block h-55 w-full"
          onMouseLeave={() => setActive(null)}
        >
          <Axis scales={scales} measure={measure} />
          {active === null ? null : (
            <rect x={scales.x(index)} y={TOP} width={scales.width} height={FLOOR - TOP} className="fill-hover" />
          )}
          {measure === "calls" ? <Bars steps={steps} scales={scales} /> : <Lines steps={steps} scales={scales} />}
          <Names steps={steps} scales={scales} nameOf={({ at: time }) => toStepName(time, seconds, times)} />
          {steps.map(({ at: time }, position) => (
            <rect
              key={time}
              x={scales.x(position)}
              y={0}
              width={scales.gap}
              height={FLOOR}
              fill="transparent"
              onMouseEnter={() => setActive(position)}
            />
          ))}
        </svg>
      </div>
      <figcaption className="mt-1 min-h-5 text-xs text-muted tabular-nums" suppressHydrationWarning>
        {active === null ? <Legend measure={measure} /> : readout}
      </figcaption>
    </figure>
  );
}

const Axis = ({ scales: { y, ticks, end }, measure }: { scales: Scales; measure: Measure }) => (
  <g className="text-[12px]">
    {ticks.map((tick) => (
      <g key={tick}>
        <line x1={LEFT} x2={end} y1={y(tick)} y2={y(tick)} className="stroke-line" />
        <text x={LEFT - 8} y={y(tick) + 4} textAnchor="end" className="fill-muted">
          {measure === "calls" ? toNumber(tick) : toMs(tick)}
        </text>
      </g>
    ))}
  </g>
);

function Bars({ steps, scales: { x, y, width } }: { steps: readonly Step[]; scales: Scales }) {
  /** A single call among many must not vanish. */
  const toHeight = (calls: number) => (calls === 0 ? 0 : Math.max(2, FLOOR - y(calls)));
  return steps.map(({ at: time, calls, failed }, index) => (
    <g key={time}>
      <rect x={x(index)} y={FLOOR - toHeight(calls)} width={width} height={toHeight(calls)} className="fill-muted" />
      <rect x={x(index)} y={FLOOR - toHeight(failed)} width={width} height={toHeight(failed)} className="fill-red" />
    </g>
  ));
}

const LINES = [
  { name: "p95_ms", className: "stroke-amber fill-amber" },
  { name: "p50_ms", className: "stroke-ink fill-ink" },
] as const;

/** A step without calls interrupts a line; a dot shows a step between two such steps. */
function Lines({ steps, scales: { x, y, width } }: { steps: readonly Step[]; scales: Scales }) {
  return LINES.map(({ name, className }) => {
    let isOpen = false;
    const path = steps
      .map((step, index) => {
        const value = step[name];
        const command = isOpen ? "L" : "M";
        isOpen = value !== null;
        return value === null ? "" : `${command}${x(index) + width / 2} ${y(value)}`;
      })
      .join("");
    return (
      <g key={name} className={className}>
        <path d={path} fill="none" strokeWidth={1.5} />
        {steps.map((step, index) => {
          const value = step[name];
          return value === null ? null : <circle key={step.at} cx={x(index) + width / 2} cy={y(value)} r={2} />;
        })}
      </g>
    );
  });
}

function Names({ steps, scales, nameOf }: { steps: readonly Step[]; scales: Scales; nameOf: (step: Step) => string }) {
  const mostNames = Math.max(1, Math.floor((scales.end - LEFT) / NAME_WIDTH));
  const every = Math.max(1, Math.ceil(steps.length / mostNames));
  return steps.map((step, index) =>
    index % every === 0 && (index === 0 || scales.x(index) + LONGEST_NAME <= scales.end) ? (
      <text
        key={step.at}
        x={scales.x(index)}
        y={HEIGHT - 6}
        className="fill-muted text-[12px]"
        suppressHydrationWarning
      >
        {nameOf(step)}
      </text>
    ) : null,
  );
}

const MARKS = {
  calls: [
    { label: "Calls", color: "bg-muted" },
    { label: "Failed", color: "bg-red" },
  ],
  duration: [
    { label: "p50", color: "bg-ink" },
    { label: "p95", color: "bg-amber" },
  ],
} as const;

const Legend = ({ measure }: { measure: Measure }) => (
  <span className="flex flex-wrap gap-x-4">
    {MARKS[measure].map(({ label, color }) => (
      <span key={label} className="flex items-center gap-1.5">
        <span aria-hidden className={`size-2 rounded-xs ${color}`} /> {label}
      </span>
    ))}
  </span>
);
