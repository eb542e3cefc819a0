/** Exit codes of a process; 0 also after SIGINT and SIGTERM. */
export const exitCodes = {
  stopped: 0,
  failed: 1,
  badConfiguration: 2,
  addressInUse: 3,
  unusableState: 4,
} as const
