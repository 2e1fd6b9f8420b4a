-- The organization's provider that a person signed in with: such a sign-in opens that organization alone. An older copy
-- of the app does not know the limit.
ALTER TABLE "user_session" ADD COLUMN "provider_id" TEXT;
ALTER TABLE "user_session" ADD CONSTRAINT "user_session_provider_id_fkey" FOREIGN KEY ("provider_id") REFERENCES "sso_provider"("id") ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE "pending_sign_in" ADD COLUMN "provider_id" TEXT;
ALTER TABLE "pending_sign_in" ADD CONSTRAINT "pending_sign_in_provider_id_fkey" FOREIGN KEY ("provider_id") REFERENCES "sso_provider"("id") ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
