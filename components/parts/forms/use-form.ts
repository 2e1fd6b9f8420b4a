/**
 * A form for an operation's body. The contract decides which values are valid; the form decides when to show errors.
 */
"use client";
import { useEffect, useRef, useState, type ChangeEvent, type FocusEvent, type FormEvent } from "react";
import type { z } from "zod";
import { ClientError } from "@/lib/contract/client";

export type FormOptions<S extends z.ZodType, N extends string> = {
  /**
   * Loads the schema of the operation's body (or of a part of it) from a separate file (`form-schemas.ts`), so that
   * pages render before it is loaded. An empty text counts as absent.
   */
  schema: () => Promise<S>;
  initial: Record<N, string>;
  /** The error for an invalid field, instead of the schema's own message. */
  words?: Partial<Record<N, string>>;
  /** The error for an empty field that is required. */
  empty?: Partial<Record<N, string>>;
  submit: (values: z.input<S>) => Promise<void>;
};

type Errors = Record<string, string>;

/** The props of a field's control, of one line or many. */
export type FormControl = {
  name: string;
  value: string | undefined;
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>) => void;
  onBlur: (event: FocusEvent) => void;
};

/** Field errors of values that are all text, by field name. */
export function findErrors(
  schema: z.ZodType,
  values: Record<string, unknown>,
  words: Record<string, string | undefined> = {},
  empty: Record<string, string | undefined> = {},
): Errors {
  const result = schema.safeParse(values);
  if (result.success) return {};
  const errors: Errors = {};
  for (const issue of result.error.issues) {
    const name = String(issue.path[0] ?? "");
    errors[name] ??= (values[name] === undefined ? empty[name] : undefined) ?? words[name] ?? toSentence(issue.message);
  }
  return errors;
}

/** The contract's message is "must have at most 100 characters"; next to a field it becomes a full sentence. */
function toSentence(message: string): string {
  const sentence = message.startsWith("must ") ? `This ${message}` : message;
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

/** Texts in the form that the operation accepts: an empty field is left out. */
export const withoutEmpty = (values: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ""));

/** The field errors that the server wrote as `name: sentence`. */
function toServerErrors(failure: unknown, names: readonly string[]): Errors {
  const lines = failure instanceof ClientError ? (failure.detail.errors ?? []) : [];
  return Object.fromEntries(
    names.flatMap((name) => {
      const line = lines.find((candidate) => candidate.startsWith(`${name}:`) || candidate.startsWith(`body.${name}:`));
      return line ? [[name, toSentence(line.slice(line.indexOf(":") + 1).trim())]] : [];
    }),
  );
}

function sayNotLoaded(): never {
  throw new ClientError("Part of this page didn’t load.", 0, {
    suggestedFix: "Check your connection and that Patchbay is running, then try again.",
  });
}

/** Returns whether any field is invalid; the first invalid field of the form receives the focus. */
function focusFirst(form: HTMLFormElement, errors: Errors): boolean {
  const wrong = [...form.elements].find((element) => (element.getAttribute("name") ?? "") in errors);
  if (wrong instanceof HTMLElement) wrong.focus();
  return Object.keys(errors).length > 0;
}

/**
 * The result of the first `load`; null until then. If loading fails, the submit tries again and reports the failure.
 */
function useLoaded<T>(load: () => Promise<T>): T | null {
  const [first] = useState(() => load);
  const [loaded, setLoaded] = useState<T | null>(null);
  useEffect(() => {
    let isUnmounted = false;
    first().then(
      (value) => isUnmounted || setLoaded(() => value),
      () => null,
    );
    return () => {
      isUnmounted = true;
    };
  }, [first]);
  return loaded;
}

/**
 * Until the schema is loaded, no field is marked as invalid; a submit waits for the schema. `error(name)` returns an
 * error after the field was left or a submit was tried. `control(name)` goes on the input; `set` is for values that are
 * not typed. `failure` is the error of the last submit if no field caused it. Values stay after every error.
 */
export function useForm<S extends z.ZodType, N extends string>(options: FormOptions<S, N>) {
  const { schema, initial, words, empty, submit } = options;
  const [values, setValues] = useState(initial);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set<string>());
  const [serverErrors, setRefused] = useState<Errors>({});
  const [failure, setFailure] = useState<unknown>(null);
  const [pending, setPending] = useState(false);
  // The state is behind when Enter is pressed twice.
  const isBusy = useRef(false);
  const names = Object.keys(initial);
  const problems = (loadedSchema: S | null): Errors =>
    loadedSchema ? findErrors(loadedSchema, withoutEmpty(values), words, empty) : {};
  const wrong = problems(useLoaded(schema));

  const set = (name: N, value: string): void => {
    setValues((before) => ({ ...before, [name]: value }));
    setRefused(({ [name]: _gone, ...rest }) => rest);
  };
  const control = (name: N): FormControl => ({
    name,
    value: values[name],
    onChange: (event) => set(name, event.currentTarget.value),
    onBlur: ({ relatedTarget }) => {
      // A sentence that appears between press and release would move the submit button away from the pointer.
      if (values[name] === "" || (relatedTarget instanceof HTMLButtonElement && relatedTarget.type === "submit"))
        return;
      setLeft((before) => new Set(before).add(name));
    },
  });

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy.current) return;
    isBusy.current = true;
    const form = event.currentTarget;
    setLeft(new Set(names));
    setFailure(null);
    setPending(true);
    try {
      const localErrors = problems(await schema().catch(sayNotLoaded));
      if (focusFirst(form, localErrors)) return;
      await submit(withoutEmpty(values) as z.input<S>);
    } catch (submitError) {
      const errors = toServerErrors(submitError, names);
      setRefused(errors);
      if (!focusFirst(form, errors)) setFailure(submitError);
    } finally {
      isBusy.current = false;
      setPending(false);
    }
  };

  const error = (name: N): string | undefined => serverErrors[name] ?? (left.has(name) ? wrong[name] : undefined);
  return { values, set, control, error, onSubmit, pending, failure };
}
