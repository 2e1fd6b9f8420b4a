-- Passkeys of people. An older copy of the app does not know them, and asks for the password.
CREATE TABLE "passkey" (
  "id" TEXT NOT NULL,
  "user_id" TEXT NOT NULL,
  "name" TEXT NOT NULL,
  "public_key" BYTEA NOT NULL,
  "counter" BIGINT NOT NULL DEFAULT 0,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "last_used_at" TIMESTAMPTZ(3),
  CONSTRAINT "passkey_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "passkey_user_id_idx" ON "passkey"("user_id");
ALTER TABLE "passkey" ADD CONSTRAINT "passkey_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "passkey_challenge" (
  "hash" TEXT NOT NULL,
  "user_id" TEXT,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "passkey_challenge_pkey" PRIMARY KEY ("hash")
);
CREATE INDEX "passkey_challenge_expires_at_idx" ON "passkey_challenge"("expires_at");
ALTER TABLE "passkey_challenge" ADD CONSTRAINT "passkey_challenge_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
