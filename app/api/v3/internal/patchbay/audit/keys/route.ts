/** GET /api/v3/internal/patchbay/audit/keys: for anyone who verifies an audit trail or a receipt. */
import { auditApi } from "@/lib/access/audit/contract";
import { findPublicKeys } from "@/lib/access/audit/signing-key";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const GET = defineRoute(auditApi.getAuditKeys, async () => ({ keys: await findPublicKeys() }));
