/** A note that the project's app finishes connections, if it verifies who comes back from a provider. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { isRedirectScheme } from "@/components/auth-configs/scheme-words";
import { Alert } from "@/components/ui/alert";
import { projectsApi } from "@/generated/addresses/access/projects";
import type { connectedAccountsApi } from "@/generated/addresses/connected-accounts";
import { query, type ResultOf } from "@/lib/contract/client";

type Account = ResultOf<typeof connectedAccountsApi.getConnectedAccount>;

export function VerifierNote({ account }: { account: Pick<Account, "user_id" | "auth_config"> }) {
  const verifier = useQuery(query(projectsApi.getProjectConfig, {})).data?.oauth_callback_verifier_url;
  if (!verifier || !isRedirectScheme(account.auth_config.auth_scheme)) return null;
  return (
    <Alert tone="info" title="Your app finishes this connection">
      After consent, the user goes to <code className="wrap-anywhere">{verifier}</code>. The account is only connected
      if they’re signed in there as <code className="wrap-anywhere">{account.user_id}</code>.
    </Alert>
  );
}
