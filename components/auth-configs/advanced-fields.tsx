/** What most auth configs never need: addresses of a self-managed provider, and a choice of tools. */
"use client";
import { ChevronRight } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Field } from "@/components/parts/field";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import type { FormParts } from "./credential-fields";
import { urlOverrides, type Scheme, type Toolkit } from "./credential-form";

const ToolPicker = dynamic(() => import("./tool-picker").then(({ ToolPicker }) => ToolPicker), { ssr: false, loading: () => <Skeleton className="h-56" /> });

type AdvancedFieldsProps = FormParts & {
  toolkit: Toolkit;
  scheme: Scheme;
  /** Addresses belong to an app of one's own. */
  withUrls: boolean;
  tools: readonly string[];
  onTools: (slugs: string[]) => void;
};

export function AdvancedFields({ toolkit, scheme, withUrls, control, error, tools, onTools }: AdvancedFieldsProps) {
  const overrides = withUrls ? urlOverrides(toolkit, scheme) : [];
  // an error in a folded part would be out of sight
  const wrong = overrides.some(({ name }) => error(name));
  const [open, setOpen] = useState(false);
  return (
    <details open={open || wrong} onToggle={(event) => setOpen(event.currentTarget.open)} className="group rounded-lg border">
      <summary className="flex h-10 cursor-pointer list-none items-center gap-2 rounded-lg px-3 text-sm font-medium hover:bg-hover [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-4 text-muted transition-transform duration-120 group-open:rotate-90" /> Advanced
        <span className="font-normal text-muted">{overrides.length > 0 ? "Self-managed servers, allowed tools" : "Allowed tools"}</span>
      </summary>
      {open || wrong ? (
        <div className="space-y-5 border-t p-3">
          {overrides.map(({ name, label, help, usual }) => (
            <Field key={name} label={label} optional help={`${help}${usual ? " Leave it empty for the usual one." : ""}`} error={error(name)}>
              {(wiring) => <Input type="url" autoComplete="off" spellCheck={false} placeholder={usual} {...wiring} {...control(name)} />}
            </Field>
          ))}
          <ToolPicker toolkit={toolkit.slug} value={tools} onChange={onTools} />
        </div>
      ) : null}
    </details>
  );
}
