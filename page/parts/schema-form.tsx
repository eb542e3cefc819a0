import type { JSX } from 'preact'
import { useId, useState } from 'preact/hooks'
import { type Catalogue, networks, useCatalogue } from '../core/catalogue.ts'
import { choicesOf, kindOf, type Schema, valueFrom } from '../core/schema.ts'
import { Prose } from './basic.tsx'

export type Fields = Readonly<Record<string, unknown>>

interface FieldProps {
  readonly name: string
  readonly schema: Schema
  readonly required: boolean
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  readonly hints: Hints
}

/** Values that a field of some name is likely to have. */
type Hints = (name: string) => readonly string[]

/** Form of an object's fields, made from its JSON Schema: what is required first. */
export function SchemaFields({
  schema,
  value,
  onChange,
  omitted = [],
  hints,
}: {
  readonly schema: Schema
  readonly value: Fields
  readonly onChange: (value: Fields) => void
  /** Names of fields that the caller shows otherwise. */
  readonly omitted?: readonly string[]
  readonly hints?: Hints
}): JSX.Element {
  const known = hintsOf(useCatalogue())
  const required = new Set(schema.required)
  const entries = Object.entries(schema.properties ?? {}).filter(
    ([name]) => !omitted.includes(name),
  )
  const draw = ([name, each]: readonly [string, Schema]) => (
    <Field
      key={name}
      name={name}
      schema={each}
      required={required.has(name)}
      value={value[name]}
      hints={(field) => [...(hints?.(field) ?? []), ...known(field)]}
      onChange={(changed) => onChange({ ...value, [name]: changed })}
    />
  )
  const needed = entries.filter(([name]) => required.has(name))
  const optional = entries.filter(([name]) => !required.has(name))
  return (
    <>
      {needed.length > 0 && <div class="fields">{needed.map(draw)}</div>}
      {optional.length > 0 &&
        (needed.length > 0 ? (
          <details class="optional">
            <summary>Optional: {optional.map(([name]) => name).join(', ')}</summary>
            <div class="fields">{optional.map(draw)}</div>
          </details>
        ) : (
          <div class="fields">{optional.map(draw)}</div>
        ))}
    </>
  )
}

/** Field of any kind, with its label. */
function Field(props: FieldProps): JSX.Element {
  if (typeof props.schema.const === 'string') return <Choice {...props} />
  switch (kindOf(props.schema)) {
    case 'choice':
      return <Choice {...props} />
    case 'switch':
      return <Switch {...props} />
    case 'object':
      return <Nested {...props} />
    case 'objects':
      return <Repeated {...props} />
    case 'pairs':
      return <Pairs {...props} />
    case 'list':
      return <List {...props} />
    case 'choices':
      return <Choices {...props} />
    case 'json':
      return <Json {...props} />
    default:
      return <Text {...props} />
  }
}

const Label = ({
  id,
  name,
  required,
  note,
}: {
  readonly id: string
  readonly name: string
  readonly required: boolean
  readonly note?: string | undefined
}) => (
  <>
    <label for={id}>
      {name}
      {required && <span class="needed"> required</span>}
    </label>
    {note && (
      <span class="note" id={`${id}-note`}>
        <Prose text={note} />
      </span>
    )}
  </>
)

function noteOf(schema: Schema): string | undefined {
  const [described] = [schema, ...(schema.anyOf ?? [])].filter(({ description }) => description)
  const { minimum, maximum } = schema
  const range =
    minimum !== undefined && maximum !== undefined
      ? `${minimum} to ${maximum}`
      : minimum !== undefined
        ? `${minimum} or more`
        : undefined
  return sentences(described?.description, range) || undefined
}

/** Joins sentences, of which some may lack their full stop. */
const sentences = (...texts: readonly (string | undefined)[]): string =>
  texts
    .filter((text) => text !== undefined)
    .map((text, index, all) => (index < all.length - 1 ? text.replace(/(?<![.!?:])$/, '.') : text))
    .join(' ')

