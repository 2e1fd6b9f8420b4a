-- AlterTable
ALTER TABLE "connected_account" ADD COLUMN     "provider_user" TEXT;

-- AlterTable
ALTER TABLE "link_session" ADD COLUMN     "proofs" INTEGER NOT NULL DEFAULT 0;
