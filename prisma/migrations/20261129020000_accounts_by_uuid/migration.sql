-- Accounts are looked up by a UUID that is made of the hash of their ID.
CREATE INDEX CONCURRENTLY "connected_account_project_id_hash_idx" ON "connected_account"("project_id", left(encode(sha256(replace("id", '\', '\\')::bytea), 'hex'), 12));
