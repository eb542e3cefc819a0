import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { useCatalogue } from '../core/catalogue.ts'
import { loadOperations, type Operation, type Parameter } from '../core/documents.ts'
import { indented } from '../core/format.ts'
import { link } from '../core/route.ts'
import { choicesOf } from '../core/schema.ts'
import { type Sent, send, sendPlainly, worldHeaders } from '../core/server.ts'
import { curlLine, fetchCode } from '../core/test-code.ts'
import { changed, useLoad } from '../core/world.ts'
import { Badge, Card, Empty, Failure, Head, Loading, Missing, Prose } from '../parts/basic.tsx'
import { CodeBlock } from '../parts/copy.tsx'

/** An operation: a form, the response, and the same as code. */
export function OperationView({ name }: { readonly name: string }): JSX.Element {
  const loaded = useLoad(loadOperations, ['operations'])
  return (
    <Loading of={loaded}>
      {(operations) => {
        const operation = operations.find((each) => each.name === name)
        return operation ? (
          <OperationForm key={name} operation={operation} />
        ) : (
          <Missing title={`There is no operation ${name}`}>
            <a href={link(['api'])}>All operations</a>
          </Missing>
        )
      }}
    </Loading>
  )
}

interface Received {
  readonly status: number
  readonly type: string
  readonly text: string
  readonly milliseconds: number
}

function OperationForm({ operation }: { readonly operation: Operation }): JSX.Element {
  const { name, group, method, path, summary, description, parameters, example } = operation
  const fields = parameters.filter((parameter) => parameter.in !== 'header')
  const first = useFirstValues()
  const [values, setValues] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(fields.map((field) => [field.name, field.required ? first(field) : ''])),
  )
  const [body, setBody] = useState(() =>
    example === undefined ? undefined : JSON.stringify(example, null, 2),
  )
  const [received, setReceived] = useState<Received>()
  const [error, setError] = useState<Error>()
  const url = urlOf(path, fields, values)
  const isControl = path.startsWith('/_admin')
  const headers: Record<string, string> =
    body === undefined ? {} : { 'content-type': 'application/json' }

  const ask = async () => {
    setError(undefined)
    try {
      const begin = performance.now()
      const request: Sent = { method, headers, ...(body !== undefined && { body }) }
      const response = await (isControl ? send(url, request) : sendPlainly(url, request))
      const text = await response.text()
      setReceived({
        ...{ status: response.status, text, milliseconds: performance.now() - begin },
        type: response.headers.get('content-type') ?? '',
      })
      if (isControl && method !== 'GET') await changed()
    } catch (failed) {
      setReceived(undefined)
      setError(failed as Error)
    }
  }

  return (
    <>
      <Head kind={<a href={link(['api'])}>{group}</a>} title={name} lead={summary} />
      {description && <p class="prose">{description.replaceAll('`', '')}</p>}
      <div class="grid">
        <Card title="Request">
          <p class="path">
            <Badge tone="accent">{method}</Badge> <code>{path}</code>
          </p>
          <form
            onSubmit={(event) => {
              event.preventDefault()
              ask()
            }}
          >
            <div class="fields">
              {fields.map((field) => (
                <ParameterField
                  key={field.name}
                  parameter={field}
                  value={values[field.name] ?? ''}
                  onInput={(value) => setValues({ ...values, [field.name]: value })}
                />
              ))}
              {body !== undefined && (
                <label class="field wide">
                  Body
                  <textarea
                    rows={8}
                    spellcheck={false}
                    value={body}
                    onInput={({ currentTarget }) => setBody(currentTarget.value)}
                  />
                </label>
              )}
            </div>
            <p class="row">
              <button type="submit" class="main">
                Send
              </button>
            </p>
          </form>
        </Card>
        <Card title="As code">
          <CodeBlock
            label="curl"
            code={curlLine(
              method,
              `${location.origin}${url}`,
              { ...worldHeaders(), ...headers },
              body,
            )}
          />
          <CodeBlock
            label="TypeScript"
            code={fetchCode(
              method,
              `${location.origin}${url}`,
              { ...worldHeaders(), ...headers },
              body,
            )}
          />
        </Card>
      </div>
      {error && <Failure error={error} />}
      {received && (
        <Card
          title={
            <>
              Response{' '}
              <Badge tone={received.status < 400 ? 'good' : 'bad'}>{received.status}</Badge>
            </>
          }
          action={<span class="quiet">{received.milliseconds.toFixed(1)} ms</span>}
        >
          {received.text === '' ? (
            <Empty title="It has no body" />
          ) : (
            <CodeBlock label="Response" code={indented(received.text)} />
          )}
        </Card>
      )}
    </>
  )
}

function urlOf(
  path: string,
  fields: readonly Parameter[],
  values: Readonly<Record<string, string>>,
): string {
  const query = new URLSearchParams()
  let filled = path
  for (const { name, in: place } of fields) {
    const value = values[name] ?? ''
    if (place === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(value))
    else if (value !== '') query.append(name, value)
  }
  return query.size > 0 ? `${filled}?${query}` : filled
}

function ParameterField({
  parameter: { name, required, description, schema },
  value,
  onInput,
}: {
  readonly parameter: Parameter
  readonly value: string
  readonly onInput: (value: string) => void
}): JSX.Element {
  const choices = schema && choicesOf(schema)
  return (
    <div class="field">
      <label for={`parameter-${name}`}>
        {name}
        {required && <span class="needed"> required</span>}
      </label>
      {description && (
        <span class="note" id={`parameter-${name}-note`}>
          <Prose text={description} />
        </span>
      )}
      {choices ? (
        <select
          id={`parameter-${name}`}
          required={required}
          value={value}
          onChange={({ currentTarget }) => onInput(currentTarget.value)}
        >
          {!required && <option value="">not set</option>}
          {choices.map((each) => (
            <option key={String(each)}>{String(each)}</option>
          ))}
        </select>
      ) : (
        <input
          id={`parameter-${name}`}
          type="text"
          required={required}
          autocomplete="off"
          spellcheck={false}
          aria-describedby={description && `parameter-${name}-note`}
          placeholder={schema?.default === undefined ? undefined : String(schema.default)}
          value={value}
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
        />
      )}
    </div>
  )
}

/** Returns a function that gives a required parameter a first value from the world. */
function useFirstValues(): (parameter: Parameter) => string {
  const { cast } = useCatalogue()
  const [member] = cast.members
  const [node] = cast.nodes
  return ({ name, example, schema }) => {
    const given = example ?? schema?.examples?.[0]
    if (given !== undefined) return String(given)
    if (name === 'address') return member?.evm ?? ''
    if (name === 'addresses') return member?.mainnet ?? ''
    if (name === 'nodeId') return node?.mainnet ?? ''
    if (name === 'subnetId') return cast.subnets[0]?.subnetId ?? ''
    return String((schema && choicesOf(schema)?.[0]) ?? '')
  }
}
