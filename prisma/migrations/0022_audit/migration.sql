-- AlterTable
ALTER TABLE "api_key" ADD COLUMN     "created_by" TEXT;

-- CreateTable
CREATE TABLE "audit_event" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "organization_id" TEXT,
    "project_id" TEXT,
    "actor_kind" TEXT NOT NULL,
    "actor_id" TEXT,
    "action" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "target" TEXT,
    "outcome" TEXT NOT NULL,
    "status" INTEGER NOT NULL,
    "request_id" TEXT NOT NULL,
    "address" TEXT,

    CONSTRAINT "audit_event_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "audit_event_project_id_id_idx" ON "audit_event"("project_id", "id");

-- CreateIndex
CREATE INDEX "audit_event_organization_id_id_idx" ON "audit_event"("organization_id", "id");

-- CreateIndex
CREATE INDEX "audit_event_at_idx" ON "audit_event"("at");
