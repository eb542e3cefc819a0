import type { BaseReader } from '../../../src/store/base-reader.ts'

/** Calls of every method of the node, with params where it takes some. */
export const nodeCalls = (
  base: BaseReader,
): readonly { path: string; method: string; params?: object }[] => {
  const rows = base.all<Record<string, never>, { id: string }>(
    { sql: "SELECT id FROM container WHERE network = 'mainnet' AND chain = 'P' AND position = 3" },
    {},
  )
  const info = (method: string, params = {}) => ({ path: '/ext/info', method, params })
  const index = (method: string, params = {}) => ({
    path: '/ext/index/P/block',
    method,
    params: { ...params, encoding: 'hex' },
  })
  return [
    info('info.acps'),
    info('info.isBootstrapped', { chain: 'X' }),
    info('info.getBlockchainID', { alias: 'X' }),
    info('info.getNetworkID'),
    info('info.getNetworkName'),
    info('info.getNodeID'),
    info('info.getNodeIP'),
    info('info.getNodeVersion'),
    info('info.getTxFee'),
    info('info.getVMs'),
    info('info.peers'),
    info('info.uptime'),
    info('info.upgrades'),
    index('index.getLastAccepted'),
    index('index.getContainerByIndex', { index: '2' }),
    index('index.getContainerByID', { id: rows[0]?.id }),
    index('index.getContainerRange', { startIndex: '0', numToFetch: '5' }),
    index('index.getIndex', { id: rows[0]?.id }),
    index('index.isAccepted', { id: rows[0]?.id }),
  ]
}
