/** An auth config as the API shows it, for the parts of its page. */
import type { authConfigsApi } from "@/lib/auth-configs/contract";
import type { ResultOf } from "@/lib/contract/client";

export type AuthConfig = ResultOf<typeof authConfigsApi.getAuthConfig>;
