-- AlterTable
ALTER TABLE "tool_log" ADD COLUMN     "call_hash" TEXT,
ADD COLUMN     "tokens" INTEGER;

-- AlterTable
ALTER TABLE "tool_router_session" ADD COLUMN     "calls" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "result_tokens" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "schema_tokens" BIGINT NOT NULL DEFAULT 0;
