# shellcheck shell=bash
# A private PostgreSQL and Redis for the tests: on free loopback ports, in a temporary folder, gone with the script.
# Sourced, after ports.sh and packages.sh, by scripts/test and scripts/with-services.
#
#   services_start   exports TEST_POSTGRES_URL and TEST_REDIS_URL. A variable that is set already is trusted. A service
#                    comes from a local binary, else from docker; fails when one of them cannot be had.
#   services_stop    ends what was started. Call it when the script exits.
#   services_sync=on before it lets PostgreSQL wait for the disk at its commits, as tests need not.

services_home='' services_pids='' services_containers='' services_user=''

services_start() {
  local lacking=''
  services_prepare
  [ -n "${TEST_POSTGRES_URL:-}" ] || start_postgres || docker_postgres || lacking=PostgreSQL
  [ -n "${TEST_REDIS_URL:-}" ] || start_redis || docker_redis || lacking="$lacking${lacking:+ and }Redis"
  [ -z "$lacking" ] && return 0
  echo "$lacking cannot be had: no binary, and no docker. Debian, Ubuntu: apt-get install postgresql redis-server" >&2
  echo '  macOS: brew install postgresql@17 redis    or set TEST_POSTGRES_URL, TEST_REDIS_URL' >&2
  return 1
}

services_stop() {
  local pid waited container
  for pid in $services_pids; do kill -INT "$pid" 2>/dev/null; done # PostgreSQL: without waiting for its clients
  for pid in $services_pids; do
    for ((waited = 0; waited < 100; waited++)); do kill -0 "$pid" 2>/dev/null || break; sleep 0.05; done
    kill -KILL "$pid" 2>/dev/null
    wait "$pid" 2>/dev/null
  done
  for container in $services_containers; do docker rm -f "$container" >/dev/null 2>&1; done
  [ -z "$services_home" ] || rm -rf "$services_home"
  services_pids='' services_containers='' services_home=''
}

# Memory, where there is room: tests make and drop databases by the thousand. Where the disk is waited for it is the disk.
services_place() {
  local free
  free=$(df -Pk /dev/shm 2>/dev/null | awk 'NR == 2 { print $4 }')
  if [ "${services_sync:-off}" = off ] && [ -w /dev/shm ] && [ "${free:-0}" -ge 3000000 ]; then
    echo /dev/shm
  else
    echo /tmp
  fi
}

# PostgreSQL refuses to run as root, so root's servers run as somebody else.
services_prepare() {
  local user
  services_home=$(mktemp -d "$(services_place)/ovelle-services.XXXXXX") || return 1
  [ "$(id -u)" = 0 ] || return 0
  for user in postgres nobody; do
    if id "$user" >/dev/null 2>&1; then services_user=$user; break; fi
  done
  chown "$services_user" "$services_home"
}

# unprivileged COMMAND...: replaces the calling subshell. On Linux the command also dies when this script is killed.
unprivileged() {
  cd "$services_home" || exit 1
  local dying=''
  setpriv --pdeathsig INT true 2>/dev/null && dying='--pdeathsig INT'
  # shellcheck disable=SC2086 # an option and its value, or nothing
  if [ -n "$services_user" ] && command -v setpriv >/dev/null; then
    exec setpriv --reuid="$services_user" --regid="$(id -g "$services_user")" --clear-groups $dying "$@"
  elif [ -n "$services_user" ]; then exec sudo -n -u "$services_user" "$@"
  elif [ -n "$dying" ]; then exec setpriv $dying "$@"
  else exec "$@"; fi
}

# serve LOG COMMAND...: starts a server and waits until it says that it is ready, as both kinds do in the same words.
serve() {
  local log=$services_home/$1 pid waited
  shift
  : >"$log"
  (unprivileged "$@") >>"$log" 2>&1 &
  pid=$!
  for ((waited = 0; waited < 600; waited++)); do
    if grep -qi 'ready to accept connections' "$log"; then services_pids="$services_pids $pid"; return 0; fi
    kill -0 "$pid" 2>/dev/null || break
    sleep 0.05
  done
  kill -KILL "$pid" 2>/dev/null
  tail -n 20 "$log" >&2
  return 1
}

start_postgres() {
  local initdb postgres port tries
  initdb=$(find_program initdb) && postgres=$(find_program postgres) || return 1
  (unprivileged "$initdb" -D "$services_home/pg" -U test --auth=trust -E UTF8 --locale=C --no-sync) \
    >"$services_home/initdb.log" 2>&1 || { cat "$services_home/initdb.log" >&2; return 1; }
  for ((tries = 0; tries < 3; tries++)); do # somebody may take the port in between
    port=$(free_port) || return 1
    # Over TCP alone: some systems' temporary paths are too long for a socket. Nothing here outlives the run.
    serve postgres.log "$postgres" -D "$services_home/pg" -p "$port" -h 127.0.0.1 \
      -c unix_socket_directories= -c max_connections=200 -c max_wal_size=256MB \
      -c "fsync=${services_sync:-off}" -c "synchronous_commit=${services_sync:-off}" \
      -c "full_page_writes=${services_sync:-off}" || continue
    export TEST_POSTGRES_URL="postgres://test@127.0.0.1:$port/postgres"
    return 0
  done
  return 1
}

start_redis() {
  local redis port tries
  redis=$(find_redis) || return 1
  for ((tries = 0; tries < 3; tries++)); do
    port=$(free_port) || return 1
    serve redis.log "$redis" --port "$port" --bind 127.0.0.1 --save '' --appendonly no \
      --dir "$services_home" || continue
    export TEST_REDIS_URL="redis://127.0.0.1:$port/"
    return 0
  done
  return 1
}

# docker_service PORT READY OPTIONS-AND-IMAGE...: leaves the address of a container that answers READY in service_address.
docker_service() {
  local port=$1 ready=$2 container waited
  shift 2
  docker info >/dev/null 2>&1 || return 1
  container=$(docker run -d --rm -p "127.0.0.1::$port" "$@") || return 1
  services_containers="$services_containers $container"
  for ((waited = 0; waited < 600; waited++)); do
    # shellcheck disable=SC2086 # a command and its arguments
    if docker exec "$container" $ready >/dev/null 2>&1; then
      service_address=$(docker port "$container" "$port/tcp" | head -n 1)
      return 0
    fi
    sleep 0.1
  done
  return 1
}

docker_postgres() {
  docker_service 5432 'pg_isready -U test -h 127.0.0.1' -e POSTGRES_USER=test -e POSTGRES_DB=postgres \
    -e POSTGRES_HOST_AUTH_METHOD=trust postgres:17-alpine -c "fsync=${services_sync:-off}" -c max_connections=200 || return 1
  export TEST_POSTGRES_URL="postgres://test@$service_address/postgres"
}

docker_redis() {
  docker_service 6379 'redis-cli ping' redis:8-alpine --save '' --appendonly no || return 1
  export TEST_REDIS_URL="redis://$service_address/"
}
