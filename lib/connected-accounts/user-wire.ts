/** End users and the history of accounts as the API shows them. */
import type { z } from "zod";
import type { AccountEvent } from "./account-events";
import type { connectedAccountsApi } from "./contract";
import type { EndUser } from "./users";

type Wire<Name extends keyof typeof connectedAccountsApi> = z.input<(typeof connectedAccountsApi)[Name]["response"]>;

export const toWireEvent = ({ at, ...event }: AccountEvent): Wire<"listAccountEvents">["items"][number] => ({ ...event, at: at.toISOString() });

export const toWireUser = ({ userId, total, active, failing, toolkits, lastConnectedAt }: EndUser): Wire<"listUsers">["items"][number] => ({
  user_id: userId, accounts: { total, active, failing }, toolkits, last_connected_at: lastConnectedAt.toISOString(),
});

export const toWireUserDetail = (user: EndUser): Wire<"getUser"> => ({ ...toWireUser(user), first_connected_at: user.firstConnectedAt.toISOString() });
