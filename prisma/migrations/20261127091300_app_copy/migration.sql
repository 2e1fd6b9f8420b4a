-- The copies of the app that run on this database, each with its version. A running older copy does not know the table.
CREATE TABLE "app_copy" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "build" TEXT NOT NULL,
    "alive_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "app_copy_pkey" PRIMARY KEY ("id")
);
