/** The values that all fields of a form share: the whole schema, the form's setter, and the server's errors. */
"use client";
import { createContext, useContext, type ReactNode } from "react";
import { NO_ERRORS, type FieldErrors } from "./field-errors";
import type { Path } from "./field-value";
import type { Schema } from "./schema";
import type { ValueLists } from "./value-lists";

type FormContextValue = {
  root: Schema;
  /**
   * Sets the value at a path; undefined removes it. The function never changes, so a field renders again only when its
   * own value changes.
   */
  change: (path: Path, next: unknown) => void;
  errors: FieldErrors;
  /** Other names of the outermost fields: maps a field to its alternative names. */
  otherNames?: ReadonlyMap<string, readonly string[]> | undefined;
  /** Uploads a file and returns the value that represents it; absent if files cannot be attached. */
  uploadFile?: ((file: File) => Promise<unknown>) | undefined;
  /** Values of the connected account for some arguments; absent where no account is known. */
  lists?: ValueLists | undefined;
};

export const FormContext = createContext<FormContextValue>({ root: {}, change: () => undefined, errors: NO_ERRORS });

export const useFormContext = (): FormContextValue => useContext(FormContext);

export type SchemaFieldProps = {
  /** The text above the control. */
  label: string;
  schema: Schema;
  value: unknown;
  required: boolean;
  /** The path as JSON text: equal paths compare equal, so an untouched field is not rendered again. */
  at: string;
  /**
   * Without a visible name: an item of a list of plain values, an entry under its own key, the chosen variant of a
   * union.
   */
  bare?: "item" | "variant";
};

/** Renders a field. Containers receive this function, since a field renders containers in turn. */
export type RenderField = (props: SchemaFieldProps & { key: string }) => ReactNode;

export const toAt = (path: Path): string => JSON.stringify(path);
export const fromAt = (pathJson: string): Path => JSON.parse(pathJson) as Path;

type Wiring = {
  id: string;
  "aria-invalid": true | undefined;
  "aria-required": true | undefined;
  "aria-describedby": string | undefined;
};

/** The props of a field's control. `shape` is determined before. */
export type ControlProps = {
  label: string;
  schema: Schema;
  value: unknown;
  required: boolean;
  path: Path;
  wiring: Wiring;
  onChange: (next: unknown) => void;
};
