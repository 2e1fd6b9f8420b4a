/** The email domains of an organization: whoever can write their DNS proves them. */
import type { z } from "zod";
import type { SsoDomain } from "@/generated/prisma/client";
import { db, isUniqueViolation, type Db } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import { newId, newToken } from "@/lib/kernel/ids";
import { findTexts } from "@/lib/kernel/outbound/find-texts";
import { takeToken } from "@/lib/kernel/rate-limit/take-token";
import { now } from "@/lib/kernel/time/clock";
import type { SignInCaller } from "../caller";
import { MAX_DOMAINS, type ssoApi } from "./contract";
import { keepLeadingIn } from "./keep-leading-in";
import { lockSso, requireProvider } from "./update-provider";

type Wire<Name extends keyof typeof ssoApi> = z.input<(typeof ssoApi)[Name]["response"]>;

/** Each asks a DNS server. */
const LOOKS = { requests: 30, seconds: 60 };

export const recordName = (domain: string): string => `_patchbay.${domain}`;
export const recordValue = (token: string): string => `patchbay-domain=${token}`;

export const toWireDomain = (row: SsoDomain): Wire<"addSsoDomain"> => ({
  ...{ id: row.id, domain: row.domain, provider_id: row.providerId },
  ...{ record_name: recordName(row.domain), record_value: recordValue(row.token) },
  ...(row.provenAt && { proven_at: row.provenAt.toISOString() }),
  ...(row.goneAt && { record_gone_since: row.goneAt.toISOString() }),
  created_at: row.createdAt.toISOString(),
});

export const findDomains = (organizationId: string): Promise<SsoDomain[]> =>
  db.ssoDomain.findMany({
    where: { organizationId },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    take: MAX_DOMAINS,
  });

async function requireDomain(organizationId: string, id: string, tx: Pick<Db, "ssoDomain"> = db): Promise<SsoDomain> {
  const row = await tx.ssoDomain.findFirst({ where: { organizationId, id } });
  if (row) return row;
  throw new ApiError("NotFound", `There is no domain ${id.slice(0, 40)} in this organization.`, {
    suggestedFix: "List the organization's single sign-on.",
  });
}

const conflict = (message: string, suggestedFix: string, cause?: unknown) =>
  new ApiError("Conflict", message, { suggestedFix, headers: { "x-should-retry": "false" }, cause });

/**
 * @throws ApiError Conflict for a domain that the organization has, and for too many; NotFound for another's provider
 */
export async function addDomain(
  caller: SignInCaller,
  { domain, provider_id: providerId }: z.output<typeof ssoApi.addSsoDomain.body>,
): Promise<SsoDomain> {
  const { organizationId } = caller;
  try {
    return await db.$transaction(async (tx) => {
      await lockSso(tx, caller);
      if (providerId !== null) await requireProvider(organizationId, providerId, tx);
      if ((await tx.ssoDomain.count({ where: { organizationId } })) >= MAX_DOMAINS)
        throw conflict(`An organization has ${MAX_DOMAINS} domains at most.`, "Delete one that is no longer needed.");
      const [id, token] = [newId("ssoDomain"), newToken("")];
      return tx.ssoDomain.create({ data: { id, organizationId, domain, token, providerId, createdAt: now() } });
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw conflict(`Your organization has ${domain} already.`, "List the organization's single sign-on.", error);
  }
}

/** @throws ApiError NotFound for a domain, or a provider, that is not the organization's; as `keepLeadingIn` */
export const updateDomain = (caller: SignInCaller, id: string, providerId: string | null): Promise<SsoDomain> =>
  db.$transaction(async (tx) => {
    await lockSso(tx, caller);
    await requireDomain(caller.organizationId, id, tx);
    if (providerId !== null) await requireProvider(caller.organizationId, providerId, tx);
    return keepLeadingIn(tx, caller.organizationId, () => tx.ssoDomain.update({ where: { id }, data: { providerId } }));
  });

/** @returns the domain. @throws ApiError NotFound for one that is not the organization's; as `keepLeadingIn` */
export const deleteDomain = (caller: SignInCaller, id: string): Promise<string> =>
  db.$transaction(async (tx) => {
    await lockSso(tx, caller);
    const { domain } = await requireDomain(caller.organizationId, id, tx);
    await keepLeadingIn(tx, caller.organizationId, () => tx.ssoDomain.delete({ where: { id } }));
    return domain;
  });

/** The organization that has proven a domain, if its record is still there. */
async function findHolder({ domain, organizationId }: SsoDomain, texts: readonly string[]) {
  const holder = await db.ssoDomain.findUnique({ where: { provenDomain: domain } });
  return holder && holder.organizationId !== organizationId
    ? { id: holder.id, isPresent: texts.includes(recordValue(holder.token)) }
    : null;
}

/**
 * Proves a domain by its TXT record. A domain belongs to one organization: whose record is gone loses it to the next.
 * @throws ApiError NotFound for a domain that is not the organization's; Unprocessable without the record; Conflict for
 *   a domain that another organization has proven and still proves; TooManyRequests
 */
export async function proveDomain(caller: SignInCaller, id: string): Promise<SsoDomain> {
  const { organizationId } = caller;
  const row = await requireDomain(organizationId, id);
  const { allowed, resetSeconds } = await takeToken({ subject: `sso-domains:${organizationId}`, ...LOOKS });
  if (!allowed)
    throw new ApiError("TooManyRequests", "Your organization looks for records too often.", {
      suggestedFix: `Try again in ${resetSeconds} seconds.`,
      headers: { "retry-after": String(resetSeconds) },
    });
  const texts = await findTexts(organizationId, recordName(row.domain));
  if (!texts.includes(recordValue(row.token)))
    throw new ApiError("Unprocessable", `No TXT record of ${recordName(row.domain)} has the expected value.`, {
      suggestedFix: `Add a TXT record with the value ${recordValue(row.token)}; it can take a while to be visible.`,
    });
  const holder = await findHolder(row, texts);
  const refuseHeld = () =>
    conflict(`Another organization of this server has proven ${row.domain}.`, "Take its TXT record away first.");
  if (holder?.isPresent) throw refuseHeld();
  try {
    return await db.$transaction(async (tx) => {
      await lockSso(tx, caller);
      if (holder)
        await tx.ssoDomain.updateMany({
          where: { id: holder.id },
          data: { provenDomain: null, provenAt: null, goneAt: null },
        });
      await requireDomain(organizationId, id, tx);
      return tx.ssoDomain.update({
        where: { id },
        data: { provenDomain: row.domain, provenAt: now(), checkedAt: now(), goneAt: null },
      });
    });
  } catch (error) {
    throw isUniqueViolation(error) ? refuseHeld() : error;
  }
}
