#!/bin/sh
# The shop's database and its role, which is no superuser, in the PostgreSQL of compose.yaml; run once by its image.
set -eu
psql --username=postgres --no-psqlrc --set=ON_ERROR_STOP=1 --set=password="$POSTGRES_PASSWORD" <<'SQL'
create role sodai login password :'password';
create database sodai owner sodai encoding 'UTF8' template template0;
-- The superuser only by the socket inside the container: over the network none has its password.
alter role postgres password null;
SQL
