-- The address of a toolkit's uploaded logo, and what was wrong at the last reading of an MCP server. A running older
-- copy neither reads nor writes them.
ALTER TABLE "own_mcp_server" ADD COLUMN "logo_id" TEXT;
ALTER TABLE "own_mcp_server" ADD COLUMN "sync_fix" TEXT;
ALTER TABLE "own_mcp_server" ADD COLUMN "problems" JSONB;
