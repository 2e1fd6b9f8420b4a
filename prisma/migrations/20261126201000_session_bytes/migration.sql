-- What the files of a session took when one was last put there: they count in the project's quota of files.
ALTER TABLE "workbench_holder" ADD COLUMN "bytes" BIGINT NOT NULL DEFAULT 0;
