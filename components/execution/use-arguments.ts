/** The arguments of a tool during editing, and the errors of the last check. */
"use client";
import { useCallback, useState } from "react";
import { NO_ERRORS, toFieldErrors, withoutErrorsUnder } from "@/components/schema-form/field-errors";
import { blankArguments, type Path } from "@/components/schema-form/field-value";
import type { Schema } from "@/components/schema-form/schema";
import { toDraft, type Values } from "./arguments-draft";

export function useArguments(schema: Schema, initial: Values | null) {
  const [draft, setDraft] = useState(() => toDraft(initial ?? blankArguments(schema)));
  const [errors, setErrors] = useState(NO_ERRORS);
  const onField = useCallback((update: (before: Values) => Values, path: Path) => {
    setDraft((before) => toDraft(update(before.value)));
    setErrors((before) => withoutErrorsUnder(before, path));
  }, []);
  const clear = () => {
    setDraft(toDraft(blankArguments(schema)));
    setErrors(NO_ERRORS);
  };
  /**
   * Assigns the errors of the browser's check or of the server to their fields; without errors, removes the previous
   * errors.
   */
  const judge = (lines: readonly string[] | undefined, input: Values) =>
    setErrors(lines ? toFieldErrors(lines, schema, input) : NO_ERRORS);
  return { draft, setDraft, errors, onField, clear, judge };
}
