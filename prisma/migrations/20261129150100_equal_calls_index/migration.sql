CREATE INDEX CONCURRENTLY "parked_call_project_id_equal_print_idx" ON "parked_call"("project_id", "equal_print");
