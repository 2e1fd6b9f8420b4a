/** What every page stands in: the query cache with our retry rules. */
"use client";
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { signInApi } from "@/generated/addresses/access/sign-in";
import { chosenProject, ClientError } from "@/lib/contract/client";

/** A session that ended sends the person to the login page and back to where they were. */
function toLogin(): void {
  const { pathname, search } = window.location;
  if (pathname === "/login" || pathname === "/setup") return;
  window.location.assign(pathname === "/" ? "/login" : `/login?next=${encodeURIComponent(pathname + search)}`);
}

/** Only failures that a second try can heal are tried again: no answer, or the server's own fault. */
const retry = (failures: number, error: unknown): boolean =>
  failures < 1 && error instanceof ClientError && (error.status === 0 || error.status >= 500);

function newQueryClient(): QueryClient {
  const onError = (error: unknown): void => {
    if (!(error instanceof ClientError)) return;
    if (error.status === 401) toLogin();
    // Perhaps it is the project that is gone: who reads the session goes on in another one.
    if (error.status === 404 && chosenProject()) void client.invalidateQueries({ queryKey: [signInApi.getSession.id] });
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: { queries: { retry, staleTime: 10_000 }, mutations: { retry: false } },
  });
  return client;
}

export function Providers({ children }: { children: ReactNode }) {
  const [client] = useState(newQueryClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
