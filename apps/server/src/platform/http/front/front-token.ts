import { timingSafeEqual } from 'node:crypto'
import { HOUR_MS } from '../../clock.ts'
import type { MasterKey } from '../../config/master-key.ts'
import { hashToken } from '../../ids.ts'

/**
 * A token for the calls that examine the front, and for nothing else: the address that is examined may not be this
 * server's yet, so the operator's token stays out. It follows from the master key, so it holds on every node.
 */
export const frontToken = (masterKey: MasterKey, nowMs: number): string =>
  Buffer.from(masterKey.mac('front', String(Math.floor(nowMs / HOUR_MS)))).toString('base64url')

/** Whether `shown` is the token of this hour or of its neighbours: clocks differ, and an examination takes minutes. */
export function isFrontToken(masterKey: MasterKey, shown: string, nowMs: number): boolean {
  const hashed = hashToken(shown)
  return [-1, 0, 1].some((hours) => timingSafeEqual(hashToken(frontToken(masterKey, nowMs + hours * HOUR_MS)), hashed))
}
