-- How the server proves itself to a provider of single sign-on: by its secret, or by a key of its own.
ALTER TABLE "sso_provider" ADD COLUMN "client_auth" TEXT NOT NULL DEFAULT 'client_secret',
  ADD COLUMN "signing_key" TEXT;
