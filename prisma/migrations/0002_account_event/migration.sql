-- CreateTable
CREATE TABLE "connected_account_event" (
    "id" BIGSERIAL NOT NULL,
    "project_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "status" TEXT NOT NULL,
    "reason" TEXT,
    "by" TEXT NOT NULL,

    CONSTRAINT "connected_account_event_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "connected_account_event_project_id_account_id_id_idx" ON "connected_account_event"("project_id", "account_id", "id");

-- CreateIndex
CREATE INDEX "connected_account_event_account_id_idx" ON "connected_account_event"("account_id");

-- CreateIndex
CREATE INDEX "tool_log_project_id_created_at_status_idx" ON "tool_log"("project_id", "created_at", "status");

-- AddForeignKey
ALTER TABLE "connected_account_event" ADD CONSTRAINT "connected_account_event_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "connected_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What is known of accounts that are older than their history
INSERT INTO "connected_account_event" ("project_id", "account_id", "at", "status", "reason", "by")
  SELECT "project_id", "id", "updated_at", "status", "status_reason", 'system' FROM "connected_account" ORDER BY "updated_at", "id";
