-- AlterTable
ALTER TABLE "tool_log" ADD COLUMN "parent_id" TEXT,
ADD COLUMN "parent_tool" TEXT,
ADD COLUMN "search" tsvector;

-- Rows of before; as lib/logs/log-words.ts does it, near enough for the days that they are still kept.
UPDATE "tool_log" SET "search" = array_to_tsvector(array_remove(regexp_split_to_array(lower(concat_ws(' ', "tool_slug", left("error", 300), "user_id", "account_id", left(split_part("request" #>> '{http,url}', '?', 1), 300))), '[^[:alnum:]]+'), '') || ARRAY['@' || "project_id"]);

-- CreateIndex
CREATE INDEX "tool_log_search_idx" ON "tool_log" USING GIN ("search");
