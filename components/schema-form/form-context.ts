/** What every field of a form shares: the whole schema, the one value's setter, and the server's sentences. */
"use client";
import { createContext, useContext, type ReactNode } from "react";
import { NO_ERRORS, type FieldErrors } from "./field-errors";
import type { Path } from "./field-value";
import type { Schema } from "./schema";

type FormContextValue = {
  root: Schema;
  /** Puts a value at a place; undefined takes what is there away. Never changes, so that fields draw themselves only for their own value. */
  change: (path: Path, next: unknown) => void;
  errors: FieldErrors;
  /** Other names of the outermost fields: a field to what may stand for it. */
  otherNames?: ReadonlyMap<string, readonly string[]> | undefined;
  /** Uploads a file and gives the value that stands for it; absent where files cannot be attached. */
  uploadFile?: ((file: File) => Promise<unknown>) | undefined;
};

export const FormContext = createContext<FormContextValue>({ root: {}, change: () => undefined, errors: NO_ERRORS });

export const useFormContext = (): FormContextValue => useContext(FormContext);

export type SchemaFieldProps = {
  /** What stands above the control. */
  label: string;
  schema: Schema;
  value: unknown;
  required: boolean;
  /** The path as JSON text: two equal ones compare equal, so an untouched field is not drawn again. */
  at: string;
  /** Without its name in sight: an item of a list of plain values, an entry under its own name, the chosen kind of a union. */
  bare?: "item" | "variant";
};

/** Draws a field; containers get it handed in, since a field draws containers in turn. */
export type RenderField = (props: SchemaFieldProps & { key: string }) => ReactNode;

export const toAt = (path: Path): string => JSON.stringify(path);
export const fromAt = (at: string): Path => JSON.parse(at) as Path;

type Wiring = {
  id: string;
  "aria-invalid": true | undefined;
  "aria-required": true | undefined;
  "aria-describedby": string | undefined;
};

/** What a control of one field gets. `shape` is told apart before. */
export type ControlProps = {
  label: string;
  schema: Schema;
  value: unknown;
  required: boolean;
  path: Path;
  wiring: Wiring;
  onChange: (next: unknown) => void;
};
