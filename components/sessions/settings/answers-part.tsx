/** How small the answers of a session's calls are. */
"use client";
import { useState } from "react";
import { findShapeProblems, toShape, toShapeDraft, type ShapeDraft } from "@/components/execution/smaller-answers";
import { SmallerAnswersFields } from "@/components/execution/smaller-answers-fields";
import type { PartProps } from "./access-part";
import { FormSection } from "./form-section";
import { errorsUnder, withSetting } from "./settings-draft";

export function AnswersPart({ settings, onChange, errors }: PartProps) {
  const [draft, setDraft] = useState(() => toShapeDraft(settings.default_response));
  const change = (part: Partial<ShapeDraft>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    onChange(withSetting(settings, "default_response", toShape(next) ?? undefined));
  };
  return (
    <FormSection
      title="Smaller answers"
      help="Less for the agent to read."
      errors={errorsUnder(errors, "default_response")}
    >
      <SmallerAnswersFields draft={draft} change={change} errors={findShapeProblems(draft)} />
    </FormSection>
  );
}
