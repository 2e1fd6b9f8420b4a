-- AlterTable
ALTER TABLE "tool_log" ADD COLUMN "parent_id" TEXT,
ADD COLUMN "parent_tool" TEXT,
ADD COLUMN "search" tsvector;

-- Rows of before: near enough to what lib/logs/to-words.ts does, for the days that they are still kept.
UPDATE "tool_log" SET "search" = array_to_tsvector(ARRAY(
  SELECT DISTINCT regexp_replace(right("project_id", 5), '[^A-Za-z0-9]', '_', 'g') || ':' || word
  FROM regexp_split_to_table(lower(concat_ws(' ', "tool_slug", left("error", 300), "user_id", "account_id", left(split_part("request" #>> '{http,url}', '?', 1), 300))), '[^[:alnum:]]+') AS word
  WHERE word <> ''));

-- CreateIndex
CREATE INDEX "tool_log_search_idx" ON "tool_log" USING GIN ("search");
