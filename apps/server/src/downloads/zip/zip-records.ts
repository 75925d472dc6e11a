/**
 * The records of a zip archive (APPNOTE 6.3.10) for stored entries, with sizes and CRC-32 known in advance: no data
 * descriptors, UTF-8 names (bit 11), zip64 fields only where a number does not fit (older unpackers of macOS and
 * Windows stumble over needless ones). Times are UTC, as DOS time and, to the second, as extended timestamp.
 */
export interface ZipEntry {
  /** Relative, cleaned, '/' between names. */
  name: string
  bytes: number
  crc32: number
  /** Epoch seconds. */
  modifiedAt: number
  /** The position of its local header in the archive. */
  headerAt: number
}

const MAX_UINT32 = 0xffff_ffff
const MAX_UINT16 = 0xffff
const LOCAL_BYTES = 30
const CENTRAL_BYTES = 46
const END_BYTES = 22
const END64_BYTES = 56
const LOCATOR64_BYTES = 20
const TIMESTAMP_BYTES = 9
const LOCAL_ZIP64_BYTES = 20
const FLAG_UTF8 = 0x0800
const VERSION_PLAIN = 20
const VERSION_ZIP64 = 45
/** Made on Unix, so that unpackers read the mode below. */
const MADE_BY_UNIX = 3 << 8
const MODE_FILE_0644 = 0o100644
const TIMESTAMP_ID = 0x5455
const ZIP64_ID = 0x0001
const HAS_MODIFIED_TIME = 1
const DOS_FIRST_MS = Date.UTC(1980, 0, 1)
const DOS_LAST_MS = Date.UTC(2107, 11, 31, 23, 59, 58)

const needsZip64Sizes = (bytes: number) => bytes >= MAX_UINT32
const needsZip64Offset = (offset: number) => offset >= MAX_UINT32
const capped = (value: number) => Math.min(value, MAX_UINT32)

/** What determines the length of an entry's records; `nameBytes` is the UTF-8 length of its name. */
export interface EntryMeasure extends Pick<ZipEntry, 'bytes' | 'modifiedAt' | 'headerAt'> {
  nameBytes: number
}

/** Length of an entry's local header. */
export function localHeaderBytes({ nameBytes, bytes, modifiedAt }: Omit<EntryMeasure, 'headerAt'>): number {
  return LOCAL_BYTES + nameBytes + timestampBytes(modifiedAt) + (needsZip64Sizes(bytes) ? LOCAL_ZIP64_BYTES : 0)
}

/** Length of an entry's record in the central directory. */
export function centralRecordBytes({ nameBytes, bytes, modifiedAt, headerAt }: EntryMeasure): number {
  return CENTRAL_BYTES + nameBytes + timestampBytes(modifiedAt) + centralZip64Bytes(bytes, headerAt)
}

/** The field is a signed 32-bit number; a time beyond it is only in the DOS time. */
function timestampBytes(modifiedAt: number): number {
  return modifiedAt === (modifiedAt | 0) ? TIMESTAMP_BYTES : 0
}

function centralZip64Bytes(bytes: number, headerAt: number): number {
  const fields = (needsZip64Sizes(bytes) ? 16 : 0) + (needsZip64Offset(headerAt) ? 8 : 0)
  return fields === 0 ? 0 : 4 + fields
}

/** Length of everything after the central directory. */
export function endBytes(entries: number, directoryAt: number, directoryBytes: number): number {
  const isLarge = needsZip64End(entries, directoryAt, directoryBytes)
  return END_BYTES + (isLarge ? END64_BYTES + LOCATOR64_BYTES : 0)
}

function needsZip64End(entries: number, directoryAt: number, directoryBytes: number): boolean {
  return entries >= MAX_UINT16 || directoryAt >= MAX_UINT32 || directoryBytes >= MAX_UINT32
}

export function localHeader(entry: ZipEntry): Buffer {
  const name = Buffer.from(entry.name)
  const isLarge = needsZip64Sizes(entry.bytes)
  const out = Buffer.alloc(localHeaderBytes({ ...entry, nameBytes: name.length }))
  out.writeUInt32LE(0x0403_4b50, 0)
  out.writeUInt16LE(isLarge ? VERSION_ZIP64 : VERSION_PLAIN, 4)
  writeShared(out, 6, entry)
  out.writeUInt16LE(name.length, 26)
  out.writeUInt16LE(out.length - LOCAL_BYTES - name.length, 28)
  out.set(name, LOCAL_BYTES)
  const zip64At = writeTimestamp(out, LOCAL_BYTES + name.length, entry.modifiedAt)
  if (isLarge) writeZip64(out, zip64At, [entry.bytes, entry.bytes])
  return out
}

