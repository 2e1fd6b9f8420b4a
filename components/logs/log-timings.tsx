/** Where the time of one execution went: each part as a bar that begins where the one before ended. */
import { toDuration } from "./log-fields";

const PARTS = [["prepare_ms", "Preparing the request"], ["refresh_ms", "Refreshing the token"], ["upstream_ms", "Waiting for the provider"]] as const;

const msOf = (metrics: Record<string, unknown>, name: string): number | undefined => (typeof metrics[name] === "number" ? metrics[name] : undefined);

/** Draws the parts that `metrics` has as milliseconds, and nothing when it has none. */
export function LogTimings({ metrics }: { metrics: Record<string, unknown> }) {
  const known = PARTS.flatMap(([name, label]) => { const ms = msOf(metrics, name); return ms === undefined ? [] : [{ label, ms }]; });
  if (known.length === 0) return null;
  const total = Math.max(1, msOf(metrics, "duration_ms") ?? 0, known.reduce((sum, { ms }) => sum + ms, 0));
  const bars = known.map((part, at) => ({ ...part, start: known.slice(0, at).reduce((sum, { ms }) => sum + ms, 0) }));
  return (
    <section aria-label="Timings">
      <h3 className="mb-2 flex justify-between text-xs font-medium text-muted">Timings <span className="font-mono font-normal tabular-nums">{toDuration(total)} in all</span></h3>
      <ul className="space-y-1.5">
        {bars.map(({ label, ms, start }) => (
          <li key={label} className="grid grid-cols-[minmax(0,10rem)_minmax(0,1fr)_4rem] items-center gap-2 text-sm">
            <span className="truncate">{label}</span>
            <span aria-hidden className="relative h-1.5 overflow-hidden rounded-full bg-hover">
              <span className="absolute inset-y-0 min-w-0.5 rounded-full bg-muted" style={{ left: `${(start / total) * 100}%`, width: `${(ms / total) * 100}%` }} />
            </span>
            <span className="text-right font-mono text-xs tabular-nums">{toDuration(ms)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
