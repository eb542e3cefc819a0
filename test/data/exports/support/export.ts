import type { OperationStatus } from '../../../../schemas/data/exports.ts'
import type { Snowglobe } from '../../../../src/snowglobe.ts'

/** Returns the response to a request for an export. */
export async function post(
  server: Pick<Snowglobe, 'url'>,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${server.url}/v1/operations/transactions:export`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}

/** Requests an export, and returns its file. */
export async function exported(server: Snowglobe, request: unknown): Promise<string> {
  const { operationId } = (await post(server, request)).body as OperationStatus
  const state = await fetch(`${server.url}/v1/operations/${operationId}`)
  const { metadata } = (await state.json()) as OperationStatus
  const file = await fetch(metadata?.downloadUrl ?? '')
  if (!file.ok) throw new Error(`${file.status} ${await file.text()}`)
  return file.text()
}

/** Returns the rows of a file by the names of its columns; no cell of it is quoted. */
export function rowsOf(csv: string): Record<string, string>[] {
  const [names = '', ...lines] = csv.trimEnd().split('\r\n')
  const columns = names.split(',')
  return lines.map((line) => {
    const cells = line.split(',')
    return Object.fromEntries(columns.map((name, at) => [name, cells[at] ?? '']))
  })
}
