-- Arguments are shown to people and models in the order in which they were written. jsonb sorts names by their length,
-- json keeps the text; nothing searches inside these columns.
ALTER TABLE "tool"
  ALTER COLUMN "input_schema" SET DATA TYPE json USING "input_schema"::text::json,
  ALTER COLUMN "output_schema" SET DATA TYPE json USING "output_schema"::text::json;

-- The rows that are here have lost their order: the next start loads every toolkit of the catalogue anew. Tools of
-- earlier versions keep the sorted order, for nothing knows another one any more.
UPDATE "toolkit" SET "hash" = '' WHERE "project_id" IS NULL;
DELETE FROM "catalogue_state";
