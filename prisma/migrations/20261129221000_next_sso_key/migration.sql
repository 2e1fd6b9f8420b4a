-- The key that takes the place of a provider's signing key, once the provider has its public half.
ALTER TABLE "sso_provider" ADD COLUMN "next_signing_key" TEXT;
