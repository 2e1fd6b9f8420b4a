-- CreateTable
CREATE TABLE "revocation_job" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "target" TEXT,
    "deletes" BOOLEAN NOT NULL,
    "total" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "revocation_job_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "revocation_item" (
    "id" TEXT NOT NULL,
    "job_id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "auth_config_id" TEXT NOT NULL,
    "toolkit_slug" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "alias" TEXT,
    "scheme" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'waiting',
    "credentials" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revoked_tokens" TEXT[],
    "answer" TEXT,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "revocation_item_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "revocation_job_project_id_created_at_id_idx" ON "revocation_job"("project_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "revocation_item_job_id_id_idx" ON "revocation_item"("job_id", "id");

-- CreateIndex
CREATE INDEX "revocation_item_status_next_at_idx" ON "revocation_item"("status", "next_at");

-- AddForeignKey
ALTER TABLE "revocation_item" ADD CONSTRAINT "revocation_item_job_id_fkey" FOREIGN KEY ("job_id") REFERENCES "revocation_job"("id") ON DELETE CASCADE ON UPDATE CASCADE;
