-- CreateIndex
CREATE INDEX "file_project_id_size_idx" ON "file"("project_id", "size");
