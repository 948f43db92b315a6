#!/bin/sh
# Runs once, in a new volume. Programs log in as the owner of their database, who is no superuser; the superuser keeps no
# password, so that it logs in inside the container only.
set -eu
psql --username postgres --set ON_ERROR_STOP=1 <<'END'
\getenv password POSTGRES_PASSWORD
CREATE ROLE called_it LOGIN PASSWORD :'password';
CREATE DATABASE called_it OWNER called_it;
ALTER ROLE postgres PASSWORD NULL;
END
