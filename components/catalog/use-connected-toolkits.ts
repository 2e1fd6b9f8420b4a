/** Which toolkits have an account that works. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { query } from "@/lib/contract/client";
import { overviewApi } from "@/generated/addresses/overview";

/** Slugs of the toolkits with an ACTIVE account; undefined until it is known. Each page reads them again. */
export function useConnectedToolkits(enabled = true): ReadonlySet<string> | undefined {
  const connected = useQuery({ ...query(overviewApi.listConnectedToolkits, {}), enabled });
  return connected.data
    ? new Set(connected.data.items.map(({ slug }) => slug))
    : connected.isError
      ? new Set()
      : undefined;
}

/** Those of connected toolkits first, each half in its order. */
export const connectedFirst = <T>(items: readonly T[], isConnected: (item: T) => boolean): T[] => [
  ...items.filter(isConnected),
  ...items.filter((item) => !isConnected(item)),
];
