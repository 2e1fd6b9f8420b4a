/** Calls per hour as bars; the failed part is red. */
"use client";
import { toHour, useTimes } from "@/components/parts/display/clock";
import { describeUsage, type Hour } from "./overview-data";

const WIDTH = 10;
const GAP = 3;
const HEIGHT = 56;

/** A text describes the bars; each bar shows its hour on hover. */
export function Sparkline({ hours }: { hours: readonly Hour[] }) {
  const times = useTimes();
  const most = Math.max(1, ...hours.map(({ total }) => total));
  const toHeight = (calls: number) => (calls === 0 ? 0 : Math.max(2, (calls / most) * HEIGHT));
  return (
    <figure>
      <svg
        role="img"
        aria-label={describeUsage(hours, (time) => toHour(time, times))}
        viewBox={`0 0 ${hours.length * (WIDTH + GAP) - GAP} ${HEIGHT + 1}`}
        preserveAspectRatio="none"
        className="h-14 w-full"
      >
        {hours.map(({ at: time, total, failed }, index) => {
          const x = index * (WIDTH + GAP);
          return (
            <g key={time}>
              <title>{`${toHour(time, times)}: ${total} calls, ${failed} failed`}</title>
              <rect x={x} y={0} width={WIDTH} height={HEIGHT} fill="transparent" />
              <rect x={x} y={HEIGHT - toHeight(total)} width={WIDTH} height={toHeight(total)} className="fill-muted" />
              <rect x={x} y={HEIGHT - toHeight(failed)} width={WIDTH} height={toHeight(failed)} className="fill-red" />
              <rect x={x} y={HEIGHT} width={WIDTH} height={1} className="fill-line" />
            </g>
          );
        })}
      </svg>
      <figcaption aria-hidden className="mt-1 flex justify-between text-xs text-muted">
        <span>24 hours ago</span>
        <span>Now</span>
      </figcaption>
    </figure>
  );
}
