/** How much of a limit is used. */
import { toSize } from "@/components/parts/display/size";
import { cn } from "@/components/ui/cn";

const NEAR = 0.8;

export const isNear = (usage: number, most: number): boolean => usage / most > NEAR;

/** Turns to amber before a limit bites. */
export function Meter({ word, used: usage, most }: { word: string; used: number; most: number }) {
  const near = isNear(usage, most);
  return (
    <span className={cn("inline-flex items-center gap-1.5", near && "font-medium text-amber")}>
      {word}
      <span aria-hidden className="h-1.5 w-14 overflow-hidden rounded-full bg-grey-tint">
        <span
          className={cn("block h-full rounded-full", near ? "bg-amber" : "bg-edge")}
          style={{ width: `${Math.max(2, Math.min(1, usage / most) * 100)}%` }}
        />
      </span>
      <span className="tabular-nums">
        {toSize(usage)} of {toSize(most)}
      </span>
    </span>
  );
}
