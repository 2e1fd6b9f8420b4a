#!/bin/sh
# Writes the secrets of the compose file into the folder secrets/. A file that is there already stays as it is.
set -eu
cd "$(dirname "$0")"
# Only this user can enter the folder. The files in it are readable for all, because the user of a container, who has
# another number than this one, reads them through a mount.
mkdir -p secrets
chmod 0700 secrets

write() {
  [ -s "secrets/$1" ] && return
  printf '%s' "$2" > "secrets/$1"
  chmod 0444 "secrets/$1"
}

# All of them before the first file: a failure in a variable's value ends the script, one in an argument does not.
secret=$(openssl rand -hex 32)
password=$(openssl rand -hex 24)
key=$(openssl rand -hex 24)
write patchbay_secret "$secret"
write postgres_password "$password"
write s3_secret_key "$key"
write database_url "postgresql://patchbay:$(cat secrets/postgres_password)@postgres:5432/patchbay"
echo "The secrets are in $(pwd)/secrets. Keep a copy of patchbay_secret in another place:"
echo "without it, a backup of the database cannot be used."
