# Makes a cluster on the first start, by the variables of the official image, and serves it to the network.
set -eu
data=/var/lib/postgresql/18/docker
mkdir -p /var/run/postgresql && chown 999:999 /var/run/postgresql
as() { setpriv --reuid=999 --regid=999 --clear-groups "$@"; }
if [ ! -s "$data/PG_VERSION" ]; then
  mkdir -p "$data" && chown -R 999:999 /var/lib/postgresql
  password=$(mktemp) && printf '%s' "$POSTGRES_PASSWORD" > "$password" && chown 999 "$password"
  # shellcheck disable=SC2086
  as /usr/local/pgsql/bin/initdb -D "$data" --username="$POSTGRES_USER" --pwfile="$password" \
    --auth=scram-sha-256 $POSTGRES_INITDB_ARGS
  rm "$password"
  echo 'host all all all scram-sha-256' >> "$data/pg_hba.conf"
  echo "create database \"$POSTGRES_USER\"" | as /usr/local/pgsql/bin/postgres --single -D "$data" postgres
fi
exec setpriv --reuid=999 --regid=999 --clear-groups /usr/local/pgsql/bin/postgres -D "$data" -c 'listen_addresses=*' -c unix_socket_directories=/var/run/postgresql
