/** A toolkit in the list of a session's connections. */
import type { metaApi } from "@/generated/addresses/sessions/meta-tools";
import type { ResultOf } from "@/lib/contract/client";

export type SessionToolkit = ResultOf<typeof metaApi.listSessionToolkits>["items"][number];
