/** A managed app as the operator's page shows it, and what must be read again when one changes. */
import { authConfigsApi } from "@/generated/addresses/auth-configs";
import { catalogApi } from "@/generated/addresses/catalog";
import type { ResultOf } from "@/lib/contract/client";

export type ManagedApp = ResultOf<typeof authConfigsApi.createManagedApp>;

/** The fields that show whether a toolkit has a managed app. */
export const MANAGED_READERS = [authConfigsApi.listManagedApps, catalogApi.getToolkit, catalogApi.listToolkits];
