-- The job of each minute looks for accounts by it.
CREATE INDEX CONCURRENTLY "connected_account_status_renew_at_idx" ON "connected_account"("status", "renew_at");
