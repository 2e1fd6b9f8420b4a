/** A tool by hand as a model will see it, or what is wrong with it. */
"use client";
import { SchemaTable } from "@/components/catalog/schema-table";
import { ErrorState } from "@/components/parts/display/error-state";
import { toTokenWords } from "@/components/parts/display/tokens";
import type { Schema } from "@/components/schema-form/schema";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Skeleton } from "@/components/ui/skeleton";
import { EFFECT_WORDS } from "../draft";
import type { ToolPreview } from "./tool-draft";

type ToolPreviewViewProps = {
  preview: ToolPreview | undefined;
  error: unknown;
  /** A problem that belongs to no field. */
  problem: string | undefined;
};

export function ToolPreviewView({ preview, error, problem }: ToolPreviewViewProps) {
  if (error) return <ErrorState title="Couldn’t preview the tool" error={error} />;
  if (!preview) return <Skeleton className="h-72" />;
  const { tool } = preview;
  if (!tool)
    return (
      <div className="space-y-3">
        {problem ? <Alert tone="error">{problem}</Alert> : null}
        <p className="rounded-lg border border-dashed p-8 text-center text-sm text-muted">
          Fill in the fields to preview the tool as a model will see it.
        </p>
      </div>
    );
  return (
    <section aria-label="As a model will see it" className="space-y-4">
      <div className="space-y-1">
        <h2 className="text-base font-semibold wrap-anywhere">{tool.name}</h2>
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-mono text-xs text-muted wrap-anywhere">{tool.slug}</span>
          {tool.effect ? <Badge>{EFFECT_WORDS[tool.effect]}</Badge> : null}
          <span className="text-xs text-muted">about {toTokenWords(tool.tokens)} tokens</span>
        </p>
        <p className="text-sm whitespace-pre-line text-muted wrap-anywhere">{tool.description}</p>
      </div>
      <SchemaTable caption="Arguments" schema={tool.input_schema as Schema} empty="This tool takes no arguments." />
    </section>
  );
}
