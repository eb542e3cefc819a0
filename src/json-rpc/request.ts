import { JsonSyntaxError, type RawValue, scanValue } from './json-scanner.ts'
import { compact, foldedName, stringOf, toJson } from './json-text.ts'

/** Request as far as its body could be decoded. */
export interface DecodedRequest {
  readonly jsonrpc: string
  readonly method: string
  /** Absent also when the request says `null`. */
  readonly params: RawValue | undefined
  /** Raw text; absent also when the request says `null`, which makes it a notification. */
  readonly id: string | undefined
  /** Reason why the body is not a request: not JSON, or a wrong type. */
  readonly fault: string | undefined
}

/** Params may be an array around the object with the arguments, and those may be arrays. */
const levelsOfArguments = 4

type Envelope = { -readonly [Member in keyof DecodedRequest]: DecodedRequest[Member] }

const emptyEnvelope = (): Envelope => ({
  jsonrpc: '',
  method: '',
  params: undefined,
  id: undefined,
  fault: undefined,
})

/**
 * Decodes a body like Go's decoder. It reads only the first value, with names in any case. The last
 * of equal names holds, and unknown members are skipped. After a wrong type it goes on; after a
 * syntax error nothing remains. Sources: gorilla/rpc json2 server, Go encoding/json.
 */
export function decodeRequest(body: string): DecodedRequest {
  const envelope = emptyEnvelope()
  try {
    const { text, parts } = scanValue(body, levelsOfArguments)
    for (const part of parts)
      if (part.name !== undefined) takeMember(envelope, foldedName(part.name), part)
    const type = typeOf(text)
    if (type !== 'object' && type !== 'null')
      envelope.fault = `json: cannot unmarshal ${type} into Go value of type json2.serverRequest`
    return envelope
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error
    return { ...emptyEnvelope(), fault: error.message }
  }
}

function takeMember(envelope: Envelope, name: string, value: RawValue): void {
  const raw = value.text
  if (name === 'params') envelope.params = raw === 'null' ? undefined : value
  else if (name === 'id') envelope.id = raw === 'null' ? undefined : raw
  else if (name === 'jsonrpc' || name === 'method') {
    const type = typeOf(raw)
    if (type === 'string') envelope[name] = stringOf(raw)
    else if (type !== 'null')
      envelope.fault ??= `json: cannot unmarshal ${type} into Go struct field serverRequest.${name} of type string`
  }
}

/** Returns the request in the form in which errors repeat it in `data`. */
export const echoOf = ({ jsonrpc, method, params, id }: DecodedRequest): string =>
  `{"jsonrpc":${toJson(jsonrpc)},"method":${toJson(method)},"params":${compact(params?.text ?? 'null')},"id":${compact(id ?? 'null')}}`

/** Returns the type of a raw value in the words of Go's messages. */
function typeOf(raw: string): 'object' | 'array' | 'string' | 'bool' | 'null' | 'number' {
  switch (raw[0]) {
    case '{':
      return 'object'
    case '[':
      return 'array'
    case '"':
      return 'string'
    case 't':
    case 'f':
      return 'bool'
    case 'n':
      return 'null'
    default:
      return 'number'
  }
}
