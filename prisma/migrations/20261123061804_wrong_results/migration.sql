-- CreateTable
CREATE TABLE "wrong_result" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "request_hash" TEXT NOT NULL,
    "request" TEXT NOT NULL,
    "shown" TEXT[],
    "expected" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "wrong_result_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "wrong_result_project_id_created_at_id_idx" ON "wrong_result"("project_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "wrong_result_project_id_request_hash_key" ON "wrong_result"("project_id", "request_hash");

-- AddForeignKey
ALTER TABLE "wrong_result" ADD CONSTRAINT "wrong_result_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;
