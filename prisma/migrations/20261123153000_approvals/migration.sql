-- AlterTable
ALTER TABLE "tool_log" ADD COLUMN     "approval" JSONB;

-- CreateTable
CREATE TABLE "parked_call" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "session_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "tool_slug" TEXT NOT NULL,
    "toolkit_slug" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "open_key" TEXT,
    "keyed" BOOLEAN NOT NULL DEFAULT false,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "rule" TEXT NOT NULL,
    "once" BOOLEAN NOT NULL DEFAULT false,
    "account_id" TEXT,
    "account_rule" TEXT,
    "call" TEXT NOT NULL,
    "result" TEXT,
    "log_id" TEXT,
    "decision" TEXT,
    "decided_by" TEXT,
    "decided_name" TEXT,
    "decided_at" TIMESTAMPTZ(3),
    "note" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "owner" TEXT,
    "lease_until" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "parked_call_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "approval_grant" (
    "project_id" TEXT NOT NULL,
    "session_id" TEXT NOT NULL,
    "tool_slug" TEXT NOT NULL,
    "call_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "approval_grant_pkey" PRIMARY KEY ("session_id","tool_slug")
);

-- CreateTable
CREATE TABLE "approval_rule" (
    "project_id" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "toolkit_slug" TEXT NOT NULL,
    "rule" TEXT NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_name" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "approval_rule_pkey" PRIMARY KEY ("project_id","subject")
);

-- CreateTable
CREATE TABLE "approval_policy" (
    "project_id" TEXT NOT NULL,
    "default" TEXT NOT NULL,
    "life_seconds" INTEGER NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "approval_policy_pkey" PRIMARY KEY ("project_id")
);

-- CreateIndex
CREATE INDEX "parked_call_project_id_created_at_id_idx" ON "parked_call"("project_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "parked_call_project_id_state_expires_at_idx" ON "parked_call"("project_id", "state", "expires_at");

-- CreateIndex
CREATE INDEX "parked_call_state_expires_at_idx" ON "parked_call"("state", "expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "parked_call_session_id_open_key_key" ON "parked_call"("session_id", "open_key");

-- CreateIndex
CREATE INDEX "approval_rule_project_id_created_at_subject_idx" ON "approval_rule"("project_id", "created_at" DESC, "subject" DESC);

-- AddForeignKey
ALTER TABLE "approval_grant" ADD CONSTRAINT "approval_grant_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "tool_router_session"("id") ON DELETE CASCADE ON UPDATE CASCADE;
