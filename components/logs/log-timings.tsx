/** Where the time of one execution went, as bars on one scale. */
import { toDuration } from "./log-fields";

const NAMES: Partial<Record<string, string>> = { prepare_ms: "Preparing the request", refresh_ms: "Refreshing the token", upstream_ms: "Waiting for the provider", total_ms: "In all" };

/** `timings` is an object of milliseconds; anything else draws nothing. */
export function LogTimings({ timings }: { timings: unknown }) {
  const entries = Object.entries(timings ?? {}).filter((entry): entry is [string, number] => typeof entry[1] === "number");
  if (entries.length === 0) return null;
  const longest = Math.max(1, ...entries.map(([, ms]) => ms));
  return (
    <section aria-label="Timings">
      <h3 className="mb-2 text-xs font-medium text-muted">Timings</h3>
      <ul className="space-y-1.5">
        {entries.map(([name, ms]) => (
          <li key={name} className="grid grid-cols-[10rem_minmax(0,1fr)_4rem] items-center gap-2 text-sm">
            <span className="truncate">{NAMES[name] ?? name}</span>
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
