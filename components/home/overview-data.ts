/** The numbers of the project, as the parts of the first page read them. */
import type { ResultOf } from "@/lib/contract/client";
import type { overviewApi } from "@/generated/addresses/overview";

export type Overview = ResultOf<typeof overviewApi.getOverview>;
