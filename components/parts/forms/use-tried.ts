/** What a form without a schema of its own finds missing: said at the fields once somebody tried to send it. */
"use client";
import { useState, type FormEvent } from "react";
import { flushSync } from "react-dom";

/** The sentence for each wrong field; undefined where it is right. */
export type Wrong<N extends string> = Readonly<Record<N, string | undefined>>;

export const isWrong = (wrong: Wrong<string>): boolean =>
  Object.values(wrong).some((sentence) => sentence !== undefined);

/** The sentence for a field that must not stay empty. */
export const required = (value: string, sentence: string): string | undefined =>
  value.trim() === "" ? sentence : undefined;

const ADDRESS = /^https?:\/\/[^/\s]/i;

/** The same for an address; the server judges all the rest of it. */
export const requiredAddress = (value: string, sentence: string): string | undefined =>
  required(value, sentence) ??
  (ADDRESS.test(value.trim()) ? undefined : "Enter a full address that begins with https://.");

/**
 * A button that sends is never gray for a missing field: pressed, it says what is missing, and the first such field
 * takes the focus. `mayGo` is for the form's `onSubmit`; it keeps the browser from sending, and is true when all is right.
 */
export function useTried<N extends string>(wrong: Wrong<N>) {
  const [tried, setTried] = useState(false);
  const mayGo = (event: FormEvent<HTMLFormElement>): boolean => {
    event.preventDefault();
    const form = event.currentTarget;
    const bad = isWrong(wrong);
    // Drawn at once, so that the field to go to is marked.
    flushSync(() => setTried(bad));
    if (bad) form.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
    return !bad;
  };
  const error = (name: N): string | undefined => (tried ? wrong[name] : undefined);
  return { mayGo, error };
}
