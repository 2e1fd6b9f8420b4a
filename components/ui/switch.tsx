/** A switch that takes effect at once, for settings without a form. */
"use client";
import { cn } from "./cn";

type SwitchProps = {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  id?: string;
  hideLabel?: boolean;
  className?: string;
};

export function Switch({ label, checked, onChange, disabled, id, hideLabel = false, className }: SwitchProps) {
  return (
    <label
      className={cn(
        "inline-flex min-h-8 cursor-pointer items-center gap-2 text-sm has-disabled:cursor-default has-disabled:opacity-50",
        className,
      )}
    >
      <button
        type="button"
        role="switch"
        id={id}
        aria-checked={checked}
        aria-label={label}
        disabled={disabled}
        onClick={() => onChange(!checked)}
        className={cn(
          "relative h-5 w-9 shrink-0 rounded-full border border-edge bg-hover",
          "transition-colors duration-120 aria-checked:border-primary aria-checked:bg-primary",
        )}
      >
        <span
          aria-hidden
          className={cn(
            "absolute top-0.5 left-0.5 size-3.5 rounded-full transition-transform duration-120",
            checked ? "translate-x-4 bg-on-primary" : "bg-edge",
          )}
        />
      </button>
      {hideLabel ? null : <span aria-hidden>{label}</span>}
    </label>
  );
}
