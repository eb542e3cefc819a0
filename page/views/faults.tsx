import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { FaultCounts, FaultRule } from '../../schemas/control/faults.ts'
import { loadBodySchema, loadOperations } from '../core/documents.ts'
import { useLive } from '../core/live.ts'
import { currentRoute, link } from '../core/route.ts'
import { type Schema, withoutEmpty } from '../core/schema.ts'
import { control, worldHeaders } from '../core/server.ts'
import { curlLine, libraryCode, literal } from '../core/test-code.ts'
import { changed, useLoad } from '../core/world.ts'
import { Badge, Card, Empty, Failure, Head, Loading, Work } from '../parts/basic.tsx'
import { CodeBlock } from '../parts/copy.tsx'
import { say } from '../parts/notices.tsx'
import { ScenarioCards } from '../parts/scenarios.tsx'
import { type Fields, SchemaFields } from '../parts/schema-form.tsx'
import { Switch } from '../parts/switch.tsx'
import { Table } from '../parts/table.tsx'

/** Faults that testers need first; each is a rule with an id of its own. */
const offers: readonly { readonly text: string; readonly rule: FaultRule }[] = [
  { text: 'Every response is a 503', rule: { id: 'page-503', respond: { status: 503 } } },
  {
    text: 'The next two responses are a 429',
    rule: { id: 'page-429', times: 2, respond: { status: 429 } },
  },
  { text: 'Every response takes 2 s longer', rule: { id: 'page-slow', delay: { ms: 2000 } } },
  { text: 'Every connection is reset', rule: { id: 'page-reset', connection: 'reset' } },
  {
    text: 'One response in five is a 500',
    rule: { id: 'page-500', probability: 0.2, respond: { status: 500 } },
  },
]

type Listed = { readonly rules: readonly FaultRule[]; readonly counts: Counts }

type Counts = Readonly<Record<string, FaultCounts>>

/** Switches for frequent faults, the rules that are set, a builder, and scenarios. */
export function FaultsView({ query }: { readonly query: URLSearchParams }): JSX.Element {
  const loaded = useLive<Listed>('/faults')
  return (
    <>
      <Head
        title="Faults"
        lead="What goes wrong on purpose. No fault applies to requests of this page."
      />
      <Loading of={loaded}>
        {({ rules, counts }) => (
          <>
            <Card title="Frequent faults">
              <Switches rules={rules} />
            </Card>
            <Card title="Rules that are set">
              <Rules rules={rules} counts={counts} />
            </Card>
          </>
        )}
      </Loading>
      <Builder given={query.get('rule')} />
      <ScenarioCards />
    </>
  )
}

async function setRule({ id, ...rule }: FaultRule): Promise<void> {
  await control('PUT', `/faults/${encodeURIComponent(id)}`, rule)
  await changed()
  say(`The fault ${id} is set.`)
}

async function removeRule(id: string): Promise<void> {
  await control('DELETE', `/faults/${encodeURIComponent(id)}`)
  await changed()
  say(`The fault ${id} is gone.`)
}

const Switches = ({ rules }: { readonly rules: readonly FaultRule[] }): JSX.Element => (
  <ul class="switches">
    {offers.map(({ text, rule }) => {
      const isOn = rules.some(({ id }) => id === rule.id)
      return (
        <li key={rule.id}>
          <Switch isOn={isOn} set={(on) => (on ? setRule(rule) : removeRule(rule.id))}>
            {text}
          </Switch>
        </li>
      )
    })}
  </ul>
)

/** Says a rule in words: what it matches and what it does. */
function inWords({ match, after, times, probability, ...does }: FaultRule): {
  readonly when: string
  readonly what: string
} {
  const conditions = Object.entries(match ?? {}).map(
    ([name, value]) => `${name} ${typeof value === 'object' ? JSON.stringify(value) : value}`,
  )
  const { id: _, ...effects } = does
  return {
    when: [
      conditions.length > 0 ? conditions.join(', ') : 'every request',
      after !== undefined && `after ${after}`,
      times !== undefined && `at most ${times} times`,
      probability !== undefined && `with probability ${probability}`,
    ]
      .filter(Boolean)
      .join('; '),
    what: Object.entries(effects)
      .map(([name, value]) =>
        typeof value === 'object'
          ? `${name}: ${Object.entries(value)
              .map(
                ([key, each]) => `${key} ${typeof each === 'object' ? JSON.stringify(each) : each}`,
              )
              .join(', ')}`
          : `${name} ${value}`,
      )
      .join('; '),
  }
}

