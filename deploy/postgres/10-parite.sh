#!/bin/sh
# The image runs it once, when the database is made: the instances' role owns its own database, makes others (a restore
# does), and may do nothing else. The role of the image stays for who sits at the machine: no password opens it.
set -eu
psql --username=postgres --dbname=postgres --set=ON_ERROR_STOP=1 --set=password="$DATABASE_PASSWORD" <<'SQL'
CREATE ROLE parite LOGIN CREATEDB PASSWORD :'password';
CREATE DATABASE parite OWNER parite;
ALTER ROLE postgres PASSWORD NULL;
SQL
