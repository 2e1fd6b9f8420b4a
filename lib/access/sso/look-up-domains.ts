/**
 * Looks up each day whether the records of proven domains are still there. A missing record is only shown: a mistake in
 * DNS must not shut out a company.
 */
import type { SsoDomain } from "@/generated/prisma/client";
import { db } from "@/lib/kernel/database/db";
import { findTexts } from "@/lib/kernel/outbound/find-texts";
import { log, type Origin } from "@/lib/kernel/process/log";
import { inSeconds, now } from "@/lib/kernel/time/clock";
import { recordName, recordValue } from "./prove-domain";

const DAY_SECONDS = 86_400;
/** Of one run. There is one each hour, and only domains that were not looked up for a day are due. */
const MOST_LOOKS = 500;
/** If so many look-ups in turn have no answer, it may be that no DNS server answers at all. */
const MOST_UNANSWERED = 3;
/** A look-up without an answer is repeated after so long, and does not hold up the domains after it. */
const AGAIN_SECONDS = 4 * 3600;

const findDue = (): Promise<SsoDomain[]> =>
  db.ssoDomain.findMany({
    where: {
      provenDomain: { not: null },
      OR: [{ checkedAt: null }, { checkedAt: { lte: inSeconds(-DAY_SECONDS) } }],
    },
    orderBy: [{ checkedAt: { sort: "asc", nulls: "first" } }, { id: "asc" }],
    take: MOST_LOOKS,
  });

/** Unless the domain was proven again, or lost, in the meantime. */
async function store({ id, provenAt, goneAt }: SsoDomain, isPresent: boolean): Promise<void> {
  await db.ssoDomain.updateMany({
    where: { id, provenAt },
    data: { checkedAt: now(), goneAt: isPresent ? null : (goneAt ?? now()) },
  });
}

async function lookUp(row: SsoDomain, on: Origin): Promise<void> {
  const { domain, organizationId, token, goneAt } = row;
  const texts = await findTexts(organizationId, recordName(domain));
  const isPresent = texts.includes(recordValue(token));
  await store(row, isPresent);
  if (!isPresent && !goneAt)
    log.warn(on, "the record of a proven domain is gone, so another organization can prove it", {
      organizationId,
      domain,
    });
}

export async function lookUpDomains(on: Origin): Promise<void> {
  let unanswered = 0;
  for (const row of await findDue()) {
    try {
      await lookUp(row, on);
      unanswered = 0;
    } catch (error) {
      log.warn(on, "the record of a proven domain could not be looked up", { domain: row.domain, error });
      await db.ssoDomain.updateMany({
        where: { id: row.id, provenAt: row.provenAt },
        data: { checkedAt: inSeconds(AGAIN_SECONDS - DAY_SECONDS) },
      });
      if (++unanswered === MOST_UNANSWERED) return;
    }
  }
}
