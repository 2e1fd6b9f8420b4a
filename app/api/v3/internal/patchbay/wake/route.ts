/** POST /api/v3/internal/patchbay/wake */
import { backupApi } from "@/lib/backup/contract";
import { wakeServer } from "@/lib/backup/wake-server";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const POST = defineRoute(backupApi.wakeServer, async () => ({ woken: await wakeServer() }));
