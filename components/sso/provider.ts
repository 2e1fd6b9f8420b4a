/** A provider of single sign-on, as the settings show it. */
import type { ssoApi } from "@/generated/addresses/access/sso";
import type { ResultOf } from "@/lib/contract/client";

export type Provider = ResultOf<typeof ssoApi.getSso>["providers"][number];