function Rules({ rules, counts }: Listed): JSX.Element {
  if (rules.length === 0)
    return (
      <Empty title="Nothing is broken on purpose">
        Turn a switch on, build a rule below, or make one of a{' '}
        <a href={link(['requests'])}>request</a>.
      </Empty>
    )
  return (
    <>
      <Table
        label="Rules that are set"
        rows={rules}
        keyOf={({ id }) => id}
        columns={[
          { head: 'Rule', cell: ({ id }) => <Badge tone="warn">{id}</Badge> },
          { head: 'When', cell: (rule) => inWords(rule).when },
          {
            head: 'What',
            cell: (rule) => {
              const problem = counts[rule.id]?.problem
              return (
                <>
                  {inWords(rule).what}
                  {problem && <p class="failure">{problem}</p>}
                </>
              )
            },
          },
          { head: 'Matched', isNumber: true, cell: ({ id }) => counts[id]?.matched ?? 0 },
          { head: 'Acted', isNumber: true, cell: ({ id }) => counts[id]?.acted ?? 0 },
          {
            head: '',
            cell: ({ id, ...rule }) => (
              <span class="row">
                <a
                  class="button"
                  href={link(['faults'], { rule: JSON.stringify({ id, ...rule }) })}
                  aria-label={`Edit ${id}`}
                >
                  Edit
                </a>
                <Work work={() => removeRule(id)} label={`Remove ${id}`}>
                  Remove
                </Work>
              </span>
            ),
          },
        ]}
      />
      <p class="quiet">They are tried in this order; the first that acts ends the search.</p>
    </>
  )
}

/** Form of a whole rule, made from its schema. */
function Builder({ given }: { readonly given: string | null }): JSX.Element {
  const loaded = useLoad(
    async () => ({
      schema: await loadBodySchema('put', '/_admin/faults/{id}'),
      operations: (await loadOperations())
        .filter(({ group }) => group !== 'Control plane')
        .map(({ name }) => name),
    }),
    ['fault schema'],
  )
  return (
    <Card title="Build a rule">
      <Loading of={loaded}>
        {({ schema, operations }) => (
          <RuleForm
            key={given ?? ''}
            schema={schema}
            operations={operations}
            given={parsed(given)}
          />
        )}
      </Loading>
    </Card>
  )
}

function parsed(text: string | null): Fields {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null ? (value as Fields) : {}
  } catch {
    return {}
  }
}

function RuleForm({
  schema,
  operations,
  given,
}: {
  readonly schema: Schema
  readonly operations: readonly string[]
  readonly given: Fields
}): JSX.Element {
  const [fields, setFields] = useState<Fields>(given)
  const [error, setError] = useState<Error>()
  const rule = (withoutEmpty(fields) ?? {}) as Fields
  const { id, ...rest } = rule
  const body = JSON.stringify(rule)
  return (
    <form
      onSubmit={async (event) => {
        event.preventDefault()
        setError(undefined)
        try {
          const set = id
            ? await control<FaultRule>('PUT', `/faults/${encodeURIComponent(String(id))}`, rest)
            : (await control<Listed>('POST', '/faults', rule)).rules[0]
          await changed()
          say(`The fault ${set?.id} is set.`)
        } catch (refused) {
          setError(refused as Error)
        }
      }}
    >
      <SchemaFields
        schema={schema}
        value={fields}
        onChange={setFields}
        hints={(name) => (name === 'operation' ? operations : [])}
      />
      {error && <Failure error={error} />}
      <p class="row">
        <button type="submit" class="main">
          Set the rule
        </button>
      </p>
      <details>
        <summary>As test code</summary>
        <CodeBlock
          label="TypeScript"
          code={libraryCode(`faults.add(${literal(rule)})`, currentRoute().world)}
        />
        <CodeBlock
          label="curl"
          code={curlLine('POST', `${location.origin}/_admin/faults`, worldHeaders(), body)}
        />
      </details>
    </form>
  )
}
