/** Loads compiled trigger types into the database, in the transaction that loads their toolkits. */
import type { PoolClient } from "pg";
import { rowsOf, statement } from "@/lib/kernel/database/statement";
import type { CompiledTriggerType } from "../trigger-type";

const NO_LONGER_LATEST = statement({
  name: "catalog.triggers-no-longer-latest",
  text: "UPDATE trigger_type SET is_latest = false WHERE is_latest",
});
const STORE = statement({
  name: "catalog.store-triggers",
  text: `INSERT INTO trigger_type (id, slug, toolkit_slug, version, is_latest, name, description, instructions, kind,
      config, payload, sample, needs_endpoint, run)
    SELECT t.slug || '@' || k.version, t.slug, t."toolkitSlug", k.version, true, t.name, t.description, t.instructions,
      t.kind, t.config, t.payload, t.sample, t."needsEndpoint", t.run
    FROM json_to_recordset($1) AS t(slug text, "toolkitSlug" text, name text, description text, instructions text,
      kind text, config json, payload json, sample json, "needsEndpoint" boolean, run jsonb)
    JOIN toolkit k ON k.project_id IS NULL AND k.slug = t."toolkitSlug"
    ON CONFLICT (id) DO UPDATE SET toolkit_slug = excluded.toolkit_slug, is_latest = true, name = excluded.name,
      description = excluded.description, instructions = excluded.instructions, kind = excluded.kind,
      config = excluded.config, payload = excluded.payload, sample = excluded.sample,
      needs_endpoint = excluded.needs_endpoint, run = excluded.run`,
});
/**
 * Trigger types of versions that no toolkit has any longer, and those that a toolkit version had before its file was
 * changed.
 */
const DELETE_GONE = statement({
  name: "catalog.delete-triggers",
  text: `DELETE FROM trigger_type WHERE NOT EXISTS (
    SELECT 1 FROM toolkit k WHERE k.project_id IS NULL AND k.slug = trigger_type.toolkit_slug
      AND trigger_type.version = ANY(k.available_versions)
      AND (trigger_type.is_latest OR trigger_type.version <> k.version))`,
});
const COUNT = statement({
  name: "catalog.count-triggers",
  text: `UPDATE toolkit SET triggers_count = (
    SELECT count(*) FROM trigger_type t WHERE t.toolkit_slug = toolkit.slug AND t.is_latest) WHERE project_id IS NULL`,
});

/** Stores them under the versions of their toolkits; those of toolkits that are not loaded are left out. */
export async function installTriggers(client: PoolClient, triggers: readonly CompiledTriggerType[]): Promise<void> {
  await rowsOf(NO_LONGER_LATEST, [], client);
  await rowsOf(STORE, [JSON.stringify(triggers)], client);
  await rowsOf(DELETE_GONE, [], client);
  await rowsOf(COUNT, [], client);
}
