-- What a scoped key may do. Such a key has a kind of its own, so that an older version refuses it.
ALTER TABLE "api_key" ADD COLUMN "scopes" JSONB;
