import type { JSX } from 'preact'
import { linkIn, mainWorld } from '../core/route.ts'
import { createWorld } from '../core/server.ts'
import { changed } from '../core/world.ts'
import { Card, Empty, Head, Work } from '../parts/basic.tsx'

/** View of a world that the server does not have: it was removed, or the link is mistyped. */
export const MissingWorldView = ({ world }: { readonly world: string }): JSX.Element => (
  <>
    <Head title="No such world" />
    <Card>
      <Empty title={`There is no world ${world}`}>
        It may have been removed, or the link may be mistyped. A new world begins as the main world
        began.
      </Empty>
      <p class="row">
        <Work
          kind="main"
          work={async () => {
            await createWorld(world)
            await changed()
          }}
        >
          Create this world
        </Work>
        <a class="button" href={linkIn(mainWorld, [])}>
          Go to the main world
        </a>
      </p>
    </Card>
  </>
)
