/** Names, operands and results of all opcodes that any fork has, by their number. */
export const opcodes: ReadonlyMap<number, Opcode> = new Map(
  [
    ...table(0x00, [
      'STOP 0 0 0',
      'ADD 2 1 3',
      'MUL 2 1 5',
      'SUB 2 1 3',
      'DIV 2 1 5',
      'SDIV 2 1 5',
      'MOD 2 1 5',
      'SMOD 2 1 5',
      'ADDMOD 3 1 8',
      'MULMOD 3 1 8',
      'EXP 2 1 10',
      'SIGNEXTEND 2 1 5',
    ]),
    ...table(0x10, [
      'LT 2 1 3',
      'GT 2 1 3',
      'SLT 2 1 3',
      'SGT 2 1 3',
      'EQ 2 1 3',
      'ISZERO 1 1 3',
      'AND 2 1 3',
      'OR 2 1 3',
      'XOR 2 1 3',
      'NOT 1 1 3',
      'BYTE 2 1 3',
      'SHL 2 1 3',
      'SHR 2 1 3',
      'SAR 2 1 3',
    ]),
    ...table(0x20, ['KECCAK256 2 1 30']),
    ...table(0x30, [
      'ADDRESS 0 1 2',
      'BALANCE 1 1 0',
      'ORIGIN 0 1 2',
      'CALLER 0 1 2',
      'CALLVALUE 0 1 2',
      'CALLDATALOAD 1 1 3',
      'CALLDATASIZE 0 1 2',
      'CALLDATACOPY 3 0 3',
      'CODESIZE 0 1 2',
      'CODECOPY 3 0 3',
      'GASPRICE 0 1 2',
      'EXTCODESIZE 1 1 0',
      'EXTCODECOPY 4 0 0',
      'RETURNDATASIZE 0 1 2',
      'RETURNDATACOPY 3 0 3',
      'EXTCODEHASH 1 1 0',
      'BLOCKHASH 1 1 20',
      'COINBASE 0 1 2',
      'TIMESTAMP 0 1 2',
      'NUMBER 0 1 2',
      'PREVRANDAO 0 1 2',
      'GASLIMIT 0 1 2',
      'CHAINID 0 1 2',
      'SELFBALANCE 0 1 5',
      'BASEFEE 0 1 2 london',
      'BLOBHASH 1 1 3 cancun',
      'BLOBBASEFEE 0 1 2 cancun',
    ]),
    ...table(0x50, [
      'POP 1 0 2',
      'MLOAD 1 1 3',
      'MSTORE 2 0 3',
      'MSTORE8 2 0 3',
      'SLOAD 1 1 0',
      'SSTORE 2 0 0',
      'JUMP 1 0 8',
      'JUMPI 2 0 10',
      'PC 0 1 2',
      'MSIZE 0 1 2',
      'GAS 0 1 2',
      'JUMPDEST 0 0 1',
      'TLOAD 1 1 100 cancun',
      'TSTORE 2 0 100 cancun',
      'MCOPY 3 0 3 cancun',
      'PUSH0 0 1 2 shanghai',
    ]),
    ...table(
      0x60,
      numbered(32, (n) => `PUSH${n} 0 1 3`),
    ),
    ...table(
      0x80,
      numbered(16, (n) => `DUP${n} ${n} ${n + 1} 3`),
    ),
    ...table(
      0x90,
      numbered(16, (n) => `SWAP${n} ${n + 1} ${n + 1} 3`),
    ),
    ...table(
      0xa0,
      numbered(5, (n) => `LOG${n - 1} ${n + 1} 0 ${375 * n}`),
    ),
    ...table(0xf0, [
      'CREATE 3 1 32000',
      'CALL 7 1 0',
      'CALLCODE 7 1 0',
      'RETURN 2 0 0',
      'DELEGATECALL 6 1 0',
      'CREATE2 4 1 32000',
    ]),
    ...table(0xfa, ['STATICCALL 6 1 0']),
    ...table(0xfd, ['REVERT 2 0 0', 'INVALID 0 0 0', 'SELFDESTRUCT 1 0 5000']),
  ].map((opcode) => [opcode.number, opcode]),
)

/** Returns geth's name of an opcode, also of one that does not exist. */
export function opcodeText(number: number): string {
  // Geth has the name from before the merge.
  if (number === 0x44) return 'DIFFICULTY'
  return opcodes.get(number)?.name ?? `opcode 0x${number.toString(16)} not defined`
}

/** Opcode, its operands and its gas before what depends on the operands. */
export interface Opcode {
  readonly number: number
  readonly name: string
  /** Words that it takes from the stack. */
  readonly takes: number
  /** Words that it puts there. */
  readonly gives: number
  readonly gas: number
  /** Ethereum's fork that brings it, after Istanbul. */
  readonly since: 'london' | 'shanghai' | 'cancun' | undefined
}

function table(first: number, rows: readonly string[]): Opcode[] {
  return rows.map((row, index) => {
    const [name = '', takes, gives, gas, since] = row.split(' ')
    return {
      number: first + index,
      name,
      takes: Number(takes),
      gives: Number(gives),
      gas: Number(gas),
      since: since as Opcode['since'],
    }
  })
}

function numbered(count: number, row: (n: number) => string): string[] {
  return Array.from({ length: count }, (_, index) => row(index + 1))
}
