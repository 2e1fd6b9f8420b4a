-- The end of each chain of audit events is signed. Chains of this version under development, which no release had, begin
-- anew: an end without a signature is refused.
ALTER TABLE "audit_chain" ADD COLUMN "key_id" TEXT,
ADD COLUMN "signature" TEXT;

DELETE FROM "audit_checkpoint";
DELETE FROM "audit_chain";
UPDATE "audit_event" SET "sequence" = NULL, "previous_hash" = NULL, "hash" = NULL WHERE "sequence" IS NOT NULL;
