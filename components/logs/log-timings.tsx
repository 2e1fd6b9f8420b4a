/** Where the time of one execution went, as bars on one scale. */
import { toDuration } from "./log-fields";

const PARTS = [["prepare_ms", "Preparing the request"], ["refresh_ms", "Refreshing the token"], ["upstream_ms", "Waiting for the provider"]] as const;

/** Draws the parts that `metrics` has as milliseconds, and nothing when it has none. */
export function LogTimings({ metrics }: { metrics: Record<string, unknown> }) {
  const entries = PARTS.flatMap(([name, label]) => {
    const ms = metrics[name];
    return typeof ms === "number" ? [[label, ms] as const] : [];
  });
  if (entries.length === 0) return null;
  const longest = Math.max(1, ...entries.map(([, ms]) => ms));
  return (
    <section aria-label="Timings">
      <h3 className="mb-2 text-xs font-medium text-muted">Timings</h3>
      <ul className="space-y-1.5">
        {entries.map(([name, ms]) => (
          <li key={name} className="grid grid-cols-[10rem_minmax(0,1fr)_4rem] items-center gap-2 text-sm">
            <span className="truncate">{name}</span>
            <span aria-hidden className="h-1.5 rounded-full bg-hover">
              <span className="block h-full rounded-full bg-muted" style={{ width: `${Math.max(1, (ms / longest) * 100)}%` }} />
            </span>
            <span className="text-right font-mono text-xs tabular-nums">{toDuration(ms)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
