/** A toolkit as the API shows it, for the parts of its page. */
import type { catalogApi } from "@/lib/catalog/contract";
import type { ResultOf } from "@/lib/contract/client";

export type Toolkit = ResultOf<typeof catalogApi.getToolkit>;
