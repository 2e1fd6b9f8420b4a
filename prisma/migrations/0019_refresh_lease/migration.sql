-- AlterTable
ALTER TABLE "connected_account" ADD COLUMN "refresh_lease_owner" TEXT,
ADD COLUMN "refresh_lease_until" TIMESTAMPTZ(3);
