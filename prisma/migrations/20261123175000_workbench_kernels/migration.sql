-- CreateTable
CREATE TABLE "workbench_kernel" (
    "project_id" TEXT NOT NULL,
    "session_id" TEXT NOT NULL,
    "kernel_id" TEXT,
    "names" TEXT[],
    "lost_reason" TEXT,
    "lost_names" TEXT[],
    "lost_at" TIMESTAMPTZ(3),
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "running_until" TIMESTAMPTZ(3),

    CONSTRAINT "workbench_kernel_pkey" PRIMARY KEY ("project_id","session_id")
);

-- CreateIndex
CREATE INDEX "workbench_kernel_used_at_idx" ON "workbench_kernel"("used_at");
