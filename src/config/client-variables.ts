/**
 * Variable with the address of a server, which `exec`, `env` and test helpers set for programs,
 * including Snowglobe's own commands. A server does not read it.
 */
export const addressVariable = 'SNOWGLOBE_URL'

/** Variable with the token of the control plane, for a server as well as for its clients. */
export const tokenVariable = 'SNOWGLOBE_ADMIN_TOKEN'
