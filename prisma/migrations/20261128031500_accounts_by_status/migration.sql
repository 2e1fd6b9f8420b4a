-- The accounts of a project that stopped are counted often.
CREATE INDEX CONCURRENTLY "connected_account_project_id_status_idx" ON "connected_account"("project_id", "status");
