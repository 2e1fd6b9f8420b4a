/** A form that nobody can send before its script runs: the browser's own sending would put a password into the address. */
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

/** The first field takes the focus once it can, unless something else has it or the form is `still`: settings that somebody may only read. `method` is the second net: nothing goes into an address. */
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
