-- Rules of projects for calls. A running older copy does not know them and lets calls pass until it is replaced; its rows
-- of the log have no decisions.
CREATE TABLE "policy_rule" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL,
    "match" JSONB NOT NULL,
    "action" JSONB NOT NULL,
    "toolkits" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    "created_by" TEXT NOT NULL,
    "created_name" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "policy_rule_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "policy_rule_project_id_position_id_idx" ON "policy_rule"("project_id", "position", "id");

ALTER TABLE "tool_log" ADD COLUMN "policies" JSONB;
