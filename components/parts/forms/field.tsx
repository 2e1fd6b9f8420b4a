/** A form field: label above, help or the error below, all linked for screen readers. */
"use client";
import { CircleAlert } from "lucide-react";
import { useId, type ReactNode } from "react";
import { Label } from "@/components/ui/label";

type Wiring = { id: string; "aria-invalid": true | undefined; "aria-describedby": string | undefined };
type FieldProps = {
  label: string;
  help?: ReactNode;
  error?: string;
  optional?: boolean;
  children: (wiring: Wiring) => ReactNode;
};

/** `children` receives the attributes to spread on the control. An error takes the place of the help. */
export function Field({ label, help, error, optional = false, children }: FieldProps) {
  const id = useId();
  const describedBy = error ? `${id}-error` : help ? `${id}-help` : undefined;
  return (
    <div className="space-y-1.5">
      <Label htmlFor={id} className="block">
        {label}
        {optional ? <span className="font-normal text-muted"> (optional)</span> : null}
      </Label>
      {children({ id, "aria-invalid": error ? true : undefined, "aria-describedby": describedBy })}
      <FieldError id={`${id}-error`}>{error}</FieldError>
      {help && !error ? (
        <p id={`${id}-help`} className="text-xs text-muted">
          {help}
        </p>
      ) : null}
    </div>
  );
}

/** The error of a field, shown next to it; renders nothing without an error. */
export const FieldError = ({ id, children }: { id?: string; children: string | undefined }) =>
  children ? (
    <p id={id} {...(id === undefined && { role: "alert" })} className="flex items-start gap-1.5 text-xs text-danger">
      <CircleAlert aria-hidden className="mt-px size-3.5 shrink-0" /> {children}
    </p>
  ) : null;
