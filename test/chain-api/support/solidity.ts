import solc from 'solc'

/** Compiles a source, without its first line and version; returns the init code of a contract. */
export function initCodeOf(name: string, source: string): string {
  const content = `// SPDX-License-Identifier: MIT\npragma solidity 0.8.30;\n${source}`
  const { contracts, errors } = JSON.parse(
    solc.compile(
      JSON.stringify({
        language: 'Solidity',
        sources: { 'Source.sol': { content } },
        settings: { outputSelection: { '*': { '*': ['evm.bytecode.object'] } } },
      }),
    ),
  )
  const code = contracts?.['Source.sol']?.[name]?.evm.bytecode.object
  if (!code) throw new Error(errors?.map((error: { message: string }) => error.message).join('\n'))
  return `0x${code}`
}
