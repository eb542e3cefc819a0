import { undeclaredQuirks } from '../src/http/quirks.ts'
import { operations } from '../src/operations.ts'

/** Every difference between the dialects. */
export const quirks = [
  ...undeclaredQuirks,
  ...new Set(operations.flatMap((operation) => operation.quirks ?? [])),
]

/** The text of docs/dialects.md. */
export const dialectsPage = (): string => `${introduction}

| Where | Section | documented | live |
|---|---|---|---|
${quirks.map(({ name, section, documented, live }) => `| ${[name, section, documented, live].join(' | ')} |`).join('\n')}
`

const introduction = `<!-- Written by scripts/write-docs.ts from the quirks in schemas/ and src/http/quirks.ts; do not edit. -->

# Dialects: the written contract and the deployed services

An answer that satisfies one of them is in a few places refused by clients of the other. Snowglobe speaks both: \`documented\` is the contract, \`live\` is what the deployed services answer and their official clients expect. Every answer of the Data and Metrics APIs and of the node's methods names its dialect in the header \`x-snowglobe-dialect\`.

The dialect of a request is, in this order:

1. the value of its header \`x-snowglobe-dialect\`: \`documented\` or \`live\`;
2. the setting \`--dialect\`, if it is \`documented\` or \`live\`;
3. under \`--dialect auto\`, the default: \`live\` where the request shows an official client (user agent \`speakeasy-sdk/…\`, header \`x-app-component\`, \`x-application-name\` or \`x-glacier-api-key\`, query parameter \`rltoken\`, or index.getContainerRange with \`endIndex\` and without \`numToFetch\`), else \`documented\`.

Fields that both readers can carry are sent to both.`
