/** The timings of an execution: each stage as a bar that starts at the end of the previous bar. */
import { toDuration } from "./log-fields";
import { toStages } from "./log-stages";

/** The color of each kind of stage. */
export const STAGE_LOOK = { own: "bg-muted", queue: "bg-amber", refresh: "bg-violet", provider: "bg-blue" } as const;

/** Shows the stages in `metrics`, in milliseconds; renders nothing if there are no stages. */
export function LogTimings({ metrics }: { metrics: Record<string, unknown> }) {
  const { stages, total } = toStages(metrics);
  if (stages.length === 0) return null;
  return (
    <div role="group" aria-label="Timings">
      <p className="mb-2 flex justify-between text-xs font-medium text-muted">
        Timings <span className="font-mono font-normal tabular-nums">{toDuration(total)} total</span>
      </p>
      <ul className="space-y-1.5">
        {stages.map(({ key, label, kind, ms, start }) => (
          <li key={key} className="grid grid-cols-[minmax(0,10rem)_minmax(0,1fr)_4rem] items-center gap-2 text-sm">
            <span className="truncate" title={label}>
              {label}
            </span>
            <span aria-hidden className="relative h-1.5 overflow-hidden rounded-full bg-hover">
              <span
                className={`absolute inset-y-0 min-w-0.5 rounded-full ${STAGE_LOOK[kind]}`}
                style={{ left: `${(start / total) * 100}%`, width: `${(ms / total) * 100}%` }}
              />
            </span>
            <span className="text-right font-mono text-xs tabular-nums">{toDuration(ms)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
