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

An answer that satisfies one of them is in a few places refused by clients of the other. Snowglobe speaks both: \`documented\` is the contract, \`live\` is what the deployed services answer and their official clients expect. Every answer of the Data and Metrics APIs and of the node's methods names its dialect in the header \`x-snowglobe-dialect\`.

The dialect of a request is, in this order:

1. the value of its header \`x-snowglobe-dialect\`: \`documented\` or \`live\`;
2. the setting \`--dialect\`, if it is \`documented\` or \`live\`;
3. under \`--dialect auto\`, the default: \`live\` where the request shows an official client (user agent \`speakeasy-sdk/…\`, header \`x-app-component\`, \`x-application-name\` or \`x-glacier-api-key\`, query parameter \`rltoken\`, or index.getContainerRange with \`endIndex\` and without \`numToFetch\`), else \`documented\`.

Fields that both readers can carry are sent to both.`

const conflicts = `## Recorded otherwise, and kept

Recordings of the deployed services, and programs written for them, say more than \`live\` follows: they contradict each other, the contract, or the document that the service publishes now.

| Where | Recorded | In both dialects | Why |
|---|---|---|---|
| vmId of the X-chain | \`avm\` in one recording, base 58 in an imitation | Base 58 | The sources contradict each other |
| startTimestamp of delegations since Durango | The time of the block | Some start days later | The contract names the state \`pending\`, which nothing else produces |
| utxoType \`STAKE\` | Of stakeable-locked outputs only in one source, of staked ones in another | Of staked outputs | The sources contradict each other |
| utxoBytes of X-chain UTXOs | Absent in 2024 | Sent | The present document of the service has it |
| Order of the members of price and balanceValue | Each its own | One order | Objects have none |
| An unknown API key, where keys are asked for | 400 in an imitation, never recorded | 401 | The contract says so |
| Times of the node's methods | In the node's own zone, of release 1.9.7 | UTC | A node that runs in UTC answers the same |`
