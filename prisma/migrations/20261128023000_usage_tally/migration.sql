-- The API key of a call; older rows have none.
ALTER TABLE "tool_log" ADD COLUMN "api_key_id" TEXT;

-- Rows of the present hour change with each batch of the log: free space in a page keeps their index entries in place.
CREATE TABLE "usage_tally" (
    "project_id" TEXT NOT NULL,
    "dimension" TEXT NOT NULL,
    "span" INTEGER NOT NULL,
    "starts_at" TIMESTAMPTZ(0) NOT NULL,
    "key" TEXT NOT NULL,
    "calls" BIGINT NOT NULL,
    "failed" BIGINT NOT NULL,
    "latency" BIGINT[] NOT NULL,

    CONSTRAINT "usage_tally_pkey" PRIMARY KEY ("project_id","dimension","span","starts_at","key")
) WITH (fillfactor = 70);

CREATE INDEX "usage_tally_span_starts_at_idx" ON "usage_tally"("span", "starts_at");
