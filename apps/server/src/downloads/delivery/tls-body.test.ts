import { describe, expect, it } from 'vitest'
import { framed, TlsBody } from './tls-body.ts'

const PIECE = 64 * 1024
const RECORD = 16 * 1024
const FRAME = 22
const WIRE = framed(PIECE, FRAME)
const BASE = 5_000

/** A body whose first pieces the socket received. */
function body(...pieces: number[]): TlsBody {
  const made = new TlsBody(0, BASE, FRAME)
  for (const bytes of pieces) made.handed(bytes)
  return made
}

describe('a body over TLS', () => {
  it('has arrived when all its records were acknowledged', () => {
    const pieces = body(PIECE, PIECE)
    expect(pieces.arrivedTo(BASE + WIRE)).toBe(PIECE)
    expect(pieces.arrivedTo(BASE + 2 * WIRE)).toBe(2 * PIECE)
  })

  it('has arrived in part before the kernel reports that it has taken the piece', () => {
    const arrived = body(PIECE, PIECE).arrivedTo(BASE + WIRE + 2 * (RECORD + FRAME) + 100)
    expect(arrived).toBeGreaterThan(PIECE + 2 * RECORD)
    expect(arrived).toBeLessThanOrEqual(PIECE + 2 * RECORD + 100)
  })

  it('has not arrived before its first record', () => {
    expect(body(PIECE).arrivedTo(BASE)).toBe(0)
    expect(body(PIECE).arrivedTo(BASE + FRAME)).toBe(0)
    expect(body(PIECE).arrivedTo(0)).toBe(0)
  })

  it('is no further on the wire than what had been sent when the kernel had taken a piece', () => {
    // A hundred small pieces shared one record.
    const pieces = body(...Array.from({ length: 100 }, () => 100), PIECE)
    for (let nth = 0; nth < 100; nth += 1) pieces.taken(BASE + 10_000 + FRAME)
    expect(pieces.arrivedTo(BASE + 10_000 + FRAME)).toBe(10_000)
    expect(pieces.arrivedTo(BASE + 10_000 + FRAME + WIRE)).toBe(10_000 + PIECE)
  })

  it('is where it was calculated though more had been sent by then', () => {
    const pieces = body(PIECE, PIECE, PIECE)
    pieces.taken(BASE + 3 * WIRE)
    expect(pieces.arrivedTo(BASE + WIRE)).toBe(PIECE)
  })

  it('never goes back, whatever is acknowledged before the kernel reports that it has taken it', () => {
    const pieces = body(PIECE, PIECE)
    expect(pieces.arrivedTo(BASE + WIRE)).toBe(PIECE)
    pieces.taken(BASE + WIRE)
    pieces.taken(BASE + 2 * WIRE)
    expect(pieces.arrivedTo(BASE + 2 * WIRE)).toBe(2 * PIECE)
  })
})
