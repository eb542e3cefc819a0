/** Error: the world of a request was removed meanwhile, or its server stops. Nothing was changed. */
export class ClosedWorldError extends Error {
  override readonly name = 'ClosedWorldError'

  constructor() {
    super('the world was removed, or the server is stopping; nothing was changed')
  }
}
