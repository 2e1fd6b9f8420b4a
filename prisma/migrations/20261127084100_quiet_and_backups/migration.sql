-- A restored server makes no calls of its own until an owner wakes it; and the backups that this server has made.
CREATE TABLE "quiet_state" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "made_at" TIMESTAMPTZ(3) NOT NULL,
    "woken_at" TIMESTAMPTZ(3),

    CONSTRAINT "quiet_state_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "backup_run" (
    "id" TEXT NOT NULL,
    "started_by" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'running',
    "place" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "lease_until" TIMESTAMPTZ(3) NOT NULL,
    "bytes" BIGINT,
    "rows" BIGINT,
    "files" INTEGER,
    "missing_files" INTEGER,
    "verified" BOOLEAN NOT NULL DEFAULT false,
    "error" TEXT,
    "removed_at" TIMESTAMPTZ(3),

    CONSTRAINT "backup_run_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "backup_run_started_at_idx" ON "backup_run"("started_at");
-- One at a time on all copies of the app.
CREATE UNIQUE INDEX "backup_run_running_idx" ON "backup_run"("state") WHERE "state" = 'running';
