-- The hooks whose renewal is due are looked for each minute.
CREATE INDEX CONCURRENTLY "trigger_instance_hook_renew_at_idx" ON "trigger_instance"("hook_renew_at");
