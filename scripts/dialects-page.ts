import { endpoints } from '../schemas/methods.ts'
import { operations } from '../src/operations.ts'

/** All differences between the dialects, ordered by the affected part. */
export const quirks = [
  ...new Set(
    [...operations, ...endpoints.flatMap(({ methods }) => Object.values(methods))].flatMap(
      (changed) => changed.quirks ?? [],
    ),
  ),
]

/** Returns the text of docs/dialects.md. */
export const dialectsPage = (): string => `${introduction}

| Where | Section | documented | live |
|---|---|---|---|
${quirks.map(({ name, section, documented, live }) => `| ${[name, section, documented, live].join(' | ')} |`).join('\n')}

${conflicts}
`

const introduction = `<!-- Written by scripts/write-docs.ts from the quirks in schemas/; do not edit. -->

# Dialects: the written contract and the deployed services

The written contract and the deployed services differ in a few places, so that clients of one refuse responses of the other. Snowglobe speaks both. \`documented\` is the contract. \`live\` is what the deployed services send and their official clients expect. The header \`x-snowglobe-dialect\` of a response names its dialect, for the Data and Metrics APIs and the node's methods.

The first of these decides about a request:

1. Its header \`x-snowglobe-dialect\`: \`documented\` or \`live\`.
2. The option \`--dialect\`, if it is \`documented\` or \`live\`.
3. With \`--dialect auto\`, the default, its client: \`live\` for an official client, and \`documented\` for all others.

An official client shows itself by one of these:

- the user agent \`speakeasy-sdk/…\`
- a header \`x-app-component\`, \`x-application-name\` or \`x-glacier-api-key\`
- the query parameter \`rltoken\`
- index.getContainerRange with \`endIndex\` and without \`numToFetch\`

Both dialects contain the fields that both kinds of clients accept.`

const conflicts = `## Recorded otherwise, and by the contract here

\`live\` does not follow every recording of the deployed services. Some contradict each other, the contract, or the document that the service publishes now.

| Where | Recorded | In both dialects | Why |
|---|---|---|---|
| vmId of the X-chain | \`avm\` in one recording, base 58 in an imitation | Base 58 | The sources contradict each other |
| startTimestamp of delegations since Durango | The time of the block | Some start days later | The contract names the state \`pending\`, which nothing else produces |
| utxoType \`STAKE\` | Of stakeable-locked outputs only in one source, of staked ones in another | Of staked outputs | The sources contradict each other |
| utxoBytes of X-chain UTXOs | Absent in 2024 | Sent | The present document of the service has it |
| Order of the members of price and balanceValue | Each its own | One order | Objects have none |
| An unknown API key, where keys are required | 400 in an imitation, never recorded | 401 | The contract says so |
| Times of the node's methods | In the node's own zone, of release 1.9.7 | UTC | A node that runs in UTC answers the same |`
