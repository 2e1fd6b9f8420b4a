/** The schema of the connect link form. Loaded after the page, because schemas are large. */
import { connectedAccountsApi } from "@/lib/connected-accounts/contract";

export const NewLink = connectedAccountsApi.createConnectLink.body.pick({
  auth_config_id: true,
  user_id: true,
  alias: true,
});
