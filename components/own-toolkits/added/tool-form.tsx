/** The fields of a tool by hand. */
"use client";
import type { ReactNode } from "react";
import { Field } from "@/components/parts/forms/field";
import { Segmented } from "@/components/parts/forms/segmented";
import { Checkbox } from "@/components/ui/checkbox";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import { EFFECT_WORDS } from "../draft";
import { RequestFields } from "./request-fields";
import type { ToolDraft } from "./tool-draft";

const KINDS = [
  { key: "http", label: "HTTP request" },
  { key: "graphql", label: "GraphQL operation" },
] as const;

type ToolFormProps = {
  toolkit: string;
  draft: ToolDraft;
  errors: Readonly<Record<string, string>>;
  baseUrl: string | undefined;
  /** The prefix of the slug; undefined if the slug stays. */
  prefix: string | undefined;
  onChange: (draft: ToolDraft) => void;
  /** The buttons. */
  children: ReactNode;
};

export function ToolForm({ toolkit, draft, errors, baseUrl, prefix, onChange, children }: ToolFormProps) {
  const error = (name: string) => (errors[name] ? { error: errors[name] } : {});
  return (
    <div className="space-y-5">
      <Field label="Name" {...error("name")}>
        {(wiring) => (
          <Input
            {...wiring}
            autoComplete="off"
            maxLength={200}
            placeholder="List the topics of a repository"
            value={draft.name}
            onChange={(event) => onChange({ ...draft, name: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field
        label="Description"
        help="What the model reads to choose this tool: what it does and what it returns."
        {...error("description")}
      >
        {(wiring) => (
          <Textarea
            {...wiring}
            rows={3}
            maxLength={1024}
            value={draft.description}
            onChange={(event) => onChange({ ...draft, description: event.currentTarget.value })}
          />
        )}
      </Field>
      <Segmented
        label="Kind of request"
        options={KINDS}
        value={draft.kind}
        onChange={(kind) => onChange({ ...draft, kind })}
      />
      <RequestFields toolkit={toolkit} draft={draft} errors={errors} baseUrl={baseUrl} onChange={onChange} />
      {prefix === undefined ? null : (
        <Field label="Slug" help={`After ${prefix}. Defaults to the name.`} optional {...error("slug")}>
          {(wiring) => (
            <Input
              {...wiring}
              autoComplete="off"
              spellCheck={false}
              maxLength={40}
              value={draft.slug}
              onChange={(event) => onChange({ ...draft, slug: event.currentTarget.value.toUpperCase() })}
              className="font-mono"
            />
          )}
        </Field>
      )}
      <Effect draft={draft} onChange={onChange} />
      {children}
    </div>
  );
}

const Effect = ({ draft, onChange }: Pick<ToolFormProps, "draft" | "onChange">) => (
  <>
    <Field label="What it does to data">
      {(wiring) => (
        <Select
          {...wiring}
          value={draft.effect}
          onChange={(event) => onChange({ ...draft, effect: event.currentTarget.value as ToolDraft["effect"] })}
        >
          <option value="">Detected from the method and description</option>
          {Object.entries(EFFECT_WORDS).map(([effect, label]) => (
            <option key={effect} value={effect}>
              {label}
            </option>
          ))}
        </Select>
      )}
    </Field>
    <Checkbox
      label="Important: among the first tools that agents see"
      checked={draft.important}
      onChange={(event) => onChange({ ...draft, important: event.currentTarget.checked })}
    />
  </>
);
