import { atomicMethods } from './atomic.ts'
import type { ChainMethod } from './chain-method.ts'
import { evmMethods } from './evm.ts'
import { exchangeMethods } from './exchange.ts'
import { healthMethods } from './health.ts'
import { platformMethods } from './platform.ts'
import { proposerMethods } from './proposervm.ts'

/** Methods below one path. */
export interface ChainService {
  /** Path with a chain in braces, if it is one of many. */
  readonly path: string
  readonly summary: string
  readonly methods: Readonly<Record<string, ChainMethod>>
}

/** JSON-RPC services of the chains and of the node's health. */
export const chainServices: readonly ChainService[] = [
  { path: '/ext/bc/P', summary: 'P-chain', methods: platformMethods },
  { path: '/ext/bc/X', summary: 'X-chain', methods: exchangeMethods },
  {
    path: '/ext/bc/C/avax',
    summary: 'Atomic transactions of the C-chain',
    methods: atomicMethods,
  },
  {
    path: '/ext/bc/{chain}/rpc',
    summary: 'C-chain (C), or an L1 by its name',
    methods: evmMethods,
  },
  {
    path: '/ext/bc/{chain}/proposervm',
    summary: 'Proposers of the P-, X- or C-chain',
    methods: proposerMethods,
  },
  { path: '/ext/health', summary: 'Health of the node', methods: healthMethods },
]
