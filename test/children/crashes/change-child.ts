/**
 * Makes one change in a process of its own that a test can kill: revokes an API key by a request with a cookie, or
 * decides about a call by the token of a link.
 */
import { DELETE as revokeKey } from "@/app/api/v3/internal/patchbay/api_keys/[id]/route";
import { submitApproval } from "@/lib/approval-links/show-approval";
import { ON } from "../../builders/origin";

const ORIGIN = "http://localhost:3000";
const [what, subject = "", cookie = ""] = process.argv.slice(2);

process.send?.("ready");
await new Promise((resolve) => process.once("message", resolve));
if (what === "revoke")
  await revokeKey(
    new Request(`${ORIGIN}/api/v3/internal/patchbay/api_keys/${subject}`, {
      method: "DELETE",
      headers: { cookie, origin: ORIGIN },
    }),
    { params: Promise.resolve({ id: subject }) },
  );
else await submitApproval(subject, { decision: "once" }, { language: "en", address: undefined, ...ON });
process.exit(0);
