import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { crc32 } from 'node:zlib'

/*
 * Digest beside a database that no process has open: its length and its CRC-32, which finds damage
 * by discs, copies and accidents. It exists only while nothing writes the database: it is removed
 * before writing and written again afterwards. A killed process leaves none.
 */

export interface FileDigest {
  /** Bytes of the file. */
  readonly size: number
  readonly crc32: number
}

export const digestPath = (path: string): string => `${path}.crc32`

/** Writes the digest of a closed database. */
export function writeFileDigest(path: string): void {
  const digest = digestOf(path)
  const target = digestPath(path)
  const text = JSON.stringify(digest)
  writeFileSync(`${target}.unfinished`, `${text}\n${crc32(text)}\n`)
  renameSync(`${target}.unfinished`, target)
}

/**
 * Removes the digest before a database is opened for writing. A power cut must not leave the digest
 * beside other content.
 */
export function removeFileDigest(path: string): void {
  const target = digestPath(path)
  rmSync(`${target}.unfinished`, { force: true })
  if (!existsSync(target)) return
  rmSync(target, { force: true })
  if (process.platform === 'win32') return
  const folder = openSync(dirname(path), 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

/**
 * Compares a file with its digest.
 * @returns undefined when the digest is missing or incomplete, otherwise whether the file is
 *   unchanged
 */
export function fitsFileDigest(path: string): boolean | undefined {
  const known = readDigest(digestPath(path))
  if (known === undefined) return undefined
  const { size, crc32 } = digestOf(path)
  return size === known.size && crc32 === known.crc32
}

function readDigest(path: string): FileDigest | undefined {
  if (!existsSync(path)) return undefined
  const [text = '', seal] = readFileSync(path, 'utf8').split('\n')
  return String(crc32(text)) === seal ? JSON.parse(text) : undefined
}

const pieceBytes = 1024 * 1024

/** Returns the digest of a file that nothing writes, in about a millisecond for each megabyte. */
export function digestOf(path: string): FileDigest {
  const buffer = Buffer.allocUnsafe(pieceBytes)
  const fd = openSync(path, 'r')
  try {
    let [size, crc] = [0, 0]
    for (;;) {
      const bytes = readSync(fd, buffer, 0, pieceBytes, size)
      if (bytes === 0) return { size, crc32: crc }
      crc = crc32(buffer.subarray(0, bytes), crc)
      size += bytes
    }
  } finally {
    closeSync(fd)
  }
}
