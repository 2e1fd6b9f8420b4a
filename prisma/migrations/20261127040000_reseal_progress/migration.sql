-- How many values are still sealed with an earlier secret, and when somebody counted; null until then.
ALTER TABLE "secret_check" ADD COLUMN "reseal_left" INTEGER,
  ADD COLUMN "resealed_at" TIMESTAMPTZ(3);
