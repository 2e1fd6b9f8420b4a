-- AlterTable
ALTER TABLE "audit_event" ADD COLUMN     "facts" JSONB;

-- AlterTable
ALTER TABLE "oauth_state" ADD COLUMN     "link_hash" TEXT;
