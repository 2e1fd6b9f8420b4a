-- CreateTable
CREATE TABLE "session_access_key" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "session_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "session_access_key_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "session_access_key_hash_key" ON "session_access_key"("hash");

-- CreateIndex
CREATE INDEX "session_access_key_session_id_created_at_idx" ON "session_access_key"("session_id", "created_at");

-- AddForeignKey
ALTER TABLE "session_access_key" ADD CONSTRAINT "session_access_key_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "tool_router_session"("id") ON DELETE CASCADE ON UPDATE CASCADE;
