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

/** Release that the node runs. */
const NodeRelease = closed({
  version: Release,
  databaseVersion: Version,
  rpcProtocolVersion: Type.Integer({ minimum: 1, maximum: 10_000 }),
  gitCommit: Type.String({ pattern: '^[0-9a-f]{40}$' }),
  /** VMs; plugins have no alias. */
  vms: Type.Array(
    closed({ name: PluginName, alias: Type.Optional(PluginName), version: Version }),
    { maxItems: 100 },
  ),
  fxs: Type.Array(PluginName, { maxItems: 100 }),
  /** Proposals on which the release asks all validators to vote. */
  currentAcps: Type.Array(Acp, { maxItems: 100 }),
})

/** Release of a peer, and the upgrade that it announces; old releases announce none. */
const PeerRelease = closed({
  version: Release,
  upgradeTime: Type.Optional(Timestamp),
  /** Share among the peers, relative to the others. */
  share: Type.Integer({ minimum: 1, maximum: 1000 }),
})
/** Release of peers and its share. */
export type PeerRelease = Static<typeof PeerRelease>

/** Served node of one network, with its info and index interfaces, and its peers. */
export const NodeDefinition = closed({
  /** Name of the node; its keys follow from it, as for every node. */
  name: NodeName,
  ip: Type.String({
    pattern: '^(\\d{1,3}(\\.\\d{1,3}){3}|\\[[0-9a-f:]{2,39}\\]):\\d{1,5}$',
    description: 'Address and staking port',
  }),
  /** Time from which it accepts containers itself; it fetched earlier ones at that time. */
  joinedAt: RelativeTime,
  release: NodeRelease,
  fees: TxFeeTable,
  /** Number of validators without a connection: those with the least stake. */
  unconnectedValidators: Count,
  /** Connected nodes that are no validators. */
  otherPeers: Count,
  peerReleases: Type.Array(PeerRelease, { minItems: 1, maxItems: 100 }),
  /** Observed uptime of the node in percent, by peer: the ranges are used in turn. */
  peerUptimes: Type.Array(closed({ least: Percent, most: Percent }), {
    minItems: 1,
    maxItems: 1000,
  }),
  /** Likelihood that a peer supports a proposal or objects to it; the others are silent. */
  acpVotes: Type.Array(closed({ acp: Acp, support: Likelihood, object: Likelihood }), {
    maxItems: 100,
  }),
})
export type NodeDefinition = Static<typeof NodeDefinition>
