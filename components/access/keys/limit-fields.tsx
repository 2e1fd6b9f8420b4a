/** Limits a new key to toolkits, users and addresses of clients. */
"use client";
import type { ReactNode } from "react";
import { ToolkitsField } from "@/components/find/toolkits-field";
import { Field } from "@/components/parts/forms/field";
import type { FormControl } from "@/components/parts/forms/use-form";
import { UsersField } from "@/components/suggestions/users-field";
import { Textarea } from "@/components/ui/textarea";

type ListName = "toolkits" | "user_ids";

type LimitFieldsProps = {
  /** Slugs with commas between them, and a line for each user ID. */
  values: Record<ListName, string>;
  onChange: (name: ListName, text: string) => void;
  control: (name: "addresses") => FormControl;
  error: (name: ListName | "addresses") => string | undefined;
};

/** The operation's limit. */
const MOST = 200;

const Caption = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="space-y-1.5">
    <p className="text-sm font-medium">
      {label}
      <span className="font-normal text-muted"> (optional)</span>
    </p>
    {children}
  </div>
);

export const LimitFields = ({ values, onChange, control, error }: LimitFieldsProps) => (
  <fieldset className="space-y-4 rounded-md border p-3">
    <legend className="px-1 text-sm font-semibold">Limits</legend>
    <Caption label="Toolkits">
      <ToolkitsField
        label="Limit to toolkits"
        placeholder="All toolkits"
        most={MOST}
        value={values.toolkits.split(",").filter(Boolean)}
        onChange={(next) => onChange("toolkits", next.join(","))}
        error={error("toolkits")}
      />
    </Caption>
    <Caption label="Users">
      <UsersField
        label="Limit to users"
        most={MOST}
        value={values.user_ids.split("\n").filter(Boolean)}
        onChange={(next) => onChange("user_ids", next.join("\n"))}
        error={error("user_ids")}
      />
    </Caption>
    <Field
      label="IP addresses"
      help="IPv4 or IPv6, single or as blocks. Leave it empty for any."
      error={error("addresses")}
      optional
    >
      {(wiring) => (
        <Textarea
          {...wiring}
          {...control("addresses")}
          rows={2}
          className="min-h-14 font-mono text-xs"
          placeholder="203.0.113.0/24"
          spellCheck={false}
        />
      )}
    </Field>
    <p className="text-xs text-muted">
      A key with toolkits or users can’t use operations that go beyond them, such as logs, usage and webhooks. Limits
      can’t be changed later.
    </p>
  </fieldset>
);
