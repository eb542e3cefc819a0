import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { SavedSnapshot } from '../../schemas/control/snapshots.ts'
import { timeText } from '../core/format.ts'
import { control } from '../core/server.ts'
import { changed, useLoad } from '../core/world.ts'
import { Card, Empty, Loading, Work } from './basic.tsx'
import { say, sayFailure } from './notices.tsx'
import { Table } from './table.tsx'

/** Saved states of the world, and the way back to its start. */
export function Snapshots(): JSX.Element {
  const loaded = useLoad(
    () => control<{ snapshots: SavedSnapshot[] }>('GET', '/snapshots'),
    ['snapshots'],
  )
  const [name, setName] = useState('')
  return (
    <Card
      title="Snapshots"
      action={
        <Work
          work={async () => {
            await control('POST', '/reset', { parts: ['world'] })
            await changed()
            say('The world is as it was at the start.')
          }}
        >
          Reset the world
        </Work>
      }
    >
      <form
        class="row"
        onSubmit={async (event) => {
          event.preventDefault()
          try {
            const saved = await control<SavedSnapshot>('POST', '/snapshots', { name })
            setName('')
            await changed()
            say(`The snapshot ${saved.name} is saved.`)
          } catch (error) {
            sayFailure(error)
          }
        }}
      >
        <label class="field">
          Name
          <input
            type="text"
            required
            pattern="[a-z0-9][a-z0-9\-]{0,62}"
            title="Small letters, digits and hyphens"
            autocomplete="off"
            value={name}
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
        </label>
        <button type="submit">Save the present</button>
      </form>
      <Loading of={loaded}>
        {({ snapshots }) =>
          snapshots.length === 0 ? (
            <Empty title="No snapshots yet">
              Save one before an experiment, and come back to it as often as you like.
            </Empty>
          ) : (
            <Table
              label="Snapshots"
              rows={snapshots}
              keyOf={(row) => row.name}
              columns={[
                { head: 'Name', cell: (row) => row.name },
                { head: 'World time', cell: (row) => timeText(row.now) },
                { head: 'Log entries', isNumber: true, isMinor: true, cell: ({ head }) => head },
                {
                  head: '',
                  cell: (row) => (
                    <span class="row">
                      <Work
                        label={`Restore ${row.name}`}
                        work={async () => {
                          await control('POST', `/snapshots/${row.name}/restore`)
                          await changed()
                          say(`The world is as it was when ${row.name} was saved.`)
                        }}
                      >
                        Restore
                      </Work>
                      <Work
                        label={`Remove ${row.name}`}
                        work={async () => {
                          await control('DELETE', `/snapshots/${row.name}`)
                          await changed()
                          say(`The snapshot ${row.name} is gone.`)
                        }}
                      >
                        Remove
                      </Work>
                    </span>
                  ),
                },
              ]}
            />
          )
        }
      </Loading>
    </Card>
  )
}
