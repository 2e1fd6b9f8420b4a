/** All trigger types in short: what somebody who looks for one has to see of it. */
import type { z } from "zod";
import { listTriggerTypes } from "@/lib/catalog/read/find-trigger-type";
import { requireToolkit } from "@/lib/catalog/read/find-toolkits";
import { db } from "@/lib/kernel/database/db";
import { waysOf } from "../instances/polling-options";
import type { triggerPagesApi } from "./contract";

type Answer = z.input<(typeof triggerPagesApi)["listShortTriggerTypes"]["response"]>;

/** More than there are: they are data of the catalog, not of anybody's making. */
const ALL = 10_000;

/** By slug. */
export async function shortTypes(projectId: string): Promise<Answer["items"]> {
  const [{ page }, groups] = await Promise.all([
    listTriggerTypes(projectId, {}, { limit: ALL }),
    db.triggerInstance.groupBy({ by: ["slug"], where: { projectId }, _count: true }),
  ]);
  const triggers = new Map(groups.map(({ slug, _count: count }) => [slug, count]));
  return Promise.all(
    page.items.map(async (type) => {
      const { slug, name, description, kind, toolkitSlug, needsEndpoint, run } = type;
      const toolkit = await requireToolkit(projectId, toolkitSlug);
      return {
        slug,
        name,
        description,
        type: kind,
        types: waysOf(type),
        toolkit: { slug: toolkit.slug, name: toolkit.name },
        requires_webhook_endpoint_setup: needsEndpoint,
        takes_webhook_endpoint: Object.keys(run.ingress?.setup ?? {}).length > 0,
        triggers: triggers.get(slug) ?? 0,
      };
    }),
  );
}
