import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { loadOperations, type Operation } from '../core/documents.ts'
import { counted } from '../core/format.ts'
import { link, replaceWith } from '../core/route.ts'
import { useLoad } from '../core/world.ts'
import { Card, Empty, Head, Loading } from '../parts/basic.tsx'

/** All operations by group, with a search. */
export function ApiView({ query }: { readonly query: URLSearchParams }): JSX.Element {
  const [text, setText] = useState(query.get('search') ?? '')
  const loaded = useLoad(loadOperations, ['operations'])
  return (
    <>
      <Head title="API" lead="Every operation, with a form, its response, curl and client code.">
        <label class="field">
          Search operations
          <input
            type="search"
            value={text}
            onInput={({ currentTarget }) => {
              setText(currentTarget.value)
              replaceWith(link(['api'], { search: currentTarget.value }))
            }}
          />
        </label>
      </Head>
      <Loading of={loaded}>
        {(operations) => {
          const found = operations.filter(fits(text))
          const groups = Map.groupBy(found, ({ group }) => group)
          return (
            <>
              <p class="quiet" role="status">
                {counted(found.length, 'operation')}
              </p>
              {found.length === 0 && <Empty title="No operation has these words" />}
              {[...groups].map(([group, members]) => (
                <Card key={group} title={group}>
                  <ul class="operations">
                    {members.map(({ name, method, path, summary }) => (
                      <li key={name}>
                        <a href={link(['api', name])}>{name}</a>
                        <span>{summary}</span>
                        <code class="quiet">
                          {method} {path}
                        </code>
                      </li>
                    ))}
                  </ul>
                </Card>
              ))}
            </>
          )
        }}
      </Loading>
    </>
  )
}

/** Returns a filter for the operations that hold all words of a text. */
const fits = (text: string) => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return ({ name, path, summary, group }: Operation) => {
    const all = `${name} ${path} ${summary} ${group}`.toLowerCase()
    return words.every((word) => all.includes(word))
  }
}
