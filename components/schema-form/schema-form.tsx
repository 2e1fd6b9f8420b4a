/**
 * A form generated from a JSON schema. It has no state: it shows the `value` prop, so a JSON view next to it stays in
 * step.
 */
"use client";
import { isObject } from "@/lib/kernel/text/is-object";
import { useCallback, useMemo } from "react";
import { Alert } from "@/components/ui/alert";
import { ErrorLines } from "./error-lines";
import { NO_ERRORS, type FieldErrors } from "./field-errors";
import { setAt, type Path } from "./field-value";
import { FormContext } from "./form-context";
import { Properties } from "./properties";
import { resolveSchema, toShape, type Schema } from "./schema";
import { renderField } from "./schema-field";
import type { ValueLists } from "./value-lists";

type Values = Record<string, unknown>;

type SchemaFormProps = {
  /** The schema of an object, such as `input_parameters` of a tool. */
  schema: Schema;
  value: Values;
  /**
   * Receives a function of the previous value. It must stay the same function (a state's setter), or every field
   * renders on every key press.
   */
  onChange: (update: (before: Values) => Values, path: Path) => void;
  errors?: FieldErrors;
  /** Maps a field to its alternative names. */
  otherNames?: ReadonlyMap<string, readonly string[]>;
  /** Must stay the same function, too. */
  uploadFile?: (file: File) => Promise<unknown>;
  /** Must stay the same object, too. */
  lists?: ValueLists | undefined;
};

export function SchemaForm({
  schema,
  value,
  onChange,
  errors = NO_ERRORS,
  otherNames,
  uploadFile,
  lists,
}: SchemaFormProps) {
  const root = useMemo(() => ({ type: "object", ...resolveSchema(schema, schema) }), [schema]);
  const shape = useMemo(() => toShape(root, schema), [root, schema]);
  const change = useCallback(
    (path: Path, next: unknown) =>
      onChange((before) => {
        const after = setAt(before, path, next);
        return isObject(after) ? after : {};
      }, path),
    [onChange],
  );
  const context = useMemo(
    () => ({ root: schema, change, errors, otherNames, uploadFile, lists }),
    [schema, change, errors, otherNames, uploadFile, lists],
  );
  return (
    <FormContext value={context}>
      <div className="space-y-4">
        {errors.rest.length > 0 ? (
          <Alert
            tone="error"
            title={errors.rest.length === 1 ? "An argument is invalid" : "Some arguments are invalid"}
          >
            <ErrorLines lines={errors.rest} />
          </Alert>
        ) : null}
        {shape.kind === "object" ? (
          <Properties properties={shape.properties} value={value} path={[]} renderField={renderField} />
        ) : (
          <p className="text-sm text-muted">This tool takes no arguments.</p>
        )}
      </div>
    </FormContext>
  );
}
