-- The end of a provider ends its sign-ins.
CREATE INDEX CONCURRENTLY "user_session_provider_id_idx" ON "user_session"("provider_id");
