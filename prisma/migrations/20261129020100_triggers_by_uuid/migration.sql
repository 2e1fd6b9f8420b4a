-- Triggers are looked up by a UUID that is made of the hash of their ID.
CREATE INDEX CONCURRENTLY "trigger_instance_project_id_hash_idx" ON "trigger_instance"("project_id", left(encode(sha256(replace("id", '\', '\\')::bytea), 'hex'), 12));
