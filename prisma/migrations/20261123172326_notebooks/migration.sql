-- CreateTable
CREATE TABLE "notebook" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "cells" JSONB NOT NULL,
    "cell_count" INTEGER NOT NULL,
    "session_id" TEXT,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "notebook_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "notebook_project_id_updated_at_id_idx" ON "notebook"("project_id", "updated_at" DESC, "id" DESC);

-- AddForeignKey
ALTER TABLE "notebook" ADD CONSTRAINT "notebook_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;
