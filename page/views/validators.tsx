import type { JSX } from 'preact'
import type { Network } from '../core/catalogue.ts'
import { link } from '../core/route.ts'
import { Card, Head } from '../parts/basic.tsx'
import { NetworkTabs } from '../parts/network-tabs.tsx'
import { L1ValidatorTable, StakeTable } from '../parts/validator-tables.tsx'

const states = ['active', 'pending', 'completed', 'removed'] as const

/** Validations of a network by their state, and the validators of its L1s. */
export function ValidatorsView({
  network,
  query,
}: {
  readonly network: Network
  readonly query: URLSearchParams
}): JSX.Element {
  const state = states.find((each) => each === query.get('state')) ?? 'active'
  return (
    <>
      <Head title="Validators" lead="Stakes on the primary network and on subnets, and L1s.">
        <NetworkTabs network={network} to={(other) => link(['validators', other], { state })} />
        <a class="button main" href={link(['wallets', 'act', 'addValidator'], { network })}>
          Add a validator
        </a>
      </Head>
      <Card
        title="Stakes"
        action={
          <nav class="tabs" aria-label="State">
            {states.map((each) => (
              <a
                key={each}
                href={link(['validators', network], { state: each })}
                aria-current={each === state ? 'page' : undefined}
              >
                {each}
              </a>
            ))}
          </nav>
        }
      >
        <StakeTable network={network} filter={`validationStatus=${state}`} />
      </Card>
      <Card title="L1 validators">
        <L1ValidatorTable network={network} />
      </Card>
    </>
  )
}
