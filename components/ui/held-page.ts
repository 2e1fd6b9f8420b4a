/** The address that a person asked for without a network: it opens when the network is back. */
"use client";
import { useSyncExternalStore } from "react";

let address: string | null = null;
const listeners = new Set<() => void>();

/** @param next an address of the product; null when it is open, or no longer wanted */
export function holdPage(next: string | null): void {
  address = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const useHeldPage = (): string | null =>
  useSyncExternalStore(
    subscribe,
    () => address,
    () => null,
  );
