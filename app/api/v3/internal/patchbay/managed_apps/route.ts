/** GET, POST /api/v3/internal/patchbay/managed_apps */
import { authConfigsApi } from "@/lib/auth-configs/contract";
import { createManagedApp, listManagedApps } from "@/lib/auth-configs/managed-apps";
import { toManagedApp, toManagedApps, toNewManagedApp } from "@/lib/auth-configs/managed-wire";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const GET = defineRoute(authConfigsApi.listManagedApps, async () => toManagedApps(await listManagedApps()));

export const POST = defineRoute(authConfigsApi.createManagedApp, async ({ body }) =>
  toManagedApp(await createManagedApp(toNewManagedApp(body))),
);
