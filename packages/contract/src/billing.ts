import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { bytes, id } from './fields.ts'

/** What the account stores. A foreign `userid` is refused. */
export const readFolderSize = endpoint('readFolderSize', {
  summary: 'Bytes the account stores',
  who: 'account',
  body: z.strictObject({ userid: id.optional() }),
  reply: z.object({ size: bytes, reserved: bytes, limit: bytes }),
  problems: ['unauthenticated', 'not-yours'],
})
