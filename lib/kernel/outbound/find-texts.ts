/** Finds the TXT records of a name, by the DNS servers of the operator. */
import { promises as dns } from "node:dns";
import { env } from "../process/env";
import { freeSlot, tryTakeSlot } from "../concurrency/slots";
import { ApiError } from "../errors";

/** For all tries together. */
const LOOKUP_MS = 5000;
const FIRST_TRY_MS = 2000;
const ROOM = { total: 16, share: 2 };
const GATE = "text look-ups";
const MAX_RECORDS = 200;

const IS_NONE = /^(ENOTFOUND|ENODATA|EBADNAME|ENONAME)$/;
const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? "unknown");

const unanswered = (message: string, cause?: unknown) =>
  new ApiError("Unprocessable", message, { suggestedFix: "Try again in a minute.", cause });

/**
 * The texts of a name's TXT records, each put together from its pieces; none for a name without.
 * @param organizationId who asks: each has a limited number of look-ups at a time
 * @throws ApiError Unprocessable if no DNS server answers
 */
export async function findTexts(organizationId: string, name: string): Promise<string[]> {
  if (!tryTakeSlot(GATE, organizationId, ROOM)) throw unanswered("Too many DNS look-ups run at this moment.");
  const resolver = new dns.Resolver({ timeout: FIRST_TRY_MS, tries: 3 });
  const { dnsServers } = env();
  if (dnsServers.length > 0) resolver.setServers(dnsServers);
  const timer = setTimeout(() => resolver.cancel(), LOOKUP_MS);
  try {
    const records = await resolver.resolveTxt(name);
    return records.slice(0, MAX_RECORDS).map((pieces) => pieces.join(""));
  } catch (error) {
    if (IS_NONE.test(codeOf(error))) return [];
    throw unanswered(`Couldn’t look up the TXT records of ${name} (${codeOf(error)}).`, error);
  } finally {
    clearTimeout(timer);
    freeSlot(GATE, organizationId);
  }
}