export function centralRecord(entry: ZipEntry): Buffer {
  const name = Buffer.from(entry.name)
  const { bytes, headerAt } = entry
  const large = [...(needsZip64Sizes(bytes) ? [bytes, bytes] : []), ...(needsZip64Offset(headerAt) ? [headerAt] : [])]
  const out = Buffer.alloc(centralRecordBytes({ ...entry, nameBytes: name.length }))
  out.writeUInt32LE(0x0201_4b50, 0)
  out.writeUInt16LE(MADE_BY_UNIX | VERSION_ZIP64, 4)
  out.writeUInt16LE(large.length > 0 ? VERSION_ZIP64 : VERSION_PLAIN, 6)
  writeShared(out, 8, entry)
  out.writeUInt16LE(name.length, 28)
  out.writeUInt16LE(out.length - CENTRAL_BYTES - name.length, 30)
  out.writeUInt32LE(MODE_FILE_0644 * 0x1_0000, 38)
  out.writeUInt32LE(capped(headerAt), 42)
  out.set(name, CENTRAL_BYTES)
  const zip64At = writeTimestamp(out, CENTRAL_BYTES + name.length, entry.modifiedAt)
  if (large.length > 0) writeZip64(out, zip64At, large)
  return out
}

/** End of central directory, after its zip64 form where one of the numbers does not fit. */
export function endRecords(entries: number, directoryAt: number, directoryBytes: number): Buffer {
  const out = Buffer.alloc(endBytes(entries, directoryAt, directoryBytes))
  let at = 0
  if (needsZip64End(entries, directoryAt, directoryBytes)) {
    writeEnd64(out, entries, directoryAt, directoryBytes)
    at = END64_BYTES + LOCATOR64_BYTES
  }
  out.writeUInt32LE(0x0605_4b50, at)
  out.writeUInt16LE(Math.min(entries, MAX_UINT16), at + 8)
  out.writeUInt16LE(Math.min(entries, MAX_UINT16), at + 10)
  out.writeUInt32LE(capped(directoryBytes), at + 12)
  out.writeUInt32LE(capped(directoryAt), at + 16)
  return out
}

function writeEnd64(out: Buffer, entries: number, directoryAt: number, directoryBytes: number): void {
  out.writeUInt32LE(0x0606_4b50, 0)
  out.writeBigUInt64LE(BigInt(END64_BYTES - 12), 4)
  out.writeUInt16LE(MADE_BY_UNIX | VERSION_ZIP64, 12)
  out.writeUInt16LE(VERSION_ZIP64, 14)
  out.writeBigUInt64LE(BigInt(entries), 24)
  out.writeBigUInt64LE(BigInt(entries), 32)
  out.writeBigUInt64LE(BigInt(directoryBytes), 40)
  out.writeBigUInt64LE(BigInt(directoryAt), 48)
  out.writeUInt32LE(0x0706_4b50, END64_BYTES)
  out.writeBigUInt64LE(BigInt(directoryAt + directoryBytes), END64_BYTES + 8)
  out.writeUInt32LE(1, END64_BYTES + 16)
}

/** The common fields of local header and central record: flags, method 0 (stored), time, CRC-32, both sizes. */
function writeShared(out: Buffer, at: number, { modifiedAt, crc32, bytes }: ZipEntry): void {
  const { date, time } = dosTime(modifiedAt)
  out.writeUInt16LE(FLAG_UTF8, at)
  out.writeUInt16LE(time, at + 4)
  out.writeUInt16LE(date, at + 6)
  out.writeUInt32LE(crc32, at + 8)
  out.writeUInt32LE(capped(bytes), at + 12)
  out.writeUInt32LE(capped(bytes), at + 16)
}

/** Returns where the next field goes. */
function writeTimestamp(out: Buffer, at: number, modifiedAt: number): number {
  if (timestampBytes(modifiedAt) === 0) return at
  out.writeUInt16LE(TIMESTAMP_ID, at)
  out.writeUInt16LE(TIMESTAMP_BYTES - 4, at + 2)
  out.writeUInt8(HAS_MODIFIED_TIME, at + 4)
  out.writeInt32LE(modifiedAt, at + 5)
  return at + TIMESTAMP_BYTES
}

function writeZip64(out: Buffer, at: number, values: readonly number[]): void {
  out.writeUInt16LE(ZIP64_ID, at)
  out.writeUInt16LE(values.length * 8, at + 2)
  for (const [i, value] of values.entries()) out.writeBigUInt64LE(BigInt(value), at + 4 + i * 8)
}

/** DOS has even seconds from 1980 to 2107; other times become the nearest of those. */
function dosTime(epochSeconds: number): { date: number; time: number } {
  const at = new Date(Math.max(DOS_FIRST_MS, Math.min(epochSeconds * 1_000, DOS_LAST_MS)))
  return {
    date: ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
  }
}
