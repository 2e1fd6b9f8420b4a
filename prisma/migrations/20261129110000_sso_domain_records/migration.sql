-- Whether the records of proven domains are still there.
ALTER TABLE "sso_domain" ADD COLUMN "checked_at" TIMESTAMPTZ(3), ADD COLUMN "gone_at" TIMESTAMPTZ(3);
