-- The toolkits, users and addresses that a key is limited to. Such a key has a kind of its own, so that an older
-- version refuses it.
ALTER TABLE "api_key" ADD COLUMN "limits" JSONB;
