import type { JSX } from 'preact'
import { type Network, networks } from '../core/catalogue.ts'

/** Links to the same view on either network. */
export const NetworkTabs = ({
  network,
  to,
}: {
  readonly network: Network
  readonly to: (network: Network) => string
}): JSX.Element => (
  <nav class="tabs" aria-label="Network">
    {networks.map((each) => (
      <a key={each} href={to(each)} aria-current={each === network ? 'page' : undefined}>
        {each === 'mainnet' ? 'Mainnet' : 'Fuji'}
      </a>
    ))}
  </nav>
)
