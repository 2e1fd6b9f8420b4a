/** A connected account as the API shows it, for the parts of its page. */
import type { connectedAccountsApi } from "@/generated/addresses/connected-accounts";
import type { ResultOf } from "@/lib/contract/client";

export type Account = ResultOf<typeof connectedAccountsApi.getConnectedAccount>;