function Text({ name, schema, required, value, onChange, hints }: FieldProps): JSX.Element {
  const id = useId()
  const suggested = [...new Set(hints(name))].slice(0, 200)
  const note = noteOf(schema)
  return (
    <div class="field">
      <Label id={id} name={name} required={required} note={note} />
      <input
        id={id}
        type="text"
        inputMode={kindOf(schema) === 'number' ? 'decimal' : undefined}
        required={required}
        autocomplete="off"
        spellcheck={false}
        value={value === undefined ? '' : String(value)}
        aria-describedby={note && `${id}-note`}
        list={suggested.length > 0 ? `${id}-list` : undefined}
        onInput={({ currentTarget }) => onChange(valueFrom(currentTarget.value, schema))}
      />
      {suggested.length > 0 && (
        <datalist id={`${id}-list`}>
          {suggested.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      )}
    </div>
  )
}

function Choice({ name, schema, required, value, onChange }: FieldProps): JSX.Element {
  const id = useId()
  const choices: readonly unknown[] = choicesOf(schema) ?? [schema.const]
  return (
    <div class="field">
      <Label id={id} name={name} required={required} note={noteOf(schema)} />
      <select
        id={id}
        required={required}
        value={value === undefined ? '' : String(value)}
        onChange={({ currentTarget }) =>
          onChange(choices.find((each) => String(each) === currentTarget.value))
        }
      >
        <option value="">{required ? 'Choose' : 'not set'}</option>
        {choices.map((each) => (
          <option key={String(each)} value={String(each)}>
            {String(each)}
          </option>
        ))}
      </select>
    </div>
  )
}

/** Any number of the values of a closed list. */
function Choices({ name, schema, required, value, onChange }: FieldProps): JSX.Element {
  const chosen: readonly unknown[] = Array.isArray(value) ? value : []
  const choices: readonly unknown[] = choicesOf(schema.items ?? {}) ?? []
  const choose = (choice: unknown, isOn: boolean) => {
    const next = choices.filter((each) => (each === choice ? isOn : chosen.includes(each)))
    onChange(next.length > 0 ? next : undefined)
  }
  return (
    <fieldset class="choices">
      <legend>
        {name}
        {required && <span class="needed"> required</span>}
      </legend>
      {choices.map((each) => (
        <label class="check" key={String(each)}>
          <input
            type="checkbox"
            checked={chosen.includes(each)}
            onChange={({ currentTarget }) => choose(each, currentTarget.checked)}
          />
          {String(each)}
        </label>
      ))}
    </fieldset>
  )
}

function Switch({ name, schema, value, onChange }: FieldProps): JSX.Element {
  const on = schema.const ?? true
  return (
    <div class="field">
      <label class="check">
        <input
          type="checkbox"
          checked={value === on}
          onChange={({ currentTarget }) => onChange(currentTarget.checked ? on : undefined)}
        />
        {name}: {String(on)}
      </label>
      {noteOf(schema) && (
        <span class="note">
          <Prose text={noteOf(schema) ?? ''} />
        </span>
      )}
    </div>
  )
}

/** Several values in one field, with commas between them. */
function List({ name, schema, required, value, onChange, hints }: FieldProps): JSX.Element {
  const id = useId()
  const [text, setText] = useState(() => [value ?? []].flat().join(', '))
  const mayBeOne = schema.anyOf?.some(({ type }) => type === 'string') ?? false
  const item = schema.items ?? schema.anyOf?.find(({ type }) => type === 'array')?.items ?? {}
  return (
    <div class="field">
      <Label
        id={id}
        name={name}
        required={required}
        note={sentences(noteOf(schema) ?? noteOf(item), 'Several with commas.')}
      />
      <input
        id={id}
        type="text"
        required={required}
        autocomplete="off"
        spellcheck={false}
        value={text}
        list={`${id}-list`}
        aria-describedby={`${id}-note`}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value)
          const items = currentTarget.value
            .split(',')
            .map((each) => each.trim())
            .filter(Boolean)
            .map((each) => valueFrom(each, item))
          onChange(
            items.length === 0 ? undefined : mayBeOne && items.length === 1 ? items[0] : items,
          )
        }}
      />
      <datalist id={`${id}-list`}>
        {[...new Set(hints(name))].map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
    </div>
  )
}

