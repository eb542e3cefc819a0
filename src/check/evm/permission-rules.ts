import type { Judgement, Rule } from '../rule.ts'
import { blockTimes } from './evm-blocks.ts'
import { evmChains, isContractChain } from './evm-chains.ts'
import { evmTransactionRows } from './evm-transactions.ts'
import { type AllowList, genesisOf } from './genesis-rules.ts'

/**
 * On an L1, only permitted accounts transact or create contracts: the lists of subnet-evm's
 * precompiles in its genesis hold from their time on. No transaction of the world changes them.
 */
export const evmPermissions: Rule = {
  name: 'evm-permissions',
  check(world, findings) {
    for (const chain of evmChains(world)) {
      if (isContractChain(chain)) continue
      const { config } = genesisOf(world, chain)
      const mayTransact = listed(config?.txAllowListConfig)
      const mayCreate = listed(config?.contractDeployerAllowListConfig)
      const rows = evmTransactionRows(world).filter(({ chain_id }) => chain_id === chain.chain_id)
      findings.each(
        rows,
        ({ hash }) => [hash],
        function* ({ chain_id, block_number, sender, call_type }): Judgement {
          const time = blockTimes(world).get(`${chain_id} ${block_number}`) ?? 0
          if (!mayTransact(sender, time)) yield `${sender} may not transact on chain ${chain_id}`
          if (call_type === 'CONTRACT_CREATION' && !mayCreate(sender, time))
            yield `${sender} may not create contracts on chain ${chain_id}`
        },
      )
    }
  },
}

function listed(list: AllowList | undefined): (address: string, time: number) => boolean {
  if (!list) return () => true
  const { blockTimestamp = 0, adminAddresses, managerAddresses, enabledAddresses } = list
  const names = [adminAddresses, managerAddresses, enabledAddresses].flatMap((each) => each ?? [])
  const known = new Set(names.map((address) => address.toLowerCase()))
  return (address, time) => time < blockTimestamp || known.has(address.toLowerCase())
}
