import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { loadBodySchema } from '../core/documents.ts'
import { type Schema, withoutEmpty } from '../core/schema.ts'
import { control } from '../core/server.ts'
import { changed, useLoad } from '../core/world.ts'
import { Card, Failure, Loading, Prose, Work } from './basic.tsx'
import { say } from './notices.tsx'
import { type Fields, SchemaFields } from './schema-form.tsx'
import { Switch } from './switch.tsx'

/** Scenario, and fields that show it at once. */
interface Offer {
  readonly name: string
  readonly text: string
  readonly fields: Fields
  /** Index of its fields in the schema of all scenarios, and of its variant. */
  readonly place: number
}

const offers: readonly Offer[] = [
  { name: 'indexer-lag', text: 'The Data API is behind the node', fields: { blocks: 3 }, place: 0 },
  { name: 'indexer-stall', text: 'The Data API gets no new blocks', fields: {}, place: 1 },
  { name: 'duplicate-utxo', text: 'Lists hold their first UTXO twice', fields: {}, place: 2 },
  { name: 'missing-chain', text: 'A chain is missing from lists', fields: {}, place: 3 },
  { name: 'zero-weight-validators', text: 'L1 validators have the weight 0', fields: {}, place: 4 },
  {
    name: 'partial-signatures',
    text: 'Some validators do not sign',
    fields: { share: 0.5 },
    place: 5,
  },
  {
    name: 'node',
    text: 'The node behaves as another kind of node',
    fields: { personality: 'bootstrapping' },
    place: 6,
  },
  { name: 'short-pages', text: 'Pages are short', fields: { most: 2 }, place: 7 },
  { name: 'sparse', text: 'Optional fields are left out', fields: { share: 0.5 }, place: 8 },
]

type Listed = { readonly scenarios: Readonly<Record<string, Fields>> }

/** Switches of the scenarios: the world looks as a known defect of the service does. */
export function ScenarioCards(): JSX.Element {
  const loaded = useLoad(async () => {
    const [{ scenarios }, schema] = await Promise.all([
      control<Listed>('GET', '/scenarios'),
      loadBodySchema('put', '/_admin/scenarios/{name}'),
    ])
    return { scenarios, schemas: schema.anyOf ?? [] }
  }, ['scenarios'])
  return (
    <Card title="Scenarios">
      <p class="quiet">They show the world as it is not. The world itself stays as it is.</p>
      <Loading of={loaded}>
        {({ scenarios, schemas }) => (
          <ul class="switches">
            {offers.map((offer) => (
              <Scenario
                key={offer.name}
                offer={offer}
                set={scenarios[offer.name]}
                schema={schemas[offer.place] ?? {}}
              />
            ))}
          </ul>
        )}
      </Loading>
    </Card>
  )
}

function Scenario({
  offer: { name, text, fields: given },
  set,
  schema,
}: {
  readonly offer: Offer
  readonly set: Fields | undefined
  readonly schema: Schema
}): JSX.Element {
  const [fields, setFields] = useState<Fields>(set ?? given)
  const [error, setError] = useState<Error>()
  // The form of a scenario, among several the one that has the fields that are set.
  const form =
    schema.anyOf?.find(({ properties }) =>
      Object.keys(fields).some((field) => properties?.[field]),
    ) ?? schema
  const change = async (on: boolean) => {
    setError(undefined)
    try {
      if (on) await control('PUT', `/scenarios/${name}`, withoutEmpty(fields) ?? {})
      else await control('DELETE', `/scenarios/${name}`)
      await changed()
      say(on ? `The scenario ${name} is set.` : `The scenario ${name} has ended.`)
    } catch (refused) {
      setError(refused as Error)
      throw refused
    }
  }
  return (
    <li>
      <Switch isOn={set !== undefined} set={change}>
        <span>
          {text} <code>{name}</code>
        </span>
      </Switch>
      {schema.description && (
        <p class="note">
          <Prose text={schema.description} />
        </p>
      )}
      {form.properties && Object.keys(form.properties).length > 0 && (
        <details open={set !== undefined || error !== undefined}>
          <summary>Fields</summary>
          <SchemaFields schema={form} value={fields} onChange={setFields} />
          {set && (
            <Work
              work={async () => {
                await control('PUT', `/scenarios/${name}`, withoutEmpty(fields) ?? {})
                await changed()
                say(`The scenario ${name} has its new fields.`)
              }}
            >
              Change it
            </Work>
          )}
        </details>
      )}
      {error && <Failure error={error} />}
    </li>
  )
}
