import type { JSX } from 'preact'
import { type Network, useCatalogue } from '../core/catalogue.ts'
import { link } from '../core/route.ts'
import { read } from '../core/server.ts'
import { useLoad, useWatched } from '../core/world.ts'
import { Bar, Card, Empty, Facts, Head, Loading, Raw, Time } from '../parts/basic.tsx'
import { Addresses, Avax, Hash, SubnetOf } from '../parts/references.tsx'
import {
  DelegationTable,
  L1ValidatorTable,
  Stake,
  StakeState,
  type Validation,
} from '../parts/validator-tables.tsx'

/** A node: its validations with their delegators, and the L1s that it validates. */
export function ValidatorView({
  network,
  nodeId,
}: {
  readonly network: Network
  readonly nodeId: string
}): JSX.Element {
  const named = useCatalogue().names.get(nodeId)
  const path = `/v1/networks/${network}/validators/${encodeURIComponent(nodeId)}?pageSize=10`
  const loaded = useLoad(() => read<{ validators: Validation[] }>(path), [path])
  return (
    <>
      <Head
        kind={<a href={link(['validators', network])}>Validators</a>}
        title={named?.name ?? 'Node'}
        lead={<Hash text={nodeId} what="NodeID" whole />}
      >
        <a class="button" href={link(['wallets', 'act', 'delegate'], { node: nodeId, network })}>
          Delegate to it
        </a>
      </Head>
      <Loading of={loaded}>
        {({ validators }) =>
          validators.length === 0 ? (
            <Card>
              <Empty title={`It stakes nothing on ${network}`}>
                <a href={link(['wallets', 'act', 'addValidator'], { node: nodeId, network })}>
                  Let it validate
                </a>
              </Empty>
            </Card>
          ) : (
            validators.map((validation) => (
              <ValidationCard key={validation.txHash} network={network} of={validation} />
            ))
          )
        }
      </Loading>
      <Card title="Delegators">
        <DelegationTable network={network} filter={`nodeIds=${encodeURIComponent(nodeId)}`} />
      </Card>
      <Card title="L1s that it validates">
        <L1ValidatorTable network={network} filter={`nodeId=${encodeURIComponent(nodeId)}`} />
      </Card>
    </>
  )
}

function ValidationCard({
  network,
  of: validation,
}: {
  readonly network: Network
  readonly of: Validation
}): JSX.Element {
  const now = useWatched()?.now
  const { startTimestamp, endTimestamp, subnetId, validationStatus, txHash } = validation
  const active = validation.validationStatus === 'active' ? validation : undefined
  const completed = validation.validationStatus === 'completed' ? validation : undefined
  const rewards = active?.potentialRewards ?? completed?.rewards
  const passed =
    now &&
    ((Date.parse(now) / 1000 - startTimestamp) / Math.max(1, endTimestamp - startTimestamp)) * 100
  return (
    <Card
      title={
        <>
          Validation of <SubnetOf id={subnetId} network={network} />{' '}
          <StakeState of={validationStatus} />
        </>
      }
    >
      {active && passed !== undefined && (
        <Bar percent={Number(passed)} label="Part of its time that is over" />
      )}
      <Facts
        facts={[
          ['Stake', <Stake key="stake" of={validation} />],
          ['Begins', <Time key="begin" at={startTimestamp} both />],
          ['Ends', <Time key="end" at={endTimestamp} both />],
          active && ['Uptime', `${active.uptimePerformance} %`],
          active?.amountDelegated !== undefined && [
            `Delegated by ${active.delegatorCount}`,
            <Avax key="delegated" nano={active.amountDelegated} />,
          ],
          active?.delegationCapacity !== undefined && [
            'Room for delegations',
            <Avax key="room" nano={active.delegationCapacity} />,
          ],
          validation.delegationFee !== undefined && [
            'Delegation fee',
            `${Number(validation.delegationFee)} %`,
          ],
          active?.avalancheGoVersion !== undefined && ['Version', active.avalancheGoVersion],
          rewards && [
            active ? 'Potential reward' : 'Reward',
            <Avax key="reward" nano={rewards.validationRewardAmount} />,
          ],
          rewards?.rewardAddresses &&
            rewards.rewardAddresses.length > 0 && [
              'Rewards go to',
              <Addresses key="to" network={network} of={rewards.rewardAddresses} />,
            ],
          [
            'Transaction',
            <Hash key="tx" text={txHash} to={link(['explorer', network, 'P', 'tx', txHash])} />,
          ],
        ]}
      />
      <Raw of={validation} />
    </Card>
  )
}
