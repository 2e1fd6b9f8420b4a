/** PATCH, DELETE /api/v3/internal/patchbay/managed_apps/{id} */
import { authConfigsApi } from "@/lib/auth-configs/contract";
import { deleteManagedApp, updateManagedApp } from "@/lib/auth-configs/managed-apps";
import { toManagedApp, toManagedAppChange } from "@/lib/auth-configs/managed-wire";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const PATCH = defineRoute(authConfigsApi.updateManagedApp, async ({ params, body }) =>
  toManagedApp(await updateManagedApp(params.id, toManagedAppChange(body))),
);

export const DELETE = defineRoute(authConfigsApi.deleteManagedApp, async ({ params }) => {
  await deleteManagedApp(params.id);
  return { success: true };
});
