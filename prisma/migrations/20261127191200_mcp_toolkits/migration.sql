-- MCP servers that are toolkits of a project, and the texts of their tools that a person has agreed to.
CREATE TABLE "own_mcp_server" (
  "project_id" TEXT NOT NULL,
  "slug" TEXT NOT NULL,
  "url" TEXT NOT NULL,
  "auth_schemes" JSONB NOT NULL,
  "logo" BYTEA,
  "logo_type" TEXT,
  "synced_at" TIMESTAMPTZ(3),
  "sync_after" TIMESTAMPTZ(3),
  "sync_error" TEXT,
  CONSTRAINT "own_mcp_server_pkey" PRIMARY KEY ("project_id", "slug"),
  CONSTRAINT "own_mcp_server_toolkit_fkey" FOREIGN KEY ("project_id", "slug")
    REFERENCES "own_toolkit" ("project_id", "slug") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "own_mcp_server_sync_after_idx" ON "own_mcp_server" ("sync_after");

CREATE TABLE "own_mcp_tool" (
  "project_id" TEXT NOT NULL,
  "slug" TEXT NOT NULL,
  "name" TEXT NOT NULL,
  "state" TEXT NOT NULL,
  "served" JSONB,
  "served_hash" TEXT,
  "offered" JSONB,
  "offered_hash" TEXT,
  "decided_by" TEXT,
  "decided_at" TIMESTAMPTZ(3),
  "seen_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "own_mcp_tool_pkey" PRIMARY KEY ("project_id", "slug", "name"),
  CONSTRAINT "own_mcp_tool_toolkit_fkey" FOREIGN KEY ("project_id", "slug")
    REFERENCES "own_toolkit" ("project_id", "slug") ON DELETE CASCADE ON UPDATE CASCADE
);