function Nested({ name, schema, required, value, onChange, hints }: FieldProps): JSX.Element {
  const [isOpen] = useState(required || value !== undefined)
  return (
    <details class="nested" open={isOpen}>
      <summary>
        {name}
        {required && <span class="needed"> required</span>}
        {schema.description && (
          <span class="note">
            {' '}
            <Prose text={schema.description} />
          </span>
        )}
      </summary>
      <SchemaFields
        schema={{ ...schema, required: value ? schema.required : [] } as Schema}
        value={(value ?? {}) as Fields}
        onChange={onChange}
        hints={hints}
      />
    </details>
  )
}

function Repeated({ name, schema, required, value, onChange, hints }: FieldProps): JSX.Element {
  const items = (value ?? (required ? [{}] : [])) as readonly Fields[]
  return (
    <fieldset>
      <legend>{name}</legend>
      {items.map((item, index) => (
        <div class="repeated" key={index}>
          <SchemaFields
            schema={schema.items ?? {}}
            value={item}
            onChange={(changed) => onChange(items.with(index, changed))}
            hints={hints}
          />
          {(items.length > 1 || !required) && (
            <button type="button" onClick={() => onChange(items.toSpliced(index, 1))}>
              Remove {index + 1}
            </button>
          )}
        </div>
      ))}
      <button type="button" onClick={() => onChange([...items, {}])}>
        Add one
      </button>
    </fieldset>
  )
}

/** Names and values, such as headers: one a line. */
function Pairs({ name, schema, required, value, onChange }: FieldProps): JSX.Element {
  const id = useId()
  const [text, setText] = useState(() =>
    Object.entries((value ?? {}) as Record<string, string>)
      .map((pair) => pair.join(': '))
      .join('\n'),
  )
  return (
    <div class="field wide">
      <Label
        id={id}
        name={name}
        required={required}
        note={noteOf(schema) ?? 'name: value, a line each'}
      />
      <textarea
        id={id}
        rows={2}
        spellcheck={false}
        value={text}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value)
          const pairs = currentTarget.value.split('\n').flatMap((line) => {
            const at = line.indexOf(':')
            return at > 0 ? [[line.slice(0, at).trim(), line.slice(at + 1).trim()]] : []
          })
          onChange(pairs.length > 0 ? Object.fromEntries(pairs) : undefined)
        }}
      />
    </div>
  )
}

/** A value without another form is written as JSON; text that is none is taken as text. */
function Json({ name, schema, required, value, onChange }: FieldProps): JSX.Element {
  const id = useId()
  const [text, setText] = useState(() =>
    value === undefined ? '' : JSON.stringify(value, null, 2),
  )
  const [isBad, setBad] = useState(false)
  return (
    <div class="field wide">
      <Label id={id} name={name} required={required} note={noteOf(schema) ?? 'JSON'} />
      <textarea
        id={id}
        rows={3}
        spellcheck={false}
        value={text}
        aria-invalid={isBad}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value)
          try {
            onChange(currentTarget.value === '' ? undefined : JSON.parse(currentTarget.value))
            setBad(false)
          } catch {
            onChange(currentTarget.value)
            setBad(true)
          }
        }}
      />
    </div>
  )
}

const members = ['from', 'to', 'by', 'owner', 'rewardsTo', 'remainingBalanceOwner'].concat(
  'deactivationOwner',
)

/** Returns what fields of actions mostly hold: names of the cast, chains, networks. */
const hintsOf =
  ({ cast, chains }: Catalogue): Hints =>
  (name) => {
    if (members.includes(name)) return cast.members.map((member) => member.name)
    if (name === 'node') return cast.nodes.map((node) => node.name)
    if (/^(?:chain|sourceChain|destinationChain|managerChain)$/.test(name))
      return [...new Set(chains.map(({ id }) => id))]
    if (name === 'addresses') return cast.members.flatMap(({ evm }) => evm ?? [])
    if (name === 'contract') return cast.contracts.map(({ address }) => address)
    if (name === 'asset') return cast.assets.map(({ assetId }) => assetId)
    if (name === 'subnet') return cast.subnets.map(({ subnetId }) => subnetId)
    if (name === 'network') return networks
    if (name === 'duration') return ['14d', '30d', '90d', '365d']
    return []
  }
