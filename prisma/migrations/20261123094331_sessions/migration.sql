-- CreateTable
CREATE TABLE "tool_router_session" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "word" TEXT NOT NULL,
    "config" JSONB NOT NULL,
    "config_version" INTEGER NOT NULL DEFAULT 1,
    "implicit" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tool_router_session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tool_router_config_version" (
    "project_id" TEXT NOT NULL,
    "session_id" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "config" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "tool_router_config_version_pkey" PRIMARY KEY ("session_id","version")
);

-- CreateTable
CREATE TABLE "saved_session_config" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "config" JSONB NOT NULL,
    "archived_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "saved_session_config_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "tool_router_session_project_id_created_at_id_idx" ON "tool_router_session"("project_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "tool_router_session_last_used_at_idx" ON "tool_router_session"("last_used_at");

-- CreateIndex
CREATE UNIQUE INDEX "tool_router_session_project_id_user_id_word_key" ON "tool_router_session"("project_id", "user_id", "word");

-- CreateIndex
CREATE INDEX "saved_session_config_project_id_updated_at_id_idx" ON "saved_session_config"("project_id", "updated_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "saved_session_config_project_id_name_key" ON "saved_session_config"("project_id", "name");

-- AddForeignKey
ALTER TABLE "tool_router_config_version" ADD CONSTRAINT "tool_router_config_version_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "tool_router_session"("id") ON DELETE CASCADE ON UPDATE CASCADE;
