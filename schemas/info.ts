import { type Static, Type } from '@sinclair/typebox'
import { type Method, method, NoParams, UintText } from './json-rpc.ts'
import { quirk } from './quirk.ts'

const nodeIds = Type.Array(Type.String({ description: 'NodeID-…' }))
const rfc3339 = Type.String({ description: 'RFC 3339 time.' })
const percent = Type.String({
  pattern: '^[0-9]+[.][0-9]{4}$',
  description: 'Percent with four decimals.',
})

/** Preferences of the peers, by number of the community proposal. Stakes are in nAVAX. G-60 */
export const Acps = Type.Object(
  {
    acps: Type.Record(
      Type.String({ pattern: '^[0-9]+$' }),
      Type.Object({
        supportWeight: UintText,
        supporters: nodeIds,
        objectWeight: UintText,
        objectors: nodeIds,
        abstainWeight: UintText,
      }),
    ),
  },
  { $id: 'Acps' },
)
export type Acps = Static<typeof Acps>

/** Id and BLS proof of possession of the node: 48 and 96 bytes of hex. */
export const NodeIdentity = Type.Object(
  {
    nodeID: Type.String(),
    nodePOP: Type.Object({
      publicKey: Type.String({ pattern: '^0x[0-9a-f]{96}$' }),
      proofOfPossession: Type.String({ pattern: '^0x[0-9a-f]{192}$' }),
    }),
  },
  { $id: 'NodeIdentity' },
)
export type NodeIdentity = Static<typeof NodeIdentity>

/** Versions of the node, its database, its protocol and its virtual machines. Part 9, G-58. */
export const NodeVersion = Type.Object(
  {
    version: Type.String(),
    databaseVersion: Type.String(),
    rpcProtocolVersion: UintText,
    gitCommit: Type.String(),
    vmVersions: Type.Record(Type.String(), Type.String()),
  },
  { $id: 'NodeVersion' },
)
export type NodeVersion = Static<typeof NodeVersion>

/** Fees in nAVAX; only the first two are in use. Deprecated since node version 1.12.2. */
export const TxFees = Type.Object(
  {
    txFee: UintText,
    createAssetTxFee: UintText,
    createSubnetTxFee: UintText,
    transformSubnetTxFee: UintText,
    createBlockchainTxFee: UintText,
    addPrimaryNetworkValidatorFee: UintText,
    addPrimaryNetworkDelegatorFee: UintText,
    addSubnetValidatorFee: UintText,
    addSubnetDelegatorFee: UintText,
  },
  { $id: 'TxFees' },
)
export type TxFees = Static<typeof TxFees>

/** Names of the installed virtual machines by id; `fxs` only in the live dialect. */
export const InstalledVms = Type.Object(
  {
    vms: Type.Record(Type.String(), Type.Array(Type.String())),
    fxs: Type.Optional(Type.Record(Type.String(), Type.String())),
  },
  { $id: 'InstalledVms' },
)
export type InstalledVms = Static<typeof InstalledVms>

/** Connected node in the view of this one; the optional fields only in the live dialect. */
export const Peer = Type.Object(
  {
    ip: Type.String(),
    publicIP: Type.String({ description: 'Empty when unknown.' }),
    nodeID: Type.String(),
    version: Type.String(),
    upgradeTime: Type.Optional(Type.Integer({ minimum: 0, description: 'Epoch seconds.' })),
    lastSent: rfc3339,
    lastReceived: rfc3339,
    observedUptime: Type.String({
      pattern: '^[0-9]+$',
      description: 'Percent: uptime of this node as the peer observed it.',
    }),
    trackedSubnets: Type.Array(Type.String()),
    supportedACPs: Type.Optional(Type.Array(Type.Integer({ minimum: 0 }))),
    objectedACPs: Type.Optional(Type.Array(Type.Integer({ minimum: 0 }))),
    benched: Type.Array(Type.String({ description: 'Alias or id of a chain.' })),
  },
  { $id: 'Peer' },
)
export type Peer = Static<typeof Peer>

/** Connected nodes, or the requested ones among them in the order of the request. */
export const Peers = Type.Object({ numPeers: UintText, peers: Type.Array(Peer) }, { $id: 'Peers' })
export type Peers = Static<typeof Peers>

/** Uptime of the node as its peers observe it, weighted by their stake. */
export const Uptime = Type.Object(
  { rewardingStakePercentage: percent, weightedAveragePercentage: percent },
  { $id: 'Uptime' },
)
export type Uptime = Static<typeof Uptime>

