# shellcheck shell=bash
# Ending what was started. Sourced by scripts/run and scripts/test.

# end_group PID: ends a process group, kindly for 3 s, and returns when it is gone.
end_group() {
  local waited
  kill -TERM -- "-$1" 2>/dev/null || return 0
  for ((waited = 0; waited < 60; waited++)); do
    kill -0 -- "-$1" 2>/dev/null || return 0
    sleep 0.05
  done
  kill -KILL -- "-$1" 2>/dev/null
}
