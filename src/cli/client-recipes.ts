/** Instructions for an official client to use one's own server. */
interface ClientRecipe {
  /** Name in the registry of npm. */
  readonly name: string
  /** Code, with `<URL>`, `<HOST>` and `<PORT>` of the server. */
  readonly point: string
  /** Common mistakes. */
  readonly traps: readonly string[]
}

/** Recipes found by use; docs/clients.md has the same at more length. */
export const clientRecipes: readonly ClientRecipe[] = [
  {
    name: '@avalanche-sdk/chainkit',
    point: "{ serverURL: '<URL>' }",
    traps: [
      'as second argument of every call, or by an httpClient whose fetcher changes the address: the constructor ignores it',
      'its telemetry calls the Internet: enableTelemetry: false',
    ],
  },
  {
    name: '@avalabs/avacloud-sdk',
    point: "serverURL: '<URL>'",
    traps: [
      'in the constructor, which throws Invalid URL without it and does not use it otherwise: give an httpClient whose fetcher changes the address as well',
      'it refuses chains without evmChainId: lists of subnets and chains need the header x-snowglobe-dialect: documented',
    ],
  },
  {
    name: '@avalabs/glacier-sdk',
    point: "new Glacier({ BASE: '<URL>', HEADERS: { 'x-snowglobe-dialect': 'live' } })",
    traps: ['without the header it looks like plain fetch and gets the documented dialect'],
  },
  {
    name: '@avalanche-sdk/client',
    point: "createInfoApiClient({ chain: avalanche, transport: { type: 'http', url: '<URL>' } })",
    traps: ['of a server with --network fuji: chain: avalancheFuji'],
  },
  {
    name: 'avalanche',
    point: "new Avalanche('<HOST>', <PORT>, 'http').Info()",
    traps: ['of a server with --network fuji: 5 as fourth argument'],
  },
  { name: '@avalabs/avalanchejs', point: "new info.InfoApi('<URL>')", traps: [] },
]
