/** A form over an operation's body: the contract decides what is right, the form decides when to say so. */
"use client";
import { useEffect, useState, type ChangeEvent, type FocusEvent, type FormEvent } from "react";
import type { z } from "zod";
import { ClientError } from "@/lib/contract/client";

export type FormOptions<S extends z.ZodType, N extends string> = {
  /**
   * Loads the operation's body (or a part of it), from a file of its own (`form-schemas.ts`): pages are there before it. An
   * empty text counts as absent.
   */
  schema: () => Promise<S>;
  initial: Record<N, string>;
  /** The sentence for a wrong field, instead of the schema's own. */
  words?: Partial<Record<N, string>>;
  /** The sentence for a field that is empty and must not be. */
  empty?: Partial<Record<N, string>>;
  submit: (values: z.input<S>) => Promise<void>;
};

type Errors = Record<string, string>;

/** What goes on the control of a field, of one line or many. */
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
  const found: Errors = {};
  for (const issue of result.error.issues) {
    const name = String(issue.path[0] ?? "");
    found[name] ??= (values[name] === undefined ? empty[name] : undefined) ?? words[name] ?? toSentence(issue.message);
  }
  return found;
}

/** The contract says "must have at most 100 characters"; beside a field that is a sentence about it. */
function toSentence(message: string): string {
  const sentence = message.startsWith("must ") ? `This ${message}` : message;
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

/** Texts as the operation takes them: an empty field is left out. */
export const withoutEmpty = (values: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ""));

/** The field errors that the server wrote as `name: sentence`. */
function toServerErrors(failure: unknown, names: readonly string[]): Errors {
  const lines = failure instanceof ClientError ? (failure.detail.errors ?? []) : [];
  return Object.fromEntries(
    names.flatMap((name) => {
      const line = lines.find((one) => one.startsWith(`${name}:`) || one.startsWith(`body.${name}:`));
      return line ? [[name, toSentence(line.slice(line.indexOf(":") + 1).trim())]] : [];
    }),
  );
}

function sayNotLoaded(): never {
  throw new ClientError("A part of this page did not load.", 0, {
    suggestedFix: "Check your connection and that Patchbay is running, then try again.",
  });
}

/** Whether any field is wrong; the first of the form takes the focus. */
function focusFirst(form: HTMLFormElement, errors: Errors): boolean {
  const wrong = [...form.elements].find((element) => (element.getAttribute("name") ?? "") in errors);
  if (wrong instanceof HTMLElement) wrong.focus();
  return Object.keys(errors).length > 0;
}

/** What the first `load` brings, and null until then. A load that failed is told by the submit, which tries again. */
function useLoaded<T>(load: () => Promise<T>): T | null {
  const [first] = useState(() => load);
  const [loaded, setLoaded] = useState<T | null>(null);
  useEffect(() => {
    let gone = false;
    first().then(
      (found) => gone || setLoaded(() => found),
      () => null,
    );
    return () => {
      gone = true;
    };
  }, [first]);
  return loaded;
}

/**
 * Before the schema is there, nothing is called wrong; a submit waits for it. `error(name)` speaks after the field was left
 * or a submit was tried; `control(name)` goes on the input, `set` is for what is not typed; `failure` is what the last submit threw when no field is to blame. Values stay on every error.
 */
export function useForm<S extends z.ZodType, N extends string>({
  schema,
  initial,
  words,
  empty,
  submit,
}: FormOptions<S, N>) {
  const [values, setValues] = useState(initial);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set<string>());
  const [refused, setRefused] = useState<Errors>({});
  const [failure, setFailure] = useState<unknown>(null);
  const [pending, setPending] = useState(false);
  const names = Object.keys(initial);
  const problems = (known: S | null): Errors => (known ? findErrors(known, withoutEmpty(values), words, empty) : {});
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
      // A sentence that appears between press and release would move the submit button away from under the pointer.
      if (values[name] === "" || (relatedTarget instanceof HTMLButtonElement && relatedTarget.type === "submit"))
        return;
      setLeft((before) => new Set(before).add(name));
    },
  });

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    setLeft(new Set(names));
    setFailure(null);
    setPending(true);
    try {
      const found = problems(await schema().catch(sayNotLoaded));
      if (focusFirst(form, found)) return;
      await submit(withoutEmpty(values) as z.input<S>);
    } catch (thrown) {
      const errors = toServerErrors(thrown, names);
      setRefused(errors);
      if (!focusFirst(form, errors)) setFailure(thrown);
    } finally {
      setPending(false);
    }
  };

  const error = (name: N): string | undefined => refused[name] ?? (left.has(name) ? wrong[name] : undefined);
  return { values, set, control, error, onSubmit, pending, failure };
}
