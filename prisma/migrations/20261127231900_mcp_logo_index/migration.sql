-- A picture of a hosted page finds its row by the ID in its address.
CREATE INDEX CONCURRENTLY "own_mcp_server_logo_id_idx" ON "own_mcp_server"("logo_id");
