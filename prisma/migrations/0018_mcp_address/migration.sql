-- AlterTable
ALTER TABLE "mcp_server" ADD COLUMN     "address_key" TEXT;

-- CreateTable
CREATE TABLE "mcp_address" (
    "project_id" TEXT NOT NULL,
    "server_id" TEXT NOT NULL,
    "audience" TEXT NOT NULL,
    "generation" INTEGER NOT NULL,
    "ended_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "mcp_address_pkey" PRIMARY KEY ("server_id","audience")
);

-- AddForeignKey
ALTER TABLE "mcp_address" ADD CONSTRAINT "mcp_address_server_id_fkey" FOREIGN KEY ("server_id") REFERENCES "mcp_server"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- New projects require a key or a signature, those that are there keep the addresses that they gave out.
UPDATE "project" SET "config" = "config" || '{"requireMcpApiKey": false}'
  WHERE jsonb_typeof("config") = 'object' AND NOT "config" ? 'requireMcpApiKey';
