-- Links by which a person without a sign-in here decides about one call that waits.
CREATE TABLE "approval_link" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "call_id" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "print" TEXT NOT NULL,
    "approver" TEXT NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "approval_link_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "approval_link_hash_key" ON "approval_link"("hash");
CREATE INDEX "approval_link_project_id_call_id_idx" ON "approval_link"("project_id", "call_id");
CREATE INDEX "approval_link_expires_at_idx" ON "approval_link"("expires_at");
