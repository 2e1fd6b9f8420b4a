/** How small the answers of calls are that ask for nothing themselves: of a project, an MCP server or a session. */
"use client";
import { Field } from "@/components/parts/forms/field";
import { Checkbox } from "@/components/ui/checkbox";
import { Input } from "@/components/ui/input";
import { Link } from "@/components/ui/link";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import type { ShapeDraft } from "./smaller-answers";

const FORMATS: Readonly<Record<ShapeDraft["format"], string>> = {
  json: "JSON",
  compact: "JSON without empty values",
  toon: "TOON, shorter for equal rows",
};

type SmallerAnswersProps = {
  draft: ShapeDraft;
  change: (part: Partial<ShapeDraft>) => void;
  errors: Readonly<Record<"fields" | "maxTokens", string | undefined>>;
};

export const SmallerAnswersFields = ({ draft, change, errors }: SmallerAnswersProps) => (
  <div className="space-y-4">
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Token limit" optional help="The rest goes into a file." {...forError(errors.maxTokens)}>
        {(wiring) => (
          <Input
            {...wiring}
            inputMode="numeric"
            autoComplete="off"
            placeholder="No limit"
            value={draft.maxTokens}
            onChange={(event) => change({ maxTokens: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field label="Format">
        {(wiring) => (
          <Select
            {...wiring}
            value={draft.format}
            onChange={(event) => change({ format: event.currentTarget.value as ShapeDraft["format"] })}
          >
            {Object.entries(FORMATS).map(([format, words]) => (
              <option key={format} value={format}>
                {words}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
    <Field
      label="Response fields"
      optional
      help="One path per line, such as items[*].name. Responses of other tools have no such fields."
      {...forError(errors.fields)}
    >
      {(wiring) => (
        <Textarea
          {...wiring}
          rows={2}
          className="min-h-14 font-mono text-xs"
          placeholder="All fields"
          spellCheck={false}
          value={draft.fields}
          onChange={(event) => change({ fields: event.currentTarget.value })}
        />
      )}
    </Field>
    <div>
      <Checkbox
        label="Turn HTML into plain text"
        checked={draft.html}
        onChange={(event) => change({ html: event.currentTarget.checked })}
      />
      <Checkbox
        label="Turn long base64 texts into files"
        checked={draft.blobs}
        onChange={(event) => change({ blobs: event.currentTarget.checked })}
      />
    </div>
    <p className="text-xs text-muted">
      Calls that set their own size aren’t affected.{" "}
      <Link href="/docs/run-tools/smaller-answers" className="rounded-sm underline underline-offset-4 hover:text-ink">
        Read the guide
      </Link>
    </p>
  </div>
);

const forError = (error: string | undefined): { error?: string } => (error ? { error } : {});
