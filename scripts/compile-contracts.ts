import { readdirSync, readFileSync } from 'node:fs'
import solc from 'solc'

/** Folder of the Solidity sources of the world's contracts. */
export const solidityFolder = new URL('../src/simulator/evm/solidity/', import.meta.url)

const packages = new URL('../node_modules/', import.meta.url)

/** A contract as the compiler gives it. Code is hexadecimal and begins with `0x`. */
export interface CompiledContract {
  readonly name: string
  /** Rules that the code needs. */
  readonly evmVersion: 'istanbul' | 'london'
  /** Code that makes the contract; the constructor's arguments come behind it. */
  readonly creation: string
  /** Code of the contract, with zeros in place of immutable values. */
  readonly runtime: string
  /** Positions in the runtime code that the constructor fills. */
  readonly immutables: readonly { readonly start: number; readonly length: number }[]
  readonly abi: readonly unknown[]
  /** State variables in the order of slots. */
  readonly storage: readonly {
    readonly label: string
    readonly slot: string
    readonly offset: number
    readonly type: string
  }[]
}

/** Contracts that need later rules than those before Apricot 2, with which the C-chain begins. */
const laterRules: Readonly<Record<string, 'london'>> = { Multicall3: 'london' }

/**
 * Compiles the contracts that can be deployed, by name.
 * @throws Error for a source that does not compile without a warning
 */
export function compileContracts(): CompiledContract[] {
  const files = readdirSync(solidityFolder).filter((file) => file.endsWith('.sol'))
  const later = files.filter((file) => file.replace(/\.sol$/, '') in laterRules)
  const others = files.filter((file) => !later.includes(file))
  return [...compile(others, 'istanbul'), ...compile(later, 'london')].sort((a, b) =>
    a.name < b.name ? -1 : 1,
  )
}

function compile(files: string[], evmVersion: 'istanbul' | 'london'): CompiledContract[] {
  const sources = Object.fromEntries(
    files.map((file) => [file, { content: readFileSync(new URL(file, solidityFolder), 'utf8') }]),
  )
  const settings = {
    evmVersion,
    optimizer: { enabled: true, runs: 200 },
    // Without a hash of the sources, so that neither comments nor paths change the code.
    metadata: { appendCBOR: false, bytecodeHash: 'none' },
    outputSelection: {
      '*': { '*': ['abi', 'evm.bytecode', 'evm.deployedBytecode', 'storageLayout'] },
    },
  }
  const input = JSON.stringify({ language: 'Solidity', sources, settings })
  const output: Output = JSON.parse(solc.compile(input, { import: readImport }))
  const [problem] = output.errors ?? []
  if (problem) throw new Error(problem.formattedMessage)
  return Object.entries(output.contracts)
    .filter(([file]) => files.includes(file))
    .flatMap(([file, contracts]) => {
      const name = file.replace(/\.sol$/, '')
      const found = contracts[name]
      return found && found.abi.length > 0 && found.evm.bytecode.object !== ''
        ? [compiled(name, evmVersion, found)]
        : []
    })
}

function compiled(
  name: string,
  evmVersion: 'istanbul' | 'london',
  { abi, evm, storageLayout }: ContractOutput,
): CompiledContract {
  return {
    name,
    evmVersion,
    creation: `0x${evm.bytecode.object}`,
    runtime: `0x${evm.deployedBytecode.object}`,
    immutables: Object.values(evm.deployedBytecode.immutableReferences)
      .flat()
      .sort((a, b) => a.start - b.start),
    abi,
    storage: storageLayout.storage.map(({ label, slot, offset, type }) => ({
      label,
      slot,
      offset,
      type: storageLayout.types?.[type]?.label ?? type,
    })),
  }
}

const readImport = (path: string) => ({ contents: readFileSync(new URL(path, packages), 'utf8') })

interface Output {
  readonly errors?: readonly { readonly formattedMessage: string }[]
  readonly contracts: Readonly<Record<string, Readonly<Record<string, ContractOutput>>>>
}

interface ContractOutput {
  readonly abi: readonly unknown[]
  readonly evm: {
    readonly bytecode: { readonly object: string }
    readonly deployedBytecode: {
      readonly object: string
      readonly immutableReferences: Readonly<Record<string, CompiledContract['immutables']>>
    }
  }
  readonly storageLayout: {
    readonly storage: CompiledContract['storage']
    readonly types: Readonly<Record<string, { readonly label: string }>> | null
  }
}
