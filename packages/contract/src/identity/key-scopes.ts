import type { ProblemCode } from '../core/problems.ts'

/**
 * What an API key may do, as its owner chooses:
 * - 'send': send files, and change what was sent;
 * - 'request': ask for files, and judge what came;
 * - 'read': read transfers, requests, submissions and their records;
 * - 'library': list the library, and download files of it and of requests.
 *
 * No key opens passwords, billing, keys, teams, settings or deletion.
 */
export const keyScopes = ['send', 'request', 'read', 'library'] as const
export type KeyScope = (typeof keyScopes)[number]

/** With what any call that a key may open is refused, besides its own problems. */
export const keyRefusals = [
  'key-wrong',
  'key-revoked',
  'key-ended',
  'key-elsewhere',
  'key-lacks-scope',
  'key-in-browser',
] as const satisfies readonly ProblemCode[]
