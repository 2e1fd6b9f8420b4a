-- AlterTable
ALTER TABLE "tool_router_session" ADD COLUMN     "created_by" TEXT;
