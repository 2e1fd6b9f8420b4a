-- CreateTable
CREATE TABLE "workbench_copy" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "alive_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "workbench_copy_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "workbench_holder" (
    "project_id" TEXT NOT NULL,
    "session_id" TEXT NOT NULL,
    "copy_id" TEXT NOT NULL,
    "copy_name" TEXT NOT NULL,
    "names" TEXT[],
    "held_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "workbench_holder_pkey" PRIMARY KEY ("project_id","session_id")
);

-- CreateIndex
CREATE INDEX "workbench_copy_alive_until_idx" ON "workbench_copy"("alive_until");

-- CreateIndex
CREATE INDEX "workbench_holder_copy_id_idx" ON "workbench_holder"("copy_id");
