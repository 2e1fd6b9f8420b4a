/** What the agent of a session may do, as one choice. */
"use client";
import { useId } from "react";
import { cn } from "@/components/ui/cn";
import { PRESETS, type Preset } from "./presets";

type PresetChoiceProps = { value: Preset; onChange: (preset: Preset) => void };

export function PresetChoice({ value, onChange }: PresetChoiceProps) {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">What the agent may do</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {PRESETS.map(({ key, label, help }) => (
          <label
            key={key}
            className={cn(
              "flex cursor-pointer items-start gap-2.5 rounded-lg border p-3 hover:bg-hover",
              "has-focus-visible:ring-2 has-focus-visible:ring-signal",
              key === value && "border-primary bg-surface",
            )}
          >
            <input
              type="radio"
              name={name}
              checked={key === value}
              onChange={() => onChange(key)}
              aria-describedby={`${name}-${key}`}
              className="mt-0.5 size-4 shrink-0 accent-primary"
            />
            <span className="min-w-0">
              <span className="block text-sm font-medium">{label}</span>
              <span id={`${name}-${key}`} aria-hidden className="block text-xs text-muted">
                {help}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
