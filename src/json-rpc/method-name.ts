import { goQuoted } from './go-text.ts'
import { type Method, RpcError, type Service } from './method.ts'

/**
 * Returns the method of a service that a request names.
 * @throws RpcError for a name of another form, service or method
 */
export function findMethod(service: Service, requested: string): Method {
  const named = service.named.get(requested)
  if (named) return named
  const name = withUpperCaseMethod(shortened(requested))
  const [serviceName, methodName, ...more] = name.split('.')
  if (methodName === undefined || more.length > 0)
    throw new RpcError(`rpc: service/method request ill-formed: ${goQuoted(name)}`)
  if (serviceName !== service.name) throw new RpcError(`rpc: can't find service ${goQuoted(name)}`)
  const method = service.methods.get(methodName)
  if (!method) throw new RpcError(`rpc: can't find method ${goQuoted(name)}`)
  return method
}

/** Cuts a name to the length of the longest method, because the response repeats it. G-87 */
const shortened = (name: string): string =>
  name.length > maxNameLength
    ? `${name.slice(0, maxNameLength).replace(/[\ud800-\udbff]$/, '')}…`
    : name

const maxNameLength = 256

/**
 * Converts a name as the node does: `info.getVMs` is looked up, and named in messages, as
 * `info.GetVMs`.
 */
function withUpperCaseMethod(name: string): string {
  const dot = name.indexOf('.')
  const first = dot === -1 ? undefined : name.codePointAt(dot + 1)
  if (first === undefined || first === 0xfffd) return name
  const letter = String.fromCodePoint(first)
  if (/\p{Lu}/u.test(letter)) throw new RpcError('method must start with a non-uppercase letter')
  return name.slice(0, dot + 1) + upperCase(letter) + name.slice(dot + 1 + letter.length)
}

/** Converts a letter; Go does not change the letters that JavaScript turns into several. */
function upperCase(letter: string): string {
  const upper = letter.toUpperCase()
  return [...upper].length === 1 ? upper : letter
}
