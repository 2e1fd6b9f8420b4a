-- CreateIndex
CREATE INDEX "webhook_event_project_id_created_at_idx" ON "webhook_event"("project_id", "created_at");

-- CreateIndex
CREATE INDEX "refused_request_project_id_id_idx" ON "refused_request"("project_id", "id");
