/** Records when an API key was last used, and from which address. */
import { isIP } from "node:net";
import { lastUsed } from "@/lib/kernel/database/last-used";
import { statement } from "@/lib/kernel/database/statement";

/** The address belongs to the use: a use without a known address clears the address of the use before. */
const WRITE = statement({
  name: "last-used.API keys",
  text: `UPDATE api_key k SET last_used_at = $2, last_used_from = u.address
    FROM unnest($1::text[], $3::text[]) AS u (id, address)
    WHERE k.id = u.id AND (k.last_used_at IS NULL OR k.last_used_at < $2::timestamptz - interval '1 minute')`,
});

const uses = lastUsed("API keys", WRITE, { withDetails: true });

export const { flush: flushKeyUses } = uses;

/** @param findAddress the client's address; a text that is no IP address, such as a proxy's "unknown", is not stored */
export const recordKeyUse = (id: string, findAddress?: () => string | undefined): void =>
  uses.record(id, () => {
    const address = findAddress?.();
    return address && isIP(address) ? address : undefined;
  });
