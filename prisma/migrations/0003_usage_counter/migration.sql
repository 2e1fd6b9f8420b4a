-- Counting rows of the log costs more the longer it is: hours are counted when they happen
DROP INDEX "tool_log_project_id_created_at_status_idx";

-- CreateTable
CREATE TABLE "usage_counter" (
    "project_id" TEXT NOT NULL,
    "hour" TIMESTAMPTZ(0) NOT NULL,
    "total" INTEGER NOT NULL,
    "failed" INTEGER NOT NULL,

    CONSTRAINT "usage_counter_pkey" PRIMARY KEY ("project_id","hour")
);

INSERT INTO "usage_counter" ("project_id", "hour", "total", "failed")
  SELECT "project_id", date_trunc('hour', "created_at", 'UTC'), count(*), count(*) FILTER (WHERE "status" <> 'success') FROM "tool_log" GROUP BY 1, 2;
