/** PATCH, DELETE /api/v3/internal/patchbay/managed_apps/{id} */
import { requireOperator } from "@/lib/access/organizations";
import { authConfigsApi } from "@/lib/auth-configs/contract";
import { deleteManagedApp, updateManagedApp } from "@/lib/auth-configs/managed-clients";
import { toManagedApp, toManagedAppChange } from "@/lib/auth-configs/managed-wire";
import { defineRoute } from "@/lib/http/define-route";

export const PATCH = defineRoute(authConfigsApi.updateManagedApp, async ({ params, body }, caller) => {
  await requireOperator(caller);
  return toManagedApp(await updateManagedApp(params.id, toManagedAppChange(body)));
});

export const DELETE = defineRoute(authConfigsApi.deleteManagedApp, async ({ params }, caller) => {
  await requireOperator(caller);
  await deleteManagedApp(params.id);
  return { success: true };
});
