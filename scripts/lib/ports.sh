# shellcheck shell=bash
# Loopback ports. Sourced by scripts/run and scripts/lib/services.sh.

# port_taken PORT: does anything answer there?
port_taken() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

# free_port: a port nobody listens on, below the range from which systems take outgoing ports.
free_port() {
  local port tries
  for ((tries = 0; tries < 200; tries++)); do
    port=$((15000 + RANDOM % 15000))
    port_taken "$port" || { echo "$port"; return 0; }
  done
  echo 'no free loopback port between 15000 and 30000' >&2
  return 1
}
