-- The order of a chain, and the events that are not in it yet. Alone in its file, because it cannot run in a transaction.
CREATE INDEX CONCURRENTLY "audit_event_organization_id_sequence_id_idx" ON "audit_event"("organization_id", "sequence", "id");
