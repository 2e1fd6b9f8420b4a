-- CreateTable
CREATE TABLE "toolkit_usage" (
    "project_id" TEXT NOT NULL,
    "toolkit_slug" TEXT NOT NULL,
    "total" INTEGER NOT NULL,

    CONSTRAINT "toolkit_usage_pkey" PRIMARY KEY ("project_id","toolkit_slug")
);

-- What the log still has is counted once.
INSERT INTO "toolkit_usage" ("project_id", "toolkit_slug", "total")
  SELECT "project_id", "toolkit_slug", count(*) FROM "tool_log" GROUP BY 1, 2;
