ALTER TABLE "file" ADD COLUMN "reserved" BIGINT, ADD COLUMN "reserved_until" TIMESTAMPTZ(3);
CREATE INDEX "file_reserved_until_idx" ON "file"("reserved_until");
