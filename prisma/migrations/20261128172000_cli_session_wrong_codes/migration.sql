-- A sign-in of a command line ends after a few wrong codes. An older copy of the app leaves the count at 0.
ALTER TABLE "cli_session" ADD COLUMN "wrong_codes" INTEGER NOT NULL DEFAULT 0;
