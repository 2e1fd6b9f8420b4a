/** Names and values in two columns; an entry without a value is left out. */
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";

export type Definition = { name: string; value: ReactNode };

type DefinitionListProps = {
  entries: readonly Definition[];
  /** In the strip next to the content of a drawer, each value is below its name. */
  narrow?: boolean;
  className?: string;
};

export function DefinitionList({ entries, narrow = false, className }: DefinitionListProps) {
  return (
    <dl
      className={cn(
        "grid grid-cols-[minmax(6rem,9rem)_minmax(0,1fr)] items-start gap-x-4 gap-y-1 text-sm",
        narrow &&
          "@[38rem]:grid-cols-1 @[38rem]:gap-y-0 @[38rem]:[&_dd]:mb-1.5 @[38rem]:[&_dt]:min-h-0 @[38rem]:[&_dt]:text-xs",
        className,
      )}
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
