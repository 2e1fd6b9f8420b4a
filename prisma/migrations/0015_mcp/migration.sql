-- CreateTable
CREATE TABLE "mcp_server" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "auth_config_ids" TEXT[],
    "toolkits" TEXT[],
    "allowed_tools" TEXT[],
    "managed_auth" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "mcp_server_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "mcp_instance" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "server_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "mcp_instance_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "mcp_server_project_id_name_key" ON "mcp_server"("project_id", "name");

-- CreateIndex
CREATE INDEX "mcp_server_project_id_updated_at_id_idx" ON "mcp_server"("project_id", "updated_at", "id");

-- CreateIndex
CREATE INDEX "mcp_server_project_id_created_at_id_idx" ON "mcp_server"("project_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "mcp_instance_server_id_user_id_key" ON "mcp_instance"("server_id", "user_id");

-- CreateIndex
CREATE INDEX "mcp_instance_project_id_server_id_updated_at_idx" ON "mcp_instance"("project_id", "server_id", "updated_at");

-- AddForeignKey
ALTER TABLE "mcp_instance" ADD CONSTRAINT "mcp_instance_server_id_fkey" FOREIGN KEY ("server_id") REFERENCES "mcp_server"("id") ON DELETE CASCADE ON UPDATE CASCADE;
