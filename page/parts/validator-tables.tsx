import type { JSX } from 'preact'
import type { Delegator, L1Validator } from '../../schemas/data/staking.ts'
import type {
  ActiveValidator,
  CompletedValidator,
  PendingValidator,
  RemovedValidator,
} from '../../schemas/data/validators.ts'
import type { Network } from '../core/catalogue.ts'
import { grouped } from '../core/format.ts'
import { link } from '../core/route.ts'
import { Badge, Empty, Time, type Tone } from './basic.tsx'
import { Paged } from './paged.tsx'
import { Addresses, Avax, Hash, Node, SubnetOf } from './references.tsx'
import { Table } from './table.tsx'

export type Validation = ActiveValidator | CompletedValidator | PendingValidator | RemovedValidator

const tones: Readonly<Record<string, Tone>> = { active: 'good', pending: 'accent', removed: 'bad' }

/** State of a stake. */
export const StakeState = ({ of: state }: { readonly of: string }): JSX.Element => (
  <Badge tone={tones[state] ?? 'quiet'}>{state}</Badge>
)

const primary = '11111111111111111111111111111111LpoYY'

/** Stake of a validation: AVAX on the primary network, a weight elsewhere. */
export const Stake = ({
  of: { subnetId, amountStaked },
}: {
  readonly of: Validation
}): JSX.Element =>
  subnetId === primary ? (
    <Avax nano={amountStaked} />
  ) : (
    <span class="number">weight {grouped(amountStaked)}</span>
  )

/** Validations by stake, of the primary network and subnets with permissioned validators. */
export const StakeTable = ({
  network,
  filter = '',
}: {
  readonly network: Network
  /** Query of `listValidators`. */
  readonly filter?: string
}): JSX.Element => (
  <Paged<Validation>
    path={`/v1/networks/${network}/validators${filter && `?${filter}`}`}
    field="validators"
    empty={
      <Empty title="No validations">
        <a href={link(['wallets', 'act', 'addValidator'])}>Add a validator</a>
      </Empty>
    }
  >
    {(rows) => (
      <Table
        label="Validations"
        rows={rows}
        keyOf={({ txHash }) => txHash}
        columns={[
          { head: 'Node', cell: ({ nodeId }) => <Node network={network} nodeId={nodeId} /> },
          { head: 'State', cell: ({ validationStatus }) => <StakeState of={validationStatus} /> },
          { head: 'Stake', isNumber: true, cell: (row) => <Stake of={row} /> },
          {
            head: 'Delegated',
            isNumber: true,
            cell: (row) =>
              'amountDelegated' in row && row.amountDelegated && row.amountDelegated !== '0' ? (
                <Avax nano={row.amountDelegated} />
              ) : (
                ''
              ),
          },
          {
            head: 'Fee',
            isNumber: true,
            isMinor: true,
            cell: ({ delegationFee }) => delegationFee && `${Number(delegationFee)} %`,
          },
          {
            head: 'Uptime',
            isNumber: true,
            isMinor: true,
            cell: (row) => 'uptimePerformance' in row && `${row.uptimePerformance} %`,
          },
          {
            head: 'Subnet',
            isMinor: true,
            cell: ({ subnetId }) => <SubnetOf id={subnetId} network={network} />,
          },
          { head: 'Ends', isNumber: true, cell: ({ endTimestamp }) => <Time at={endTimestamp} /> },
        ]}
      />
    )}
  </Paged>
)

/** Validators of L1s, which pay by the second. */
export const L1ValidatorTable = ({
  network,
  filter = '',
}: {
  readonly network: Network
  /** Query of `listL1Validators`. */
  readonly filter?: string
}): JSX.Element => (
  <Paged<L1Validator>
    path={`/v1/networks/${network}/l1Validators?includeInactiveL1Validators=true${filter && `&${filter}`}`}
    field="validators"
    empty={
      <Empty title="No L1 validators">
        <a href={link(['wallets', 'act', 'registerL1Validator'])}>Register one</a>
      </Empty>
    }
  >
    {(rows) => (
      <Table
        label="L1 validators"
        rows={rows}
        keyOf={({ validationId }) => validationId}
        columns={[
          { head: 'Node', cell: ({ nodeId }) => <Node network={network} nodeId={nodeId} /> },
          {
            head: 'State',
            cell: ({ weight, remainingBalance }) => (
              <StakeState
                of={weight === 0 ? 'removed' : remainingBalance > 0 ? 'active' : 'inactive'}
              />
            ),
          },
          { head: 'L1', cell: ({ subnetId }) => <SubnetOf id={subnetId} network={network} /> },
          { head: 'Weight', isNumber: true, cell: ({ weight }) => grouped(String(weight)) },
          {
            head: 'Balance left',
            isNumber: true,
            cell: ({ remainingBalance }) => <Avax nano={remainingBalance} />,
          },
          {
            head: 'Since',
            isNumber: true,
            isMinor: true,
            cell: ({ creationTimestamp }) => <Time at={creationTimestamp} />,
          },
        ]}
      />
    )}
  </Paged>
)

/** Delegations to validators of the primary network. */
export const DelegationTable = ({
  network,
  filter,
}: {
  readonly network: Network
  /** Query of `listDelegators`. */
  readonly filter: string
}): JSX.Element => (
  <Paged<Delegator>
    path={`/v1/networks/${network}/delegators?${filter}`}
    field="delegators"
    empty={
      <Empty title="No delegations">
        <a href={link(['wallets', 'act', 'delegate'])}>Delegate</a>
      </Empty>
    }
  >
    {(rows) => (
      <Table
        label="Delegations"
        rows={rows}
        keyOf={({ txHash }) => txHash}
        columns={[
          {
            head: 'Delegation',
            cell: ({ txHash }) => (
              <Hash text={txHash} to={link(['explorer', network, 'P', 'tx', txHash])} />
            ),
          },
          { head: 'State', cell: ({ delegationStatus }) => <StakeState of={delegationStatus} /> },
          {
            head: 'Rewards to',
            cell: ({ rewardAddresses }) => <Addresses network={network} of={rewardAddresses} />,
          },
          {
            head: 'Amount',
            isNumber: true,
            cell: ({ amountDelegated }) => <Avax nano={amountDelegated} />,
          },
          {
            head: 'Net reward',
            isNumber: true,
            cell: ({ netReward }) => <Avax nano={netReward} />,
          },
          { head: 'Ends', isNumber: true, cell: ({ endTimestamp }) => <Time at={endTimestamp} /> },
        ]}
      />
    )}
  </Paged>
)
