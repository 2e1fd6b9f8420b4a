/** The steps of a form: the current step, and buttons to go back. */
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";

export type Step = { name: string; mark?: ReactNode };

type StepsProps = {
  steps: readonly Step[];
  at: number;
  /** Receives the index of an earlier step. */
  onBack: (to: number) => void;
};

export const Steps = ({ steps, at: currentIndex, onBack }: StepsProps) => (
  <nav aria-label="Steps" className="mb-6">
    <ol className="flex flex-wrap items-center gap-x-1 gap-y-1 text-sm">
      {steps.map(({ name, mark }, index) => (
        <li key={name} aria-current={index === currentIndex ? "step" : undefined} className="flex items-center gap-1">
          <span
            className={cn(
              "flex h-8 items-center gap-2 rounded-lg",
              index > currentIndex && "text-muted",
              index === currentIndex && "font-medium",
            )}
          >
            <span
              aria-hidden
              className={cn(
                "flex size-5 items-center justify-center rounded-full border font-mono text-xs",
                index === currentIndex && "border-primary bg-primary text-on-primary",
              )}
            >
              {index + 1}
            </span>
            {index < currentIndex ? (
              <Button variant="ghost" className="-mx-1.5 px-1.5" onClick={() => onBack(index)}>
                {mark} {name}
              </Button>
            ) : (
              name
            )}
          </span>
          {index < steps.length - 1 ? (
            <span aria-hidden className="mx-1 text-muted">
              /
            </span>
          ) : null}
        </li>
      ))}
    </ol>
  </nav>
);
