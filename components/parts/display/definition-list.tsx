/** Names and values in two columns; an entry without a value is left out. */
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";

export type Definition = { name: string; value: ReactNode };

export function DefinitionList({ entries, className }: { entries: readonly Definition[]; className?: string }) {
  return (
    <dl
      className={cn("grid grid-cols-[minmax(6rem,9rem)_minmax(0,1fr)] items-start gap-x-4 gap-y-1 text-sm", className)}
    >
      {entries.map(({ name, value }) =>
        value === null || value === undefined || value === "" ? null : (
          <div key={name} className="contents">
            <dt className="flex min-h-7 items-center text-muted">{name}</dt>
            <dd className="flex min-h-7 min-w-0 flex-wrap items-center break-words">{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
