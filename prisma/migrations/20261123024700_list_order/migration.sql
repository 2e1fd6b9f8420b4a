-- DropIndex
DROP INDEX "tool_toolkit_slug_is_latest_slug_idx";

-- AlterTable
ALTER TABLE "tool" ADD COLUMN     "rank" INTEGER NOT NULL DEFAULT 536870912;

-- AlterTable
ALTER TABLE "toolkit" ADD COLUMN     "popularity" INTEGER NOT NULL DEFAULT 16383;

-- CreateIndex
CREATE INDEX "tool_toolkit_slug_is_latest_rank_slug_idx" ON "tool"("toolkit_slug", "is_latest", "rank", "slug");

-- CreateIndex
CREATE INDEX "tool_rank_slug_idx" ON "tool"("rank", "slug");
