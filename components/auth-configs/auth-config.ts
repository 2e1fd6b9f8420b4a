/** An auth config as the API shows it, for the parts of its page. */
import type { authConfigsApi } from "@/generated/addresses/auth-configs";
import type { ResultOf } from "@/lib/contract/client";

export type AuthConfig = ResultOf<typeof authConfigsApi.getAuthConfig>;
