/**
 * A form that cannot be submitted before its script runs: the browser's own submit would put a password into the URL.
 */
"use client";
import { useEffect, useRef, useSyncExternalStore, type FormEvent, type ReactNode } from "react";

const subscribe = () => () => undefined;
const useHydrated = () =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );

type FormProps = {
  onSubmit: (event: FormEvent<HTMLFormElement>) => Promise<void>;
  children: ReactNode;
  still?: boolean;
};

/**
 * Focuses the first input once the script runs, unless something else has the focus or the form is `still` (settings
 * that are read-only for the user). `method` is a second safeguard: no value is written into the URL.
 */
export function Form({ onSubmit, children, still = false }: FormProps) {
  const ready = useHydrated();
  const fields = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    if (ready && !still && document.activeElement === document.body) fields.current?.querySelector("input")?.focus();
  }, [ready, still]);
  return (
    <form noValidate method="post" onSubmit={(event) => void onSubmit(event)}>
      <fieldset ref={fields} disabled={!ready} className="min-w-0 space-y-5">
        {children}
      </fieldset>
    </form>
  );
}
