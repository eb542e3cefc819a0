import { expect, test } from 'vitest'
import { refusalOfAddress, refusalOfUrl } from '../../src/webhooks/url-hosts.ts'

// A name that is allowed may lead anywhere: the address decides again, when it is known.

test.each([
  '169.254.169.254',
  '::ffff:169.254.169.254',
  'fe80::1',
  'fd00:ec2::254',
  '64:ff9b::a9fe:a9fe',
  '2002:a9fe:a9fe::1',
])('no message goes to the link-local address %s, whatever hosts are allowed', (address) => {
  for (const hosts of [['*'], ['metadata.test'], []])
    expect(refusalOfAddress(address, 'metadata.test', hosts)).toBe(
      `metadata.test leads to the link-local address ${address}, to which no messages go`,
    )
})

test.each([
  ['127.0.0.1', [], undefined],
  ['::1', [], undefined],
  ['10.0.0.5', ['receiver.test'], undefined],
  ['10.0.0.5', ['*'], undefined],
  [
    '10.0.0.5',
    ['other.test'],
    /^receiver\.test leads to 10\.0\.0\.5, which is no loopback address, and --webhook-hosts does not hold receiver\.test; start the server with --webhook-hosts other\.test,receiver\.test to allow it$/,
  ],
])('a message to %s with the hosts %j is as the options say', (address, hosts, refusal) => {
  const found = refusalOfAddress(address, 'receiver.test', hosts)
  if (refusal) expect(found).toMatch(refusal)
  else expect(found).toBeUndefined()
})

test('a URL names its host, however the host is written', () => {
  expect(refusalOfUrl('http://[::FFFF:a9fe:a9fe]/', ['*'])).toContain('link-local')
  expect(refusalOfUrl('http://0x7f.1/', [])).toBeUndefined()
  expect(refusalOfUrl('http://RECEIVER.test/', ['Receiver.TEST'])).toBeUndefined()
  expect(refusalOfUrl('http://receiver.test./', ['receiver.test'])).toContain('--webhook-hosts')
})
