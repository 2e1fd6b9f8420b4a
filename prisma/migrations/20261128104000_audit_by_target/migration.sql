-- The events of one object, for its name and for a filter. Alone in its file, because it cannot run in a transaction.
CREATE INDEX CONCURRENTLY "audit_event_organization_id_target_id_idx" ON "audit_event"("organization_id", "target", "id");
