import { bytesOf, noAccount } from '../../../evm/state.ts'
import { toHex } from '../../../formats/ids.ts'
import { keccak256 } from '../../../formats/keccak.ts'
import type { ChainState } from './chain-state.ts'

/** The one contract in the genesis of the C-chain, on both networks. Source: avalanchego's genesis. */
const corethContract = {
  address: `0x01${'0'.repeat(38)}`,
  code: '0x7300000000000000000000000000000000000000003014608060405260043610603d5760003560e01c80631e010439146042578063b6510bb314606e575b600080fd5b605c60048036036020811015605657600080fd5b503560b1565b60408051918252519081900360200190f35b818015607957600080fd5b5060af60048036036080811015608e57600080fd5b506001600160a01b03813516906020810135906040810135906060013560b6565b005b30cd90565b836001600160a01b031681836108fc8690811502906040516000604051808303818888878c8acf9550505050505015801560f4573d6000803e3d6000fd5b505050505056fea26469706673582212201eebce970fe3f5cb96bf8ac6ba5f5c133fc2908ae3dcd51082cfee8f583429d064736f6c634300060a0033',
}

/** Puts the account of the C-chain's genesis into an empty state. */
export function putCorethGenesis(state: ChainState): void {
  const { address, code } = corethContract
  putCode(state, address, code, [])
}

/** Puts a contract of an L1's genesis into an empty state. */
export function putCode(
  state: ChainState,
  address: string,
  codeText: string,
  slots: readonly (readonly [slot: bigint, value: bigint])[],
): void {
  const code = bytesOf(codeText)
  state.apply([
    {
      address,
      before: undefined,
      after: { ...noAccount, codeHash: toHex(keccak256(code)) },
      code,
      clearsStorage: false,
      storage: slots.map(([slot, value]) => ({ slot, before: 0n, after: value })),
    },
  ])
}
