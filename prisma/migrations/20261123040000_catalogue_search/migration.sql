-- CreateTable
CREATE TABLE "catalogue_search" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "catalogue_search_pkey" PRIMARY KEY ("id")
);
