-- A repeat of the newest refresh token within a minute gets the same next one: by the hash of the repeated token, the
-- seed that its successor was made of, and the time of its first use.
ALTER TABLE "oauth_grant" ADD COLUMN "previous_hash" TEXT,
  ADD COLUMN "repeat_seed" TEXT,
  ADD COLUMN "rotated_at" TIMESTAMPTZ(3);
