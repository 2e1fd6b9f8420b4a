-- AlterTable
ALTER TABLE "mcp_address" ADD COLUMN     "account_ids" TEXT[],
ADD COLUMN     "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "last_used_at" TIMESTAMPTZ(3),
ADD COLUMN     "made_at" TIMESTAMPTZ(3),
ADD COLUMN     "user_id" TEXT,
ALTER COLUMN "generation" SET DEFAULT 0,
ALTER COLUMN "ended_at" DROP NOT NULL;

-- AlterTable
ALTER TABLE "mcp_server" ADD COLUMN     "last_used_at" TIMESTAMPTZ(3),
ADD COLUMN     "tool_texts" JSONB NOT NULL DEFAULT '{}';

-- AlterTable
ALTER TABLE "tool_log" ADD COLUMN     "mcp_server_id" TEXT;

-- CreateIndex
CREATE INDEX "mcp_address_project_id_server_id_created_at_audience_idx" ON "mcp_address"("project_id", "server_id", "created_at" DESC, "audience" DESC);

-- CreateIndex
CREATE INDEX "tool_log_project_id_mcp_server_id_created_at_id_idx" ON "tool_log"("project_id", "mcp_server_id", "created_at" DESC, "id" DESC) WHERE "mcp_server_id" IS NOT NULL;
