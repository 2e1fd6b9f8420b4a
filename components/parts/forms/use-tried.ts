/** Checks a form without a schema of its own; errors are shown at the fields after the first attempt to submit. */
"use client";
import { useState, type FormEvent } from "react";
import { flushSync } from "react-dom";

/** The error for each invalid field; undefined if the field is valid. */
export type Wrong<N extends string> = Readonly<Record<N, string | undefined>>;

export const isWrong = (wrong: Wrong<string>): boolean =>
  Object.values(wrong).some((sentence) => sentence !== undefined);

/** The error for a required field that is empty. */
export const required = (value: string, sentence: string): string | undefined =>
  value.trim() === "" ? sentence : undefined;

const ADDRESS = /^https?:\/\/[^/\s]/i;

/** Like `required`, for a URL; the server checks the rest of it. */
export const requiredAddress = (value: string, sentence: string): string | undefined =>
  required(value, sentence) ?? (ADDRESS.test(value.trim()) ? undefined : "Enter a full URL starting with https://.");

/**
 * A submit button is never disabled because of a missing field. When it is pressed, the form shows the errors and
 * focuses the first invalid field. Use `mayGo` in the form's `onSubmit`: it stops the browser's own submit and returns
 * true if all fields are valid.
 */
export function useTried<N extends string>(wrong: Wrong<N>) {
  const [wasTried, setTried] = useState(false);
  const mayGo = (event: FormEvent<HTMLFormElement>): boolean => {
    event.preventDefault();
    const form = event.currentTarget;
    const bad = isWrong(wrong);
    // Rendered at once, so that the field to focus is marked.
    flushSync(() => setTried(bad));
    if (bad) form.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
    return !bad;
  };
  const error = (name: N): string | undefined => (wasTried ? wrong[name] : undefined);
  return { mayGo, error, wasTried };
}
