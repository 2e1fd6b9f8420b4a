/** A toolkit as the API shows it, for the parts of its page. */
import type { catalogApi } from "@/generated/addresses/catalog";
import type { ResultOf } from "@/lib/contract/client";

export type Toolkit = ResultOf<typeof catalogApi.getToolkit>;
