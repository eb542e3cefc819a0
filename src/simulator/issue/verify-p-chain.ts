import { encode } from '../../formats/codec.ts'
import { sha256 } from '../../formats/hashes.ts'
import { compareBytes } from '../../formats/ordering.ts'
import {
  type PlatformCredential,
  type PlatformTransaction,
  platformTransactions,
} from '../../formats/p-chain-transactions.ts'
import type { Issued } from '../../formats/signed-transactions.ts'
import type { Drafting } from '../primary/state.ts'
import type { HeldUtxo } from '../primary/utxos/held-utxo.ts'
import {
  isSortedInputs,
  isSortedOutputs,
  verifyInputsForm,
  verifyNoMemo,
  verifyOutputsForm,
} from './base.ts'
import {
  verifyConversion,
  verifyDisabling,
  verifyIncrease,
  verifyRegistration,
  verifyWeight,
} from './l1s.ts'
import { isAscending, verifyIndices, verifyOwners } from './owners.ts'
import { inContext, refuse, refuseBeforeEtna } from './refuse.ts'
import { findOwn, findShared } from './spending.ts'
import { verifyDelegator, verifyPermissioned, verifyRemoval, verifyValidator } from './stakes.ts'
import { verifyPermissionedSubnet, verifySubnetOwner } from './subnets.ts'
import {
  type Based,
  inputText,
  isPrimary,
  type Of,
  peerOf,
  type Verify,
  verifyBase,
  verifyFlowOf,
  verifySpending,
} from './verification.ts'

/** A decoded signed transaction of the P-chain. */
export type ForeignPlatform = Issued<PlatformTransaction, PlatformCredential>

/**
 * Verifies a transaction as the node does, in its order.
 * @param time time of the block, epoch seconds
 * @returns the outputs that it spends
 * @throws Refusal with the node's text
 */
export function verifyPlatform(
  state: Drafting,
  { unsigned: tx, credentials }: ForeignPlatform,
  time: number,
): readonly HeldUtxo[] {
  if (!('inputs' in tx)) return refuse('wrong transaction type')
  refuseBeforeEtna(state.facts, time)
  const verify = verifiers[tx.type] as Verify<Based>
  const hash = sha256(encode(platformTransactions.unsigned, tx))
  return verify({ state, tx, credentials, hash, time })
}

const verifiers: { readonly [Type in Based['type']]: Verify<Of<Type>> } = {
  AddValidatorTx: () => refuse('AddValidatorTx is not permitted post-Durango'),
  AddDelegatorTx: () => refuse('AddDelegatorTx is not permitted post-Durango'),
  TransformSubnetTx: () => refuse('TransformSubnetTx is not permitted post-Etna'),
  BaseTx(of) {
    verifyBase(of)
    verifyNoMemo(of.tx)
    return verifySpending(of)
  },
  ImportTx(of) {
    const { state, tx } = of
    if (tx.importedInputs.length === 0) refuse('tx has no imported inputs')
    verifyBase(of)
    inContext('input failed verification', () => {
      verifyInputsForm(tx.importedInputs)
    })
    if (!isSortedInputs(tx.importedInputs)) refuse('inputs not sorted and unique')
    verifyNoMemo(tx)
    const from = peerOf(state, 'P', tx.sourceChain)
    const imported = tx.importedInputs.map(
      (input) =>
        findShared(state.utxos, { from, to: 'P' }, input) ??
        refuse('failed to get shared memory: not found'),
    )
    const own = tx.inputs.map(
      (input) =>
        findOwn(state.utxos, 'P', input) ??
        refuse(`failed to get UTXO ${inputText(input)}: not found`),
    )
    const inputs = [...tx.inputs, ...tx.importedInputs]
    return verifyFlowOf(of, { inputs, spent: [...own, ...imported] })
  },
  ExportTx(of) {
    const { state, tx } = of
    if (tx.exportedOutputs.length === 0) refuse('tx has no exported outputs')
    verifyBase(of)
    inContext('output failed verification', () => {
      verifyOutputsForm(tx.exportedOutputs)
    })
    if (tx.exportedOutputs.some(({ output }) => output.type === 'StakeableLockOutput'))
      refuse('wrong locktime reported')
    if (!isSortedOutputs(tx.exportedOutputs)) refuse('outputs not sorted')
    verifyNoMemo(tx)
    peerOf(state, 'P', tx.destinationChain)
    return inContext('failed verifySpend', () =>
      verifySpending(of, { outputs: tx.exportedOutputs }),
    )
  },
  CreateSubnetTx(of) {
    verifyBase(of)
    verifyOwners(of.tx.owner)
    verifyNoMemo(of.tx)
    return verifySpending(of)
  },
  CreateChainTx(of) {
    const { tx } = of
    if (isPrimary(tx.subnetId)) refuse("new blockchain can't be validated by primary network")
    if (Buffer.byteLength(tx.name) > 128) refuse('name too long')
    if (tx.vmId.every((byte) => byte === 0)) refuse('invalid VM ID')
    if (!isAscending(tx.fxIds, compareBytes))
      refuse('feature extensions IDs must be sorted and unique')
    if (tx.genesis.length > 1024 * 1024) refuse('genesis too long')
    if (!/^[A-Za-z0-9 ]*$/.test(tx.name)) refuse('illegal name character')
    verifyBase(of)
    verifyIndices(tx.authorization.signatureIndices)
    verifyNoMemo(tx)
    const credentials = verifyPermissionedSubnet(of, tx.subnetId)
    const spent = verifySpending({ ...of, credentials })
    if (hasEvmGenesis(tx))
      refuse(
        'a transaction cannot create a chain with an EVM genesis yet: use the action createChain',
      )
    return spent
  },
  TransferSubnetOwnershipTx(of) {
    const { tx } = of
    if (isPrimary(tx.subnetId)) refuse('cannot transfer ownership of a permissionless subnet')
    verifyBase(of)
    verifyIndices(tx.authorization.signatureIndices)
    verifyOwners(tx.owner)
    verifyNoMemo(tx)
    const credentials = verifySubnetOwner(of, tx.subnetId)
    return inContext('flow check failed', () => verifySpending({ ...of, credentials }))
  },
  AddSubnetValidatorTx: verifyPermissioned,
  RemoveSubnetValidatorTx: verifyRemoval,
  AddPermissionlessValidatorTx: verifyValidator,
  AddPermissionlessDelegatorTx: verifyDelegator,
  ConvertSubnetToL1Tx: verifyConversion,
  RegisterL1ValidatorTx: verifyRegistration,
  SetL1ValidatorWeightTx: verifyWeight,
  IncreaseL1ValidatorBalanceTx: verifyIncrease,
  DisableL1ValidatorTx: verifyDisabling,
}

/** Tells whether a genesis is JSON of an EVM: its chain would need an executing EVM. G-241 */
function hasEvmGenesis({ genesis }: Of<'CreateChainTx'>): boolean {
  const text = Buffer.from(genesis).toString()
  return text.startsWith('{') && text.includes('"chainId"')
}
