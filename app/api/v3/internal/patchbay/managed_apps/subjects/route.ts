/** GET /api/v3/internal/patchbay/managed_apps/subjects */
import { authConfigsApi } from "@/lib/auth-configs/contract";
import { findManagedSubjects } from "@/lib/auth-configs/managed-subjects";
import { toManagedSubjects } from "@/lib/auth-configs/managed-wire";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const GET = defineRoute(authConfigsApi.listManagedSubjects, async () =>
  toManagedSubjects(await findManagedSubjects()),
);
