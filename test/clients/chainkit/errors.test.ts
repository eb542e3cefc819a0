import { Avalanche } from '@avalanche-sdk/chainkit'
import { HTTPClient } from '@avalanche-sdk/chainkit/lib/http.js'
import * as errors from '@avalanche-sdk/chainkit/models/errors'
import { expect, test } from 'vitest'
import { known, networks } from '../support/world.ts'
import { data, here } from './chainkit.ts'

/** chainkit that asks for the fault on every request. */
function withFault(status: number): Avalanche {
  const httpClient = new HTTPClient()
  httpClient.addHook('beforeRequest', (request) => {
    const asking = new Request(request)
    asking.headers.set('x-snowglobe-fault', String(status))
    return asking
  })
  return new Avalanche({ enableTelemetry: false, httpClient })
}

test.each([
  [400, errors.BadRequestError, 'Bad Request'],
  [401, errors.UnauthorizedError, 'Unauthorized'],
  [403, errors.ForbiddenError, 'Forbidden'],
  [404, errors.NotFoundError, 'Not Found'],
  [429, errors.TooManyRequestsError, 'Too Many Requests'],
  [500, errors.InternalServerError, 'Internal Server Error'],
  [502, errors.BadGatewayError, 'Bad Gateway'],
  [503, errors.ServiceUnavailableError, 'Service Unavailable'],
] as const)('status %i becomes its own error class', async (status, ErrorClass, text) => {
  const call = withFault(status).data.evm.blocks.listLatest({ chainId: '43114' }, here)
  const error = await call.then(String, (reason: unknown) => reason)
  expect(error).toBeInstanceOf(ErrorClass)
  expect(error).toMatchObject({ statusCode: status, error: text })
})

test.each(networks)('a wrong value on %s is a BadRequestError that names it', async (network) => {
  const { cChainEvmId: chainId } = known[network]
  await expect(data.evm.blocks.listLatest({ chainId, pageSize: 101 }, here)).rejects.toThrow(
    errors.BadRequestError,
  )
  await expect(data.evm.blocks.listLatest({ chainId, pageSize: 101 }, here)).rejects.toThrow(
    /pageSize/,
  )
})

test('an unknown chain is a NotFoundError that names it', async () => {
  const call = data.evm.blocks.listLatest({ chainId: '424242' }, here)
  const error = await call.then(String, (reason: unknown) => reason)
  expect(error).toBeInstanceOf(errors.NotFoundError)
  expect(error).toMatchObject({ message: expect.stringContaining('424242') })
})
