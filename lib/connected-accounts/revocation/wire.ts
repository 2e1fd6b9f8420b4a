/** Converts revocations to the form of the API. */
import type { z } from "zod";
import type { RevocationItem } from "@/generated/prisma/client";
import type { revocationApi } from "./contract";
import type { RevocationProgress } from "./list-revocations";

type Wire<Name extends keyof typeof revocationApi> = z.input<(typeof revocationApi)[Name]["response"]>;
type Item = Wire<"getRevocationReport">["accounts"][number];

/** The progress of a job. */
export const toWireRevocation = ({
  createdAt,
  finishedAt,
  keptElsewhere,
  ...job
}: RevocationProgress): Wire<"getRevocation"> => ({
  ...job,
  kept_elsewhere: keptElsewhere,
  status: finishedAt ? "done" : "running",
  created_at: createdAt.toISOString(),
  finished_at: finishedAt?.toISOString() ?? null,
});

const toItem = (item: RevocationItem): Item => ({
  account_id: item.accountId,
  user_id: item.userId,
  alias: item.alias,
  toolkit_slug: item.toolkitSlug,
  auth_config_id: item.authConfigId,
  status: item.status as Item["status"],
  revoked_tokens: item.revokedTokens as Item["revoked_tokens"],
  answer: item.answer,
  attempts: item.attempts,
  finished_at: item.finishedAt?.toISOString() ?? null,
});

/** A job with a page of its accounts. */
export const toWireReport = (
  job: RevocationProgress,
  { items, nextCursor }: { items: RevocationItem[]; nextCursor: string | null },
): Wire<"getRevocationReport"> => ({ ...toWireRevocation(job), accounts: items.map(toItem), next_cursor: nextCursor });
