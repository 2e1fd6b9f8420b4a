-- The calls of a session, newest first. Most rows of the log belong to no session, so they are left out.
CREATE INDEX "tool_log_project_id_session_id_created_at_id_idx" ON "tool_log"("project_id", "session_id", "created_at" DESC, "id" DESC) WHERE "session_id" IS NOT NULL;
