-- The keys of an organization, newest first. Alone in its file, because it cannot run in a transaction.
CREATE INDEX CONCURRENTLY "api_key_organization_id_created_at_idx" ON "api_key"("organization_id", "created_at");
