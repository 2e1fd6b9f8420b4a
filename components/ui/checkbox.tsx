/** The browser's own checkbox in our colors. With a label it is one click target. */
import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";

type CheckboxProps = Omit<ComponentProps<"input">, "type"> & {
  /** Without this text next to it, set an `aria-label`. */
  label?: ReactNode;
};

export function Checkbox({ label, className, ...props }: CheckboxProps) {
  const box = (
    <input
      type="checkbox"
      className={cn(
        "size-4 shrink-0 cursor-pointer accent-primary disabled:cursor-default disabled:opacity-50 pointer-coarse:size-5",
        className,
      )}
      {...props}
    />
  );
  if (!label) return box;
  return (
    <label className="flex min-h-8 cursor-pointer items-center gap-2 text-sm has-disabled:cursor-default has-disabled:opacity-50">
      {box}
      <span className="min-w-0">{label}</span>
    </label>
  );
}
