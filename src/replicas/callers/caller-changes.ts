import type { CallerChange } from '../../accounts/accounts.ts'
import { dataRoutes } from '../../data/index.ts'
import { checkUrl } from '../../data/webhooks/check-request.ts'
import { HttpError, notFound } from '../../http/response/errors.ts'
import type { WorldHandle } from '../../http/worlds/world-handle.ts'
import { StateError } from '../../store/state-error.ts'
import { LogUnavailableError } from '../log-unavailable-error.ts'
import { type Proposals, resultOf } from '../proposals.ts'

/** Operations of the Data API that are records: they change what callers have stored. */
const recorded: ReadonlySet<string> = new Set([
  ...['createWebhook', 'updateWebhook', 'deactivateWebhook', 'addAddressesToWebhook'],
  ...['removeAddressesFromWebhook', 'generateOrRotateSharedSecret', 'postTransactionExportJob'],
])

export const isRecordedOfCallers = (operationId: string): boolean => recorded.has(operationId)

/** Changes of webhooks and exports that callers of the Data API request. */
export class CallerChanges {
  readonly #proposals: Pick<Proposals, 'propose'>

  constructor(proposals: Pick<Proposals, 'propose'>) {
    this.#proposals = proposals
  }

  /** Makes a change of a world a record; undefined: it is none. @throws HttpError */
  order({ name, webhooks }: WorldHandle, change: CallerChange): Promise<unknown> | undefined {
    if (!isRecordedOfCallers(change.operationId)) return undefined
    // The options of this replica say which hosts are allowed; the others go by what it lets pass.
    const { url } = (change.input as { readonly body?: { readonly url?: string } }).body ?? {}
    if (url !== undefined) checkUrl(url, webhooks.hosts)
    return this.#propose(name, change)
  }

  /** Applies the record of a change. @param handle undefined: the world was removed */
  perform(handle: WorldHandle | undefined, world: string, change: CallerChange): unknown {
    if (!handle) throw notFound(`There is no world ${world}`)
    const { operationId, input, owner, keyPrefix, origin } = change
    const route = dataRoutes.find(({ operation }) => operation.operationId === operationId)
    if (!route || !isRecordedOfCallers(operationId))
      throw new StateError(
        `the log has changes of the kind ${operationId}, which this release does not know; update this replica`,
      )
    return route.handle(handle.scenarios.indexer.view, input as never, {
      dialect: 'documented',
      actual: handle.world,
      caller: { owner, keyPrefix, origin, nodeOrigin: undefined, requestWorld: handle },
    })
  }

  async #propose(world: string, input: CallerChange): Promise<unknown> {
    const { outcome } = await this.#proposals
      .propose({ world, do: 'call', input })
      .catch(refuseWithoutLog)
    return resultOf(outcome)
  }
}

/** Gives a change without an outcome the response of the Data API. */
export function refuseWithoutLog(error: unknown): never {
  if (!(error instanceof LogUnavailableError)) throw error
  throw new HttpError(503, error.message, 1)
}
