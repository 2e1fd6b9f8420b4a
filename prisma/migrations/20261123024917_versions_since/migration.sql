-- AlterTable
ALTER TABLE "toolkit" ADD COLUMN     "versions_since" JSONB NOT NULL DEFAULT '[]';

-- What is there now counts as there from the beginning: projects of today stay with it.
UPDATE "toolkit" SET "versions_since" = jsonb_build_array(jsonb_build_object('version', "version", 'since', '1970-01-01T00:00:00.000Z'));
