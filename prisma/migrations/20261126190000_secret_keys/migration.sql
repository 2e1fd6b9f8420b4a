-- Which keys may have sealed values: null until a start has looked through all of them.
ALTER TABLE "secret_check" ADD COLUMN "key_ids" TEXT[];
