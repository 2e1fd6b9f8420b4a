-- CreateTable
CREATE TABLE "file" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "toolkit_slug" TEXT NOT NULL,
    "tool_slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "mimetype" TEXT NOT NULL,
    "md5" TEXT NOT NULL,
    "size" BIGINT,
    "storage" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "file_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "file_project_id_key_key" ON "file"("project_id", "key");

-- CreateIndex
CREATE INDEX "file_project_id_created_at_id_idx" ON "file"("project_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "file_expires_at_idx" ON "file"("expires_at");
