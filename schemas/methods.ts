import { indexMethods, indexPaths } from './container-index.ts'
import { infoMethods } from './info.ts'
import type { Method } from './json-rpc.ts'

/** Path of the node with its methods, in contract order. */
export interface Endpoint {
  readonly path: string
  /** Name in camelCase, as for the operations. */
  readonly operationId: string
  /** PascalCase name of the set of methods, which several paths may share. */
  readonly name: string
  readonly tag: string
  readonly summary: string
  readonly methods: Readonly<Record<string, Method>>
  /** Deprecated: the method still works, but clients should not start to use it. */
  readonly deprecated?: true
}

/** Every JSON-RPC path of the node. Sections 4.3 and 4.4. */
export const endpoints: readonly Endpoint[] = [
  {
    path: '/ext/info',
    operationId: 'callInfo',
    name: 'NodeInfo',
    tag: 'Node info',
    summary: 'What the node says about itself and its network',
    methods: infoMethods,
  },
  ...indexPaths.map((path): Endpoint => {
    const [chain = '', kind = ''] = path.slice('/ext/index/'.length).split('/')
    const endpoint = {
      path,
      operationId: `callIndex${chain}${kind.charAt(0).toUpperCase()}${kind.slice(1)}`,
      name: 'NodeIndex',
      tag: 'Node index',
      summary: `Accepted containers of ${chain}/${kind} in order`,
      methods: indexMethods,
    }
    return path === '/ext/index/X/vtx' ? { ...endpoint, deprecated: true } : endpoint
  }),
]
