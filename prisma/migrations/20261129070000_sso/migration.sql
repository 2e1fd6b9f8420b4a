-- The OpenID providers of organizations, and the email domains that organizations have proven.
CREATE TABLE "sso_provider" (
  "id" TEXT NOT NULL,
  "organization_id" TEXT NOT NULL,
  "name" TEXT NOT NULL,
  "issuer" TEXT NOT NULL,
  "client_id" TEXT NOT NULL,
  "client_secret" TEXT NOT NULL,
  "enabled" BOOLEAN NOT NULL DEFAULT true,
  "creates_members" BOOLEAN NOT NULL DEFAULT false,
  "default_role" TEXT NOT NULL,
  "groups_claim" TEXT,
  "group_roles" JSONB NOT NULL DEFAULT '[]',
  "trusts_emails" BOOLEAN NOT NULL DEFAULT false,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "sso_provider_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "sso_provider_organization_id_created_at_idx" ON "sso_provider"("organization_id", "created_at");
ALTER TABLE "sso_provider" ADD CONSTRAINT "sso_provider_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "sso_domain" (
  "id" TEXT NOT NULL,
  "organization_id" TEXT NOT NULL,
  "domain" TEXT NOT NULL,
  "token" TEXT NOT NULL,
  "provider_id" TEXT,
  "proven_domain" TEXT,
  "proven_at" TIMESTAMPTZ(3),
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "sso_domain_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "sso_domain_proven_domain_key" ON "sso_domain"("proven_domain");
CREATE UNIQUE INDEX "sso_domain_organization_id_domain_key" ON "sso_domain"("organization_id", "domain");
CREATE INDEX "sso_domain_provider_id_idx" ON "sso_domain"("provider_id");
ALTER TABLE "sso_domain" ADD CONSTRAINT "sso_domain_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "sso_domain" ADD CONSTRAINT "sso_domain_provider_id_fkey" FOREIGN KEY ("provider_id") REFERENCES "sso_provider"("id") ON DELETE SET NULL ON UPDATE CASCADE;
