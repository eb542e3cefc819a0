import type { JSX } from 'preact'
import type { Subnet } from '../../schemas/data/subnets.ts'
import { chainById, type Network, useCatalogue } from '../core/catalogue.ts'
import { link } from '../core/route.ts'
import { read } from '../core/server.ts'
import { useLoad } from '../core/world.ts'
import { Badge, Card, Empty, Facts, Head, Loading, Raw, Time } from '../parts/basic.tsx'
import { Addresses, ChainLink, Hash } from '../parts/references.tsx'
import { Table } from '../parts/table.tsx'
import { L1ValidatorTable, StakeTable } from '../parts/validator-tables.tsx'

/** A subnet or L1: its chains, owners and validators. */
export function SubnetView({
  network,
  id,
}: {
  readonly network: Network
  readonly id: string
}): JSX.Element {
  const catalogue = useCatalogue()
  const path = `/v1/networks/${network}/subnets/${id}`
  const loaded = useLoad(() => read<Subnet>(path), [path])
  const name = catalogue.names.get(id)?.name
  return (
    <>
      <Head
        kind={loaded.data?.isL1 ? 'L1' : 'Subnet'}
        title={name ?? 'Subnet'}
        lead={<Hash text={id} what="subnet id" whole />}
      />
      <Loading of={loaded}>
        {(subnet) => (
          <>
            <Card>
              <Facts
                facts={[
                  ['Created', <Time key="created" at={subnet.createBlockTimestamp} both />],
                  subnet.subnetOwnershipInfo.addresses.length > 0 && [
                    'Owners',
                    <span key="owners" class="stack">
                      <Addresses network={network} of={subnet.subnetOwnershipInfo.addresses} />
                      <span class="quiet">{subnet.subnetOwnershipInfo.threshold} sign</span>
                    </span>,
                  ],
                  subnet.l1ConversionTransactionHash !== undefined && [
                    'Became an L1 in',
                    <Hash
                      key="conversion"
                      text={subnet.l1ConversionTransactionHash}
                      to={link([
                        'explorer',
                        network,
                        'P',
                        'tx',
                        subnet.l1ConversionTransactionHash,
                      ])}
                    />,
                  ],
                  subnet.l1ValidatorManagerDetails !== undefined && [
                    'Validator manager',
                    <Hash
                      key="manager"
                      text={subnet.l1ValidatorManagerDetails.contractAddress}
                      what="address"
                    />,
                  ],
                ]}
              />
              <Raw of={subnet} />
            </Card>
            <Card title="Chains">
              {subnet.blockchains.length === 0 ? (
                <Empty title="It has no chains yet">
                  <a href={link(['wallets', 'act', 'createChain'], { subnet: id })}>
                    Create a chain
                  </a>
                </Empty>
              ) : (
                <Table
                  label="Chains of the subnet"
                  rows={subnet.blockchains}
                  keyOf={({ blockchainId }) => blockchainId}
                  columns={[
                    {
                      head: 'Chain',
                      cell: ({ blockchainId, blockchainName }) => {
                        const chain =
                          catalogue.chains.find(
                            (each) =>
                              each.blockchainId === blockchainId && each.network === network,
                          ) ?? chainById(catalogue, blockchainId)
                        return chain ? <ChainLink chain={chain} /> : blockchainName
                      },
                    },
                    {
                      head: 'EVM chain id',
                      isNumber: true,
                      cell: ({ evmChainId }) => evmChainId || <Badge>no EVM</Badge>,
                    },
                    {
                      head: 'Blockchain id',
                      isMinor: true,
                      cell: ({ blockchainId }) => <Hash text={blockchainId} what="blockchain id" />,
                    },
                    {
                      head: 'Created',
                      isNumber: true,
                      cell: ({ createBlockTimestamp }) => <Time at={createBlockTimestamp} />,
                    },
                  ]}
                />
              )}
            </Card>
            <Card title="Validators">
              {subnet.isL1 ? (
                <L1ValidatorTable network={network} filter={`subnetId=${id}`} />
              ) : (
                <StakeTable network={network} filter={`subnetId=${id}`} />
              )}
            </Card>
          </>
        )}
      </Loading>
    </>
  )
}
