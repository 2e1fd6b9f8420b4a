-- The end of a provider ends its sign-ins between their two steps.
CREATE INDEX CONCURRENTLY "pending_sign_in_provider_id_idx" ON "pending_sign_in"("provider_id");
