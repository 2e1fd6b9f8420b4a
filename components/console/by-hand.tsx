/** A task done by hand: the steps so far, and the next one. Needs no language model. */
"use client";
import { Trash2 } from "lucide-react";
import { Button } from "@/components/ui/button";
import { NextStep } from "./next-step";
import { StepCard } from "./step-card";
import type { Step } from "./steps";
import type { TaskSettings } from "./task-fields";
import type { useHand } from "./use-hand";

type ByHandProps = {
  settings: TaskSettings;
  /** Steps that the session had before. */
  before: readonly Step[];
  /** The page holds it, so that another mode and the way back lose no step. */
  hand: ReturnType<typeof useHand>;
  onClear: () => void;
};

export function ByHand({ settings: { task, user }, before, hand, onClear }: ByHandProps) {
  const { running, run, askAgain, cancel } = hand;
  const steps = [...before, ...hand.steps];
  const missing = task.trim() === "" ? "Enter a task first." : user.trim() === "" ? "Enter a user ID first." : null;
  return (
    <div className="space-y-4">
      {steps.length > 0 ? (
        <div className="flex items-center justify-between">
          <h2 className="text-base font-semibold">Steps</h2>
          <Button variant="ghost" onClick={onClear} disabled={running}>
            <Trash2 aria-hidden /> Start over
          </Button>
        </div>
      ) : null}
      <ol aria-label="Steps" className="space-y-4">
        {steps.map((step, index) => (
          <StepCard key={step.id} step={step} number={index + 1} onAskAgain={askAgain} />
        ))}
      </ol>
      <NextStep
        key={`${steps.length} ${running} ${steps.length === 0 ? task : ""}`}
        task={task}
        user={user.trim()}
        steps={steps}
        running={running}
        missing={missing}
        onRun={run}
        onCancel={cancel}
      />
    </div>
  );
}
