import { z } from 'zod'

/** A stretch of text in one style. `href` makes it a link: https, mailto or a path of this server. */
const run = z.object({
  text: z.string(),
  style: z.enum(['plain', 'strong', 'emphasis', 'code']),
  href: z.string().optional(),
})
export type Run = z.infer<typeof run>

const runs = z.array(run)

/** Articles as data, so that neither the server nor the browser ever shows HTML that somebody wrote. */
export const block = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('paragraph'), runs }),
  z.object({ kind: z.literal('heading'), level: z.union([z.literal(2), z.literal(3)]), runs }),
  z.object({ kind: z.literal('list'), isOrdered: z.boolean(), items: z.array(runs) }),
  z.object({ kind: z.literal('quote'), runs }),
  z.object({ kind: z.literal('table'), head: z.array(runs), rows: z.array(z.array(runs)) }),
])
export type Block = z.infer<typeof block>
