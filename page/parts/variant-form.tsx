import type { ComponentChildren, JSX } from 'preact'
import { useId, useState } from 'preact/hooks'
import { choicesOf, type Schema, withoutEmpty } from '../core/schema.ts'
import { Failure } from './basic.tsx'
import { type Fields, SchemaFields } from './schema-form.tsx'

/**
 * Form of an object that has several shapes, one of which a field chooses.
 * @param props.schema union of objects
 * @param props.by name of the field that chooses
 * @param props.first fields to begin with, by the value of that field
 * @param props.send sends the object; what it throws stands below the form
 * @param props.children draws what goes with the present object, such as code
 */
export function VariantForm({
  schema,
  by,
  first,
  label,
  send,
  children,
}: {
  readonly schema: Schema
  readonly by: string
  readonly first: Readonly<Record<string, Fields>>
  readonly label: string
  readonly send: (body: Fields) => Promise<void>
  readonly children: (body: Fields) => ComponentChildren
}): JSX.Element {
  const id = useId()
  const variants = (schema.anyOf ?? []).flatMap((variant) => {
    const field = variant.properties?.[by] ?? {}
    return (choicesOf(field) ?? [field.const]).map((value) => ({ value: String(value), variant }))
  })
  const [kind, setKind] = useState(variants[0]?.value ?? '')
  const [fields, setFields] = useState<Fields>(first[kind] ?? {})
  const [error, setError] = useState<Error>()
  const [isBusy, setBusy] = useState(false)
  const body: Fields = { [by]: kind, ...(withoutEmpty(fields) as Fields | undefined) }
  const submit = async () => {
    setBusy(true)
    setError(undefined)
    try {
      await send(body)
    } catch (refused) {
      setError(refused as Error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) submit()
      }}
    >
      <div class="field">
        <label for={id}>{by}</label>
        <select
          id={id}
          value={kind}
          onChange={({ currentTarget }) => {
            setKind(currentTarget.value)
            setFields(first[currentTarget.value] ?? {})
          }}
        >
          {variants.map(({ value }) => (
            <option key={value}>{value}</option>
          ))}
        </select>
      </div>
      <SchemaFields
        key={kind}
        schema={variants.find(({ value }) => value === kind)?.variant ?? {}}
        value={fields}
        onChange={setFields}
        omitted={[by]}
      />
      {error && <Failure error={error} />}
      <p class="row">
        <button type="submit" class="main" aria-disabled={isBusy}>
          {label}
        </button>
      </p>
      {children(body)}
    </form>
  )
}
