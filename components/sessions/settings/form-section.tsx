/** A part of a long form: its name on the left, its fields on the right, and what the server refused of it. */
import { CircleAlert } from "lucide-react";
import { useId, type ReactNode } from "react";
import type { PathError } from "./settings-draft";

type FormSectionProps = {
  title: string;
  help?: ReactNode;
  errors?: readonly PathError[];
  children: ReactNode;
};

export function FormSection({ title, help, errors = [], children }: FormSectionProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-8 gap-y-3 border-t py-5 first:border-t-0 first:pt-0 lg:grid-cols-[11rem_minmax(0,1fr)]"
    >
      <div>
        <h2 id={id} className="text-sm font-medium">
          {title}
        </h2>
        {help ? <p className="mt-1 text-xs text-muted">{help}</p> : null}
      </div>
      <div className="min-w-0 space-y-3">
        {children}
        <FieldErrors errors={errors} />
      </div>
    </section>
  );
}

/** Each with its path, as the request has it. */
export function FieldErrors({ errors }: { errors: readonly PathError[] }) {
  if (errors.length === 0) return null;
  return (
    <div role="alert">
      <ul className="space-y-1 text-xs text-danger">
        {errors.map(({ path, text }) => (
          <li key={`${path} ${text}`} className="flex items-start gap-1.5">
            <CircleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
            <span className="min-w-0 wrap-anywhere">
              <code className="font-mono">{path}</code>: {text}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
