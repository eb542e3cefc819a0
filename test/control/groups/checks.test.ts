import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Snowglobe } from '../../../src/snowglobe.ts'
import { startServer } from '../../support/server.ts'
import { refusalOf, through, transports } from '../support/transports.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer({ size: 'empty' })
})
afterAll(() => server?.close())

test.each(transports)(
  'the self-check runs all rules or those that are named, through %s',
  async (transport) => {
    const { check } = through(transport, server)
    const whole = await check()
    expect(whole.violations).toBe(0)
    const names = whole.rules.map(({ name }) => name)
    expect(names.length).toBeGreaterThan(50)
    expect(names).toEqual(expect.arrayContaining(['block-links', 'icm-ids']))
    const some = await check(['icm-ids', 'block-links'])
    expect(some.rules.map(({ name }) => name).sort()).toEqual(['block-links', 'icm-ids'])
    expect(await refusalOf(check(['no-such-rule']))).toMatchObject({
      code: 'not_possible',
      message: 'the self-check has no rule "no-such-rule"',
      details: { rules: names },
    })
  },
)