/** Activation time of each upgrade; the optional fields only in the live dialect. G-56, G-57 */
export const Upgrades = Type.Object(
  {
    apricotPhase1Time: rfc3339,
    apricotPhase2Time: rfc3339,
    apricotPhase3Time: rfc3339,
    apricotPhase4Time: rfc3339,
    apricotPhase4MinPChainHeight: Type.Integer({ minimum: 0 }),
    apricotPhase5Time: rfc3339,
    apricotPhasePre6Time: rfc3339,
    apricotPhase6Time: rfc3339,
    apricotPhasePost6Time: rfc3339,
    banffTime: rfc3339,
    cortinaTime: rfc3339,
    cortinaXChainStopVertexID: Type.String(),
    durangoTime: rfc3339,
    etnaTime: rfc3339,
    fortunaTime: rfc3339,
    graniteTime: rfc3339,
    graniteEpochDuration: Type.Optional(Type.Integer({ minimum: 0, description: 'Nanoseconds.' })),
    heliconTime: Type.Optional(rfc3339),
  },
  { $id: 'Upgrades' },
)
export type Upgrades = Static<typeof Upgrades>

/** Whether methods respond as the current release of the node does. G-72 */
export const currentRelease = quirk(
  {
    name: 'Methods getVMs, upgrades, peers and uptime',
    section: '4.3',
    documented: 'The members that the contract lists; uptime honours subnetID',
    live: 'The members of the current node release; uptime ignores subnetID',
  },
  { documented: false, live: true },
)

/** The methods of `POST /ext/info` in the order of section 4.3. G-51, G-61, G-72 */
export const infoMethods = {
  'info.acps': method({
    section: '4.3',
    summary: 'What the peers think of community proposals',
    params: NoParams,
    result: Acps,
  }),
  'info.isBootstrapped': method({
    section: '4.3',
    summary: 'Whether a chain has caught up with the network',
    params: Type.Object({ chain: Type.String({ description: 'Id or alias of a chain.' }) }),
    result: Type.Object({ isBootstrapped: Type.Boolean() }),
  }),
  'info.getBlockchainID': method({
    section: '4.3',
    summary: 'Id of a chain by its alias',
    params: Type.Object({ alias: Type.String() }),
    result: Type.Object({ blockchainID: Type.String() }),
  }),
  'info.getNetworkID': method({
    section: '4.3',
    summary: 'Number of the network: 1 is mainnet, 5 is fuji',
    params: NoParams,
    result: Type.Object({ networkID: UintText }),
  }),
  'info.getNetworkName': method({
    section: '4.3',
    summary: 'Name of the network',
    params: NoParams,
    result: Type.Object({ networkName: Type.String() }),
  }),
  'info.getNodeID': method({
    section: '4.3',
    summary: 'Id and BLS key of the node; public nodes withhold it',
    params: NoParams,
    result: NodeIdentity,
  }),
  'info.getNodeIP': method({
    section: '4.3',
    summary: 'Address of the node as host:port; public nodes withhold it',
    params: NoParams,
    result: Type.Object({ ip: Type.String() }),
  }),
  'info.getNodeVersion': method({
    section: '4.3',
    summary: 'Versions of the node and its parts',
    params: NoParams,
    result: NodeVersion,
  }),
  'info.getTxFee': method({
    section: '4.3',
    summary: 'Static fees, deprecated since node version 1.12.2',
    params: NoParams,
    result: TxFees,
    deprecated: true,
  }),
  'info.getVMs': method({
    section: '4.3',
    summary: 'Installed virtual machines; public nodes withhold them',
    params: NoParams,
    result: InstalledVms,
    quirks: [currentRelease],
  }),
  'info.peers': method({
    section: '4.3',
    summary: 'Connected nodes',
    params: Type.Object({
      nodeIDs: Type.Optional(
        Type.Array(Type.String(), { description: 'Absent or empty: all connections.' }),
      ),
    }),
    result: Peers,
    quirks: [currentRelease],
  }),
  'info.uptime': method({
    section: '4.3',
    summary: 'Uptime of the node as the network sees it',
    params: Type.Object({
      subnetID: Type.Optional(Type.String({ description: 'Absent: the primary network.' })),
    }),
    result: Uptime,
    quirks: [currentRelease],
  }),
  'info.upgrades': method({
    section: '4.3',
    summary: 'Activation times of the network upgrades',
    params: NoParams,
    result: Upgrades,
    quirks: [currentRelease],
  }),
} satisfies Record<`info.${string}`, Method>

/** The 13 names of 4.3. */
export type InfoMethodName = keyof typeof infoMethods

/** Type of the `result` of a method of the node info interface. */
export type InfoResult<Name extends InfoMethodName> = Static<(typeof infoMethods)[Name]['result']>
