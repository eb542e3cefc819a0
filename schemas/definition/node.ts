import { type Static, Type } from '@sinclair/typebox'
import { closed, NodeName, RelativeTime, Timestamp } from './common.ts'

const Release = Type.String({ pattern: '^[a-z]{1,32}/\\d{1,4}\\.\\d{1,4}\\.\\d{1,4}$' })
const Version = Type.String({ minLength: 1, maxLength: 64 })
const NanoAvax = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
const Percent = Type.Integer({ minimum: 0, maximum: 100 })
const Likelihood = Type.Number({ minimum: 0, maximum: 1 })
/** Name of a VM or a feature extension, from which its id follows. */
const PluginName = Type.String({ pattern: '^[a-z0-9]{1,32}$' })
const Acp = Type.Integer({ minimum: 1, maximum: 1_000_000 })
const Count = Type.Integer({ minimum: 0, maximum: 1000 })

/** Fees in nAVAX, by the names of info.getTxFee. */
export const TxFeeTable = closed({
  txFee: NanoAvax,
  createAssetTxFee: NanoAvax,
  createSubnetTxFee: NanoAvax,
  transformSubnetTxFee: NanoAvax,
  createBlockchainTxFee: NanoAvax,
  addPrimaryNetworkValidatorFee: NanoAvax,
  addPrimaryNetworkDelegatorFee: NanoAvax,
  addSubnetValidatorFee: NanoAvax,
  addSubnetDelegatorFee: NanoAvax,
})
export type TxFeeTable = Static<typeof TxFeeTable>

/** The release that the node runs. */
const NodeRelease = closed({
  version: Release,
  databaseVersion: Version,
  rpcProtocolVersion: Type.Integer({ minimum: 1, maximum: 10_000 }),
  gitCommit: Type.String({ pattern: '^[0-9a-f]{40}$' }),
  /** Plugins have no alias. */
  vms: Type.Array(
    closed({ name: PluginName, alias: Type.Optional(PluginName), version: Version }),
    { maxItems: 100 },
  ),
  fxs: Type.Array(PluginName, { maxItems: 100 }),
  /** Proposals on which the release wants everybody's vote. */
  currentAcps: Type.Array(Acp, { maxItems: 100 }),
})

/** A peer's release, and the upgrade that it tells; old releases tell none. */
const PeerRelease = closed({
  version: Release,
  upgradeTime: Type.Optional(Timestamp),
  /** How common it is among the peers, against the others. */
  share: Type.Integer({ minimum: 1, maximum: 1000 }),
})
export type PeerRelease = Static<typeof PeerRelease>

/** The node of one network, whose info and index interfaces are served, and its peers. */
export const NodeDefinition = closed({
  /** Its keys follow from the name, as those of every node. */
  name: NodeName,
  ip: Type.String({
    pattern: '^(\\d{1,3}(\\.\\d{1,3}){3}|\\[[0-9a-f:]{2,39}\\]):\\d{1,5}$',
    description: 'Address and staking port',
  }),
  /** From when on it accepts containers itself; earlier ones it fetched then. */
  joinedAt: RelativeTime,
  release: NodeRelease,
  fees: TxFeeTable,
  /** How many validators it is not connected to: those with the least stake. */
  unconnectedValidators: Count,
  /** Connected nodes that validate nothing. */
  otherPeers: Count,
  peerReleases: Type.Array(PeerRelease, { minItems: 1, maxItems: 100 }),
  /** What peers observed of the node, in percent: a range for one after the other, in turn. */
  peerUptimes: Type.Array(closed({ least: Percent, most: Percent }), {
    minItems: 1,
    maxItems: 1000,
  }),
  /** How likely a peer supports a proposal or objects to it; the others are silent. */
  acpVotes: Type.Array(closed({ acp: Acp, support: Likelihood, object: Likelihood }), {
    maxItems: 100,
  }),
})
export type NodeDefinition = Static<typeof NodeDefinition>
