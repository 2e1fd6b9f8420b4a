/** The arguments as a form or as JSON, two views of one value. */
"use client";
import { useMemo } from "react";
import { CodeEditor } from "@/components/parts/forms/code-editor";
import { Segmented } from "@/components/parts/forms/segmented";
import { toEditorSchema, type OtherName } from "@/components/schema-form/editor-schema";
import { ErrorLines } from "@/components/schema-form/error-lines";
import { toErrorLines, type FieldErrors } from "@/components/schema-form/field-errors";
import type { Path } from "@/components/schema-form/field-value";
import type { Schema } from "@/components/schema-form/schema";
import { SchemaForm } from "@/components/schema-form/schema-form";
import type { ValueLists } from "@/components/schema-form/value-lists";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { toFieldNames } from "./other-names";
import { toDraft, typeText, type Draft, type Values } from "./arguments-draft";

export type ArgumentsView = "form" | "json";

type ArgumentsPanelProps = {
  schema: Schema;
  draft: Draft;
  view: ArgumentsView;
  errors: FieldErrors;
  otherNames?: readonly OtherName[];
  onView: (view: ArgumentsView) => void;
  onText: (update: (before: Draft) => Draft) => void;
  onField: (update: (before: Values) => Values, path: Path) => void;
  onClear: () => void;
  uploadFile?: (file: File) => Promise<unknown>;
  lists?: ValueLists | undefined;
};

const VIEWS = [
  { key: "form", label: "Form" },
  { key: "json", label: "JSON" },
] as const;

const NO_NAMES: readonly OtherName[] = [];

export function ArgumentsPanel({
  schema,
  draft,
  view,
  errors,
  otherNames = NO_NAMES,
  onView,
  onText,
  onField,
  onClear,
  uploadFile,
  lists,
}: ArgumentsPanelProps) {
  const editorSchema = useMemo(() => toEditorSchema(schema, otherNames), [schema, otherNames]);
  const byField = useMemo(() => toFieldNames(otherNames), [otherNames]);
  const lines = toErrorLines(errors);
  return (
    <div className="space-y-4">
      <div className="flex items-center justify-between gap-2">
        <Segmented label="Edit arguments as" options={VIEWS} value={view} onChange={onView} />
        {Object.keys(draft.value).length > 0 || draft.problem ? (
          <Button variant="ghost" onClick={onClear}>
            Clear
          </Button>
        ) : null}
      </div>
      {draft.problem ? (
        <Alert tone="warning" title={draft.problem}>
          {view === "form" ? (
            <Button variant="outline" className="mt-1" onClick={() => onText(({ value }) => toDraft(value))}>
              Restore last valid JSON
            </Button>
          ) : null}
        </Alert>
      ) : null}
      {view === "form" ? (
        <SchemaForm
          schema={schema}
          value={draft.value}
          onChange={onField}
          errors={errors}
          otherNames={byField}
          uploadFile={uploadFile}
          lists={lists}
        />
      ) : (
        <>
          {lines.length > 0 ? (
            <Alert tone="error" title={lines.length === 1 ? "An argument is invalid" : "Some arguments are invalid"}>
              <ErrorLines lines={lines} />
            </Alert>
          ) : null}
          <CodeEditor
            label="Arguments as JSON"
            language="json"
            value={draft.text}
            schema={editorSchema}
            onChange={(text) => onText((before) => typeText(before, text))}
            className="h-[28rem]"
          />
        </>
      )}
    </div>
  );
}
