import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { id, instant, label, text } from '../core/fields.ts'
import { shownAgain, shownAgainRefusals } from '../core/shown-again.ts'
import { keyScopes } from './key-scopes.ts'

/** A key with which programs act as the account. The key itself is shown once, when it is made. */
export const apiKey = z.object({
  /** The public part, after `wbk_`. */
  _id: id,
  name: z.string(),
  scopes: z.array(z.enum(keyScopes)),
  /** As CIDR, such as '203.0.113.0/24'; empty: any network. */
  networks: z.array(z.string()),
  createdAt: instant,
  /** Null: none. A key whose end has passed stays in the list until its owner revokes it. */
  endsAt: instant.nullable(),
  /** To the minute; null: never used. */
  lastUsedAt: instant.nullable(),
})
export type ApiKey = z.infer<typeof apiKey>

const KEY_NAME_MAX_CHARS = 60
const KEY_NETWORKS_MAX = 20

export const listApiKeys = endpoint('listApiKeys', {
  summary: 'API keys of the account',
  auth: 'session',
  /** `limit`: the most keys that an account may have. */
  reply: z.object({ keys: z.array(apiKey), limit: z.int() }),
  problems: ['unauthenticated'],
})

/** Returns the whole key, only this once. */
export const addApiKey = endpoint('addApiKey', {
  summary: 'Make an API key',
  auth: 'session',
  body: z.strictObject({
    name: label(KEY_NAME_MAX_CHARS).refine((name) => name !== '', 'is empty'),
    scopes: z.array(z.enum(keyScopes)).min(1).max(keyScopes.length),
    /** Addresses or CIDR; empty: any network. */
    networks: z.array(text(64)).max(KEY_NETWORKS_MAX).default([]),
    /** The key works for so many days; null: until it is revoked. */
    days: z.int().min(1).max(1_826).nullable(),
    ...shownAgain,
  }),
  reply: z.object({ apiKey, key: z.string() }),
  status: 201,
  problems: [...shownAgainRefusals, 'too-many-keys', 'network-malformed'],
  asksStepUp: true,
})

/** The key stops working at once. Asks for the second factor where one is on, by the header of a step-up. */
export const revokeApiKey = endpoint('revokeApiKey', {
  summary: 'Revoke an API key',
  auth: 'session',
  params: z.strictObject({ key: id }),
  status: 204,
  problems: ['unauthenticated', 'step-up-required', 'key-not-found'],
  asksStepUp: true,
})
