-- The job of each minute looks for accounts by it.
CREATE INDEX CONCURRENTLY "connected_account_status_expires_at_idx" ON "connected_account"("status", "expires_at");
