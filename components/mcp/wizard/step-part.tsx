/** A step: its question, its fields, and the "next" button. Enter continues, too. */
import type { FormEvent, ReactNode } from "react";
import { Button } from "@/components/ui/button";

type StepPartProps = {
  title: string;
  help: ReactNode;
  /** The button's label. */
  action: string;
  /**
   * Returns whether the next step is allowed; if not, the fields show the missing values. Without it, the next step is
   * always allowed.
   */
  mayGo?: (event: FormEvent<HTMLFormElement>) => boolean;
  pending?: boolean;
  onNext: () => void;
  children: ReactNode;
  /** Next to the button: a way to skip the next steps. */
  skip?: ReactNode;
  /** Next to the buttons: the cost of the tools. */
  note?: ReactNode;
};

export function StepPart({ title, help, action, mayGo, pending = false, onNext, children, skip, note }: StepPartProps) {
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!pending && (mayGo === undefined || mayGo(event))) onNext();
  };
  return (
    <form method="post" noValidate onSubmit={onSubmit} className="max-w-3xl">
      <h2 className="text-base font-semibold">{title}</h2>
      <p className="mt-1 mb-4 text-sm text-muted">{help}</p>
      <div className="space-y-4">{children}</div>
      <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2 border-t pt-4">
        <Button type="submit" disabled={pending}>
          {action}
        </Button>
        {skip}
        <div role="status" className="min-w-0 text-sm text-muted">
          {note}
        </div>
      </div>
    </form>
  );
}
