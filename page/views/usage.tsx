import type { Static } from '@sinclair/typebox'
import type { JSX } from 'preact'
import type { OperationStatus } from '../../schemas/data/exports.ts'
import type { getApiUsageMetrics, UsageValue } from '../../schemas/data/usage.ts'
import { useApiKey } from '../core/api-key.ts'
import { type Catalogue, useCatalogue } from '../core/catalogue.ts'
import { loadBodySchema, loadOperations } from '../core/documents.ts'
import { link, useRoute } from '../core/route.ts'
import { call, keyedHeaders } from '../core/server.ts'
import { createStore, type Store, useStore } from '../core/store.ts'
import { curlLine } from '../core/test-code.ts'
import { changed, useLoad } from '../core/world.ts'
import { Badge, Card, Count, Empty, Head, Loading, Time, type Tone } from '../parts/basic.tsx'
import { CodeBlock } from '../parts/copy.tsx'
import { KeyField } from '../parts/key-field.tsx'
import { say } from '../parts/notices.tsx'
import type { Fields } from '../parts/schema-form.tsx'
import { Table } from '../parts/table.tsx'
import { VariantForm } from '../parts/variant-form.tsx'

/** Counts of requests by operation, and exports of transactions, of one API key. */
export const UsageView = (): JSX.Element => (
  <>
    <Head
      title="Usage"
      lead="Requests that count for an API key, or for callers without one, and their exports."
    >
      <KeyField />
    </Head>
    <Counts />
    <Exports />
  </>
)

type Usage = Static<typeof getApiUsageMetrics.response>

/** Returns the sums of all intervals, greatest number of requests first. */
function sumsOf({ metrics }: Usage): readonly UsageValue[] {
  const sums = new Map<unknown, UsageValue>()
  for (const value of metrics.flatMap(({ values }) => values)) {
    const before = sums.get(value.groupValue)
    sums.set(value.groupValue, {
      ...value,
      totalRequests: value.totalRequests + (before?.totalRequests ?? 0),
      invalidRequests: value.invalidRequests + (before?.invalidRequests ?? 0),
      apiCreditsUsed: value.apiCreditsUsed + (before?.apiCreditsUsed ?? 0),
    })
  }
  return [...sums.values()].sort((one, other) => other.totalRequests - one.totalRequests)
}

function Counts(): JSX.Element {
  const key = useApiKey()
  const path = '/v1/apiUsageMetrics?groupBy=requestPath&timeInterval=monthly'
  const loaded = useLoad(async () => {
    const [usage, operations] = await Promise.all([
      call<Usage>('GET', path, { key }),
      loadOperations(),
    ])
    return { rows: sumsOf(usage), operations }
  }, [path, key])
  return (
    <Card title="Requests by operation">
      <Loading of={loaded}>
        {({ rows, operations }) =>
          rows.length === 0 ? (
            <Empty title="No request has been counted yet">
              Requests to the Data and Metrics APIs count, by the clock of the world. Those of this
              page are left out.
            </Empty>
          ) : (
            <Table
              label="Requests by operation"
              rows={rows}
              keyOf={({ groupValue }) => String(groupValue)}
              columns={[
                {
                  head: 'Operation',
                  cell: ({ groupValue }) => {
                    const names = operations
                      .filter(({ path: own }) => own === groupValue)
                      .map(({ name }) => name)
                    return names.length === 0 ? (
                      String(groupValue)
                    ) : (
                      <span class="row">
                        {names.map((name) => (
                          <a key={name} href={link(['api', name])}>
                            {name}
                          </a>
                        ))}
                      </span>
                    )
                  },
                },
                {
                  head: 'Requests',
                  isNumber: true,
                  cell: ({ totalRequests }) => <Count of={totalRequests} />,
                },
                {
                  head: 'Invalid',
                  isNumber: true,
                  cell: ({ invalidRequests }) => <Count of={invalidRequests} />,
                },
                {
                  head: 'Compute units',
                  isNumber: true,
                  cell: ({ apiCreditsUsed }) => <Count of={apiCreditsUsed} />,
                },
              ]}
            />
          )
        }
      </Loading>
    </Card>
  )
}

/** Export that this tab has made; the API lists none. */
interface Made {
  readonly world: string
  readonly key: string
  readonly operationId: string
}

const made: Store<readonly Made[]> = createStore<readonly Made[]>([])

const firstExports = ({ cast }: Catalogue): Readonly<Record<string, Fields>> => {
  const [member] = cast.members
  const primary = { options: { includeChains: ['p-chain'], addresses: [member?.mainnet] } }
  return {
    TRANSACTION_EXPORT_EVM: { options: { includeChains: ['43114'], addresses: [member?.evm] } },
    TRANSACTION_EXPORT_PRIMARY_NETWORK: primary,
    TRANSACTION_EXPORT_PRIMARY_NETWORK_STAKING: primary,
    TRANSACTION_EXPORT_PRIMARY_NETWORK_SIMPLE: primary,
  }
}

const exportPath = '/v1/operations/transactions:export'

function Exports(): JSX.Element {
  const key = useApiKey()
  const { world } = useRoute()
  const catalogue = useCatalogue()
  const loaded = useLoad(() => loadBodySchema('post', exportPath), ['export schema'])
  const own = useStore(made).filter((each) => each.world === world)
  return (
    <Card title="Exports of transactions">
      {own.length > 0 && <ExportTable of={own} />}
      <Loading of={loaded}>
        {(schema) => (
          <VariantForm
            schema={schema}
            by="type"
            first={firstExports(catalogue)}
            label="Export"
            send={async (body) => {
              const { operationId } = await call<OperationStatus>('POST', exportPath, { body, key })
              made.set([{ world, key, operationId }, ...made.get()])
              await changed()
              say('The export has begun.')
            }}
          >
            {(body) => (
              <details>
                <summary>As test code</summary>
                <CodeBlock
                  label="curl"
                  code={curlLine(
                    'POST',
                    `${location.origin}${exportPath}`,
                    keyedHeaders(key),
                    JSON.stringify(body),
                  )}
                />
              </details>
            )}
          </VariantForm>
        )}
      </Loading>
    </Card>
  )
}

const tones: Readonly<Record<OperationStatus['operationStatus'], Tone>> = {
  RUNNING: 'accent',
  COMPLETED: 'good',
  COMPLETED_WITH_WARNING: 'warn',
  FAILED: 'bad',
}

function ExportTable({ of: exports }: { readonly of: readonly Made[] }): JSX.Element {
  const loaded = useLoad(
    () =>
      Promise.all(
        exports.map(({ key, operationId }) =>
          call<OperationStatus>('GET', `/v1/operations/${operationId}`, { key }),
        ),
      ),
    exports.map(({ operationId }) => operationId),
  )
  return (
    <Loading of={loaded}>
      {(rows) => (
        <Table
          label="Exports"
          rows={rows}
          keyOf={({ operationId }) => operationId}
          columns={[
            {
              head: 'State',
              cell: ({ operationStatus }) => (
                <Badge tone={tones[operationStatus]}>{operationStatus}</Badge>
              ),
            },
            { head: 'Type', cell: ({ operationType }) => operationType },
            {
              head: 'File',
              cell: ({ metadata, message }) =>
                metadata?.downloadUrl ? (
                  <a href={new URL(metadata.downloadUrl).pathname}>CSV</a>
                ) : (
                  (message ?? '')
                ),
            },
            {
              head: 'Made',
              isNumber: true,
              cell: ({ createdAtTimestamp }) => <Time at={createdAtTimestamp} />,
            },
          ]}
        />
      )}
    </Loading>
  )
}
