-- The successor of a key that was rotated, and the address of the client that used a key last.
ALTER TABLE "api_key" ADD COLUMN "last_used_from" TEXT,
ADD COLUMN "replaced_by" TEXT;
