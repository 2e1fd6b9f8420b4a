-- How small answers are of calls that say nothing themselves.
ALTER TABLE "mcp_server" ADD COLUMN "default_response" JSONB;
