import type { JSX } from 'preact'
import type {
  L1ValidatorDetails,
  PrimaryNetworkTransaction,
} from '../../schemas/data/transactions.ts'
import { type Chain, primaryPath } from '../core/catalogue.ts'
import { grouped } from '../core/format.ts'
import { link } from '../core/route.ts'
import { read } from '../core/server.ts'
import { useLoad } from '../core/world.ts'
import { Badge, Card, Facts, Head, Loading, Raw, Time } from '../parts/basic.tsx'
import { spaced, timeOf } from '../parts/lists.tsx'
import { Addresses, Amount, Avax, ChainOf, Hash, Node, SubnetOf } from '../parts/references.tsx'
import { Table } from '../parts/table.tsx'
import { UtxoFlow } from '../parts/utxo-flow.tsx'

type Assets = PrimaryNetworkTransaction['value']

const Amounts = ({ of: assets }: { readonly of: Assets }): JSX.Element => (
  <span class="stack">
    {assets.map(({ assetId, amount, denomination, symbol }) => (
      <Amount key={assetId} units={amount} decimals={denomination} symbol={symbol} />
    ))}
  </span>
)

/** A transaction of the P- or X-chain, or between the C-chain and these. */
export function PrimaryTransactionView({
  chain,
  hash,
}: {
  readonly chain: Chain
  readonly hash: string
}): JSX.Element {
  const { network, id } = chain
  const path = `${primaryPath(network, id)}/transactions/${hash}`
  const loaded = useLoad(() => read<PrimaryNetworkTransaction>(path), [path])
  return (
    <>
      <Head
        kind={<a href={link(['explorer', network, id])}>{chain.name}</a>}
        title={loaded.data ? spaced(loaded.data.txType) : 'Transaction'}
        lead={<Hash text={hash} what="transaction id" whole />}
      />
      <Loading of={loaded}>
        {(tx) => (
          <>
            <Card>
              <Facts facts={factsOf(tx, chain)} />
              <Raw of={tx} />
            </Card>
            <Card title="UTXOs in and out">
              <UtxoFlow transaction={tx} network={network} />
            </Card>
            {tx.l1ValidatorDetails && tx.l1ValidatorDetails.length > 0 && (
              <L1Validators network={network} rows={tx.l1ValidatorDetails} />
            )}
          </>
        )}
      </Loading>
    </>
  )
}

function factsOf(tx: PrimaryNetworkTransaction, { network, id }: Chain) {
  const staking = tx.startTimestamp !== undefined && tx.endTimestamp !== undefined
  return [
    tx.blockNumber !== undefined &&
      ([
        'Block',
        <a key="block" href={link(['explorer', network, id, 'block', tx.blockNumber])}>
          {grouped(tx.blockNumber)}
        </a>,
      ] as const),
    ['Time', <Time key="time" at={timeOf(tx)} both />] as const,
    ['Outputs', <Amounts key="value" of={tx.value} />] as const,
    tx.amountBurned.length > 0 &&
      (['Burned', <Amounts key="burned" of={tx.amountBurned} />] as const),
    tx.amountStaked.length > 0 &&
      (['Staked', <Amounts key="staked" of={tx.amountStaked} />] as const),
    tx.amountL1ValidatorBalanceBurned.length > 0 &&
      ([
        'To balances of L1 validators',
        <Amounts key="l1" of={tx.amountL1ValidatorBalanceBurned} />,
      ] as const),
    tx.sourceChain !== undefined &&
      (['From chain', <ChainOf key="source" id={tx.sourceChain} network={network} />] as const),
    tx.destinationChain !== undefined &&
      ([
        'To chain',
        <ChainOf key="destination" id={tx.destinationChain} network={network} />,
      ] as const),
    tx.nodeId !== undefined &&
      (['Node', <Node key="node" network={network} nodeId={tx.nodeId} />] as const),
    tx.subnetId !== undefined &&
      (['Subnet', <SubnetOf key="subnet" network={network} id={tx.subnetId} />] as const),
    tx.blockchainInfo && (['Creates the chain', tx.blockchainInfo.chainName] as const),
    staking && (['Begins', <Time key="begin" at={tx.startTimestamp} both />] as const),
    staking && (['Ends', <Time key="end" at={tx.endTimestamp} both />] as const),
    tx.delegationFeePercent !== undefined &&
      (['Delegation fee', `${Number(tx.delegationFeePercent)} %`] as const),
    tx.estimatedReward !== undefined &&
      (['Estimated reward', <Avax key="reward" nano={tx.estimatedReward} />] as const),
    tx.rewardAddresses &&
      ([
        'Rewards go to',
        <Addresses key="to" network={network} of={tx.rewardAddresses} />,
      ] as const),
    tx.rewardTxHash !== undefined &&
      ([
        'Rewarded by',
        <Hash
          key="by"
          text={tx.rewardTxHash}
          to={link(['explorer', network, id, 'tx', tx.rewardTxHash])}
        />,
      ] as const),
    tx.stakingTxHash !== undefined &&
      ([
        'Rewards the stake of',
        <Hash
          key="of"
          text={tx.stakingTxHash}
          to={link(['explorer', network, id, 'tx', tx.stakingTxHash])}
        />,
      ] as const),
    tx.subnetOwnershipInfo &&
      ([
        'Owners of the subnet',
        <span key="owners" class="stack">
          <Addresses network={network} of={tx.subnetOwnershipInfo.addresses} />
          <span class="quiet">{tx.subnetOwnershipInfo.threshold} sign</span>
        </span>,
      ] as const),
    tx.memo !== undefined && tx.memo !== '0x' && (['Memo', textOf(tx.memo)] as const),
  ]
}

/** Returns hex as text where it is printable. */
function textOf(hex: string): string {
  const bytes = Uint8Array.from(hex.slice(2).match(/../g) ?? [], (pair) =>
    Number.parseInt(pair, 16),
  )
  const text = new TextDecoder().decode(bytes)
  return /^[\x20-\x7e]+$/.test(text) ? text : hex
}

const L1Validators = ({
  network,
  rows,
}: {
  readonly network: string
  readonly rows: readonly L1ValidatorDetails[]
}) => (
  <Card title="L1 validators">
    <Table
      label="L1 validators"
      rows={rows}
      keyOf={({ validationId }) => validationId}
      columns={[
        { head: 'Node', cell: ({ nodeId }) => <Node network={network} nodeId={nodeId} /> },
        {
          head: 'Validation',
          cell: ({ validationId }) => <Hash text={validationId} what="validation id" />,
        },
        { head: 'Weight', isNumber: true, cell: ({ weight }) => grouped(String(weight)) },
        {
          head: 'Balance',
          isNumber: true,
          cell: ({ remainingBalance }) => <Avax nano={remainingBalance} />,
        },
        {
          head: 'Change',
          isNumber: true,
          cell: ({ balanceChange }) =>
            balanceChange ? <Avax nano={balanceChange} /> : <Badge>none</Badge>,
        },
      ]}
    />
  </Card>
)
