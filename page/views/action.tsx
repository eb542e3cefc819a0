import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { Acted } from '../../schemas/control/acts.ts'
import { loadActions, type Verb } from '../core/documents.ts'
import { grouped } from '../core/format.ts'
import { currentRoute, go, link } from '../core/route.ts'
import { withoutEmpty } from '../core/schema.ts'
import { control, worldHeaders } from '../core/server.ts'
import { curlLine, libraryCode, literal } from '../core/test-code.ts'
import { changed, useLoad } from '../core/world.ts'
import { Card, Facts, Failure, Head, Loading, Missing, Raw } from '../parts/basic.tsx'
import { CodeBlock } from '../parts/copy.tsx'
import { say } from '../parts/notices.tsx'
import { Address, Hash, Node } from '../parts/references.tsx'
import { type Fields, SchemaFields } from '../parts/schema-form.tsx'

/** Form of a verb, its result, and the same as code of a test. */
export function ActionView({
  verb,
  query,
}: {
  readonly verb: string | undefined
  readonly query: URLSearchParams
}): JSX.Element {
  const loaded = useLoad(loadActions, ['actions'])
  return (
    <Loading of={loaded}>
      {(verbs) => {
        const chosen = verbs.find((each) => each.verb === verb)
        if (!chosen)
          return (
            <Missing title={`There is no action ${verb ?? ''}`}>
              <a href={link(['wallets'])}>All actions</a>
            </Missing>
          )
        return (
          <ActionForm
            key={chosen.verb}
            verb={chosen}
            verbs={verbs}
            given={Object.fromEntries(query)}
          />
        )
      }}
    </Loading>
  )
}

function ActionForm({
  verb: { verb, description, schema },
  verbs,
  given,
}: {
  readonly verb: Verb
  readonly verbs: readonly Verb[]
  readonly given: Fields
}): JSX.Element {
  const known = schema.properties ?? {}
  const [fields, setFields] = useState<Fields>(() =>
    Object.fromEntries(Object.entries(given).filter(([name]) => name in known)),
  )
  const [result, setResult] = useState<Acted>()
  const [error, setError] = useState<Error>()
  const [busy, setBusy] = useState(false)
  const action = { do: verb, ...(withoutEmpty(fields) as object | undefined) }
  // Values of a link stay when the form is drawn again; another verb clears it.
  useEffect(() => setResult(undefined), [])

  const act = async () => {
    setBusy(true)
    setError(undefined)
    try {
      const acted = await control<Acted>('POST', '/actions', action)
      setResult(acted)
      await changed()
      say(`Done: ${verb}.`)
    } catch (refused) {
      setResult(undefined)
      setError(refused as Error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <Head
        kind={<a href={link(['wallets'])}>Actions</a>}
        title={verb}
        lead={description.replaceAll('`', '')}
      >
        <label class="field">
          Another action
          <select
            value={verb}
            onChange={({ currentTarget }) => go(link(['wallets', 'act', currentTarget.value]))}
          >
            {verbs.map((each) => (
              <option key={each.verb} value={each.verb}>
                {each.verb}
              </option>
            ))}
          </select>
        </label>
      </Head>
      <div class="grid">
        <Card title="Fields">
          <form
            onSubmit={(event) => {
              event.preventDefault()
              if (!busy) act()
            }}
          >
            <SchemaFields schema={schema} value={fields} onChange={setFields} omitted={['do']} />
            <p class="row">
              <button type="submit" class="main" aria-disabled={busy}>
                Do it
              </button>
            </p>
          </form>
          {error && <Failure error={error} />}
        </Card>
        <Card title="As test code">
          <CodeBlock
            label="TypeScript"
            code={libraryCode(`act(${literal(action)})`, currentRoute().world)}
          />
          <CodeBlock
            label="curl"
            code={curlLine(
              'POST',
              `${location.origin}/_admin/actions`,
              worldHeaders(),
              JSON.stringify(action),
            )}
          />
        </Card>
      </div>
      {result && <Results of={result} />}
    </>
  )
}

/** Results of an action, each with a link. */
const Results = ({ of: { results, now, head } }: { readonly of: Acted }): JSX.Element => (
  <Card title="Result">
    {results.map((result, index) => {
      const { network, chain, txId, height, address, nodeId, subnetId, assetId, messageId } = result
      return (
        <Facts
          key={index}
          facts={[
            ['Did', `${result.do} on ${network}${chain ? `, ${chain}` : ''}`],
            txId !== undefined &&
              chain !== undefined && [
                'Transaction',
                <Hash key="tx" text={txId} to={link(['explorer', network, chain, 'tx', txId])} />,
              ],
            height !== undefined &&
              chain !== undefined && [
                'Block',
                <a key="block" href={link(['explorer', network, chain, 'block', String(height)])}>
                  {grouped(String(height))}
                </a>,
              ],
            address !== undefined && [
              'Address',
              <Address key="address" network={network} address={address} chain={chain} />,
            ],
            nodeId !== undefined && ['Node', <Node key="node" network={network} nodeId={nodeId} />],
            subnetId !== undefined && [
              'Subnet',
              <Hash
                key="subnet"
                text={subnetId}
                to={link(['explorer', network, 'subnet', subnetId])}
              />,
            ],
            assetId !== undefined && [
              'Asset',
              <Hash
                key="asset"
                text={assetId}
                to={link(['explorer', network, 'asset', assetId])}
              />,
            ],
            messageId !== undefined && [
              'Message',
              <Hash key="message" text={messageId} to={link(['messages', messageId])} />,
            ],
          ]}
        />
      )
    })}
    <p class="quiet">
      It is {now} in the world; its log has {head} entries.
    </p>
    <Raw of={results} />
  </Card>
)
