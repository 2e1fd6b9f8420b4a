-- How new the loaded catalog is: an older copy of the app leaves it alone. Null for one loaded before this was kept.
ALTER TABLE "catalogue_state" ADD COLUMN "generation" TEXT;
