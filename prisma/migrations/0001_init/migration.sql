-- Unique pairs with a project treat "no project" (the global catalogue) as one value: NULLS NOT DISTINCT, which the schema file cannot say.
-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateTable
CREATE TABLE "organization" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "organization_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "app_user" (
    "id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT,
    "image" TEXT,
    "email_verified" TIMESTAMPTZ(3),
    "password_hash" TEXT,
    "session_version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "app_user_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "member" (
    "organization_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "member_pkey" PRIMARY KEY ("organization_id","user_id")
);

-- CreateTable
CREATE TABLE "auth_account" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "provider_account_id" TEXT NOT NULL,

    CONSTRAINT "auth_account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "access_token" (
    "hash" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "email" TEXT,
    "organization_id" TEXT,
    "role" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "access_token_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "project" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "config" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "project_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_key" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "project_id" TEXT,
    "user_id" TEXT,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "login_attempt" (
    "subject" TEXT NOT NULL,
    "failures" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "login_attempt_pkey" PRIMARY KEY ("subject")
);

-- CreateTable
CREATE TABLE "toolkit" (
    "id" TEXT NOT NULL,
    "project_id" TEXT,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "kind" TEXT NOT NULL DEFAULT 'native',
    "logo" TEXT NOT NULL DEFAULT '',
    "app_url" TEXT,
    "base_url" TEXT,
    "categories" TEXT[],
    "auth_schemes" JSONB NOT NULL,
    "no_auth" BOOLEAN NOT NULL DEFAULT false,
    "version" TEXT NOT NULL,
    "available_versions" TEXT[],
    "tools_count" INTEGER NOT NULL DEFAULT 0,
    "triggers_count" INTEGER NOT NULL DEFAULT 0,
    "current_user_endpoint" TEXT,
    "meta" JSONB NOT NULL DEFAULT '{}',
    "hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "toolkit_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tool" (
    "id" TEXT NOT NULL,
    "project_id" TEXT,
    "slug" TEXT NOT NULL,
    "toolkit_slug" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "is_latest" BOOLEAN NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "tags" TEXT[],
    "scopes" TEXT[],
    "input_schema" JSONB NOT NULL,
    "output_schema" JSONB NOT NULL,
    "run" JSONB NOT NULL,
    "important" BOOLEAN NOT NULL DEFAULT false,
    "deprecated" BOOLEAN NOT NULL DEFAULT false,
    "aliases" TEXT[],

    CONSTRAINT "tool_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "category" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,

    CONSTRAINT "category_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "catalogue_state" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "hash" TEXT NOT NULL,
    "loaded_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "catalogue_state_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "auth_config" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "toolkit_slug" TEXT NOT NULL,
    "scheme" TEXT NOT NULL,
    "managed" BOOLEAN NOT NULL DEFAULT false,
    "name" TEXT NOT NULL,
    "credentials" TEXT NOT NULL,
    "shared_credentials" TEXT,
    "tool_access" JSONB NOT NULL DEFAULT '{}',
    "proxy" JSONB,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "for_tool_router" BOOLEAN NOT NULL DEFAULT true,
    "created_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "auth_config_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "connected_account" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "auth_config_id" TEXT NOT NULL,
    "toolkit_slug" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "scheme" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "status_reason" TEXT,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "alias" TEXT,
    "credentials" TEXT,
    "requested_scopes" TEXT[],
    "callback_url" TEXT,
    "expires_at" TIMESTAMPTZ(3),
    "refresh_failures" INTEGER NOT NULL DEFAULT 0,
    "refresh_after" TIMESTAMPTZ(3),
    "account_type" TEXT NOT NULL DEFAULT 'PRIVATE',
    "acl" JSONB,
    "last_used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "connected_account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "link_session" (
    "hash" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "link_session_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "oauth_state" (
    "hash" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "verifier" TEXT,
    "redirect_uri" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "oauth_state_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "tool_log" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "tool_slug" TEXT NOT NULL,
    "toolkit_slug" TEXT NOT NULL,
    "kind" TEXT NOT NULL DEFAULT 'tool',
    "version" TEXT,
    "status" TEXT NOT NULL,
    "user_id" TEXT,
    "account_id" TEXT,
    "auth_config_id" TEXT,
    "session_id" TEXT,
    "request_id" TEXT,
    "error" TEXT,
    "duration_ms" INTEGER NOT NULL,
    "request" JSONB,
    "response" JSONB,
    "timings" JSONB NOT NULL DEFAULT '{}',
    "source" JSONB NOT NULL DEFAULT '{}',
    "account" JSONB,

    CONSTRAINT "tool_log_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "app_user_email_key" ON "app_user"("email");

-- CreateIndex
CREATE UNIQUE INDEX "auth_account_provider_provider_account_id_key" ON "auth_account"("provider", "provider_account_id");

-- CreateIndex
CREATE UNIQUE INDEX "project_organization_id_name_key" ON "project"("organization_id", "name");

-- CreateIndex
CREATE UNIQUE INDEX "api_key_hash_key" ON "api_key"("hash");

-- CreateIndex
CREATE INDEX "api_key_project_id_created_at_idx" ON "api_key"("project_id", "created_at");

-- CreateIndex
CREATE INDEX "login_attempt_started_at_idx" ON "login_attempt"("started_at");

-- CreateIndex
CREATE INDEX "toolkit_slug_idx" ON "toolkit"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "toolkit_project_id_slug_key" ON "toolkit"("project_id", "slug") NULLS NOT DISTINCT;

-- CreateIndex
CREATE INDEX "tool_toolkit_slug_is_latest_slug_idx" ON "tool"("toolkit_slug", "is_latest", "slug");

-- CreateIndex
CREATE INDEX "tool_is_latest_slug_idx" ON "tool"("is_latest", "slug");

-- CreateIndex
CREATE INDEX "tool_aliases_idx" ON "tool" USING GIN ("aliases");

-- CreateIndex
CREATE UNIQUE INDEX "tool_project_id_slug_version_key" ON "tool"("project_id", "slug", "version") NULLS NOT DISTINCT;

-- CreateIndex
CREATE INDEX "auth_config_project_id_created_at_id_idx" ON "auth_config"("project_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "auth_config_project_id_toolkit_slug_idx" ON "auth_config"("project_id", "toolkit_slug");

-- CreateIndex
CREATE INDEX "connected_account_project_id_created_at_id_idx" ON "connected_account"("project_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "connected_account_project_id_user_id_toolkit_slug_status_idx" ON "connected_account"("project_id", "user_id", "toolkit_slug", "status");

-- CreateIndex
CREATE INDEX "connected_account_project_id_auth_config_id_idx" ON "connected_account"("project_id", "auth_config_id");

-- CreateIndex
CREATE INDEX "connected_account_status_created_at_idx" ON "connected_account"("status", "created_at");

-- CreateIndex
CREATE INDEX "link_session_account_id_idx" ON "link_session"("account_id");

-- CreateIndex
CREATE INDEX "link_session_expires_at_idx" ON "link_session"("expires_at");

-- CreateIndex
CREATE INDEX "oauth_state_account_id_idx" ON "oauth_state"("account_id");

-- CreateIndex
CREATE INDEX "oauth_state_expires_at_idx" ON "oauth_state"("expires_at");

-- CreateIndex
CREATE INDEX "tool_log_project_id_created_at_id_idx" ON "tool_log"("project_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "tool_log_project_id_tool_slug_created_at_idx" ON "tool_log"("project_id", "tool_slug", "created_at" DESC);

-- CreateIndex
CREATE INDEX "tool_log_project_id_account_id_created_at_idx" ON "tool_log"("project_id", "account_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "tool_log_created_at_idx" ON "tool_log"("created_at");

-- AddForeignKey
ALTER TABLE "member" ADD CONSTRAINT "member_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "member" ADD CONSTRAINT "member_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "auth_account" ADD CONSTRAINT "auth_account_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project" ADD CONSTRAINT "project_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;
