/** The project that its settings show, and what must be read again when they change. */
import { accessApi } from "@/generated/addresses/access";
import type { ResultOf } from "@/lib/contract/client";

export type Project = ResultOf<typeof accessApi.getProject>;

/** Queries that contain a project's name or settings. */
export const PROJECT_READERS = [accessApi.getProject, accessApi.getProjectConfig, accessApi.getSession];
