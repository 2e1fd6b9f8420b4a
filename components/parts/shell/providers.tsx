/** The wrapper of every page that calls the API: the query cache with our retry rules. */
"use client";
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState, useSyncExternalStore, type ReactNode } from "react";
import { signInApi } from "@/generated/addresses/access/sign-in";
import { chosenProject, ClientError } from "@/lib/contract/client";
import { asksForProof, onFreshQuestion, SECOND_STEP_REQUIRED, SSO_REQUIRED } from "@/lib/contract/confirm-again";

// only a person whose sign-in is older than ten minutes is asked
const ConfirmPersonWindow = dynamic(
  () =>
    import("@/components/access/factors/confirm-person-window").then(({ ConfirmPersonWindow }) => ConfirmPersonWindow),
  { ssr: false },
);

/**
 * After a sign-in has expired, or before a required setup, opens the login page, which then returns the user to this
 * page.
 */
function toLogin(): void {
  const { pathname, search } = window.location;
  if (pathname === "/login" || pathname === "/setup") return;
  window.location.assign(pathname === "/" ? "/login" : `/login?next=${encodeURIComponent(pathname + search)}`);
}

/** Retries only failures that a second attempt can solve: no answer, or the server's own fault. */
const retry = (failures: number, error: unknown): boolean =>
  failures < 1 && error instanceof ClientError && (error.status === 0 || error.status >= 500);

function newQueryClient(): QueryClient {
  const onError = (error: unknown): void => {
    if (!(error instanceof ClientError)) return;
    const { slug = "" } = error.detail;
    if (error.status === 401 || [SECOND_STEP_REQUIRED, SSO_REQUIRED].includes(slug)) toLogin();
    // The project itself can be gone: reading the session again switches to another project.
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
  return (
    <QueryClientProvider client={client}>
      {children}
      <FreshQuestion />
    </QueryClientProvider>
  );
}

function FreshQuestion() {
  const isAsking = useSyncExternalStore(onFreshQuestion, asksForProof, () => false);
  return isAsking ? <ConfirmPersonWindow /> : null;
}
