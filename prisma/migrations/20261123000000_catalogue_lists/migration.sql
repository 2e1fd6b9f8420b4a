-- Lists of the catalogue are never absent: an empty one says as much, and code that reads them need not ask.
UPDATE "toolkit" SET "categories" = coalesce("categories", '{}'), "available_versions" = coalesce("available_versions", '{}')
  WHERE "categories" IS NULL OR "available_versions" IS NULL;
UPDATE "tool" SET "tags" = coalesce("tags", '{}'), "scopes" = coalesce("scopes", '{}'), "aliases" = coalesce("aliases", '{}')
  WHERE "tags" IS NULL OR "scopes" IS NULL OR "aliases" IS NULL;

ALTER TABLE "toolkit"
  ALTER COLUMN "categories" SET DEFAULT ARRAY[]::TEXT[], ALTER COLUMN "categories" SET NOT NULL,
  ALTER COLUMN "available_versions" SET DEFAULT ARRAY[]::TEXT[], ALTER COLUMN "available_versions" SET NOT NULL;
ALTER TABLE "tool"
  ALTER COLUMN "tags" SET DEFAULT ARRAY[]::TEXT[], ALTER COLUMN "tags" SET NOT NULL,
  ALTER COLUMN "scopes" SET DEFAULT ARRAY[]::TEXT[], ALTER COLUMN "scopes" SET NOT NULL,
  ALTER COLUMN "aliases" SET DEFAULT ARRAY[]::TEXT[], ALTER COLUMN "aliases" SET NOT NULL;
