import type { Kysely } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Database } from '../../../platform/database/schema.ts'
import { linkTo, paths } from '../../../platform/links.ts'
import { queueMail } from '../../../platform/mail-transport/index.ts'
import type { AnchorRow } from './anchor-store.ts'

/** Mails an anchor to everybody in the settings, inside the caller's transaction. */
export async function mailAnchor(
  tx: Kysely<Database>,
  ctx: Pick<Context, 'masterKey' | 'config'>,
  anchor: Pick<AnchorRow, 'number' | 'at' | 'count' | 'root' | 'hash' | 'signature' | 'signed_by'>,
): Promise<void> {
  for (const { address, language } of ctx.config.anchorMail) {
    await queueMail(tx, ctx, {
      template: 'anchor-made',
      to: address,
      language,
      facts: {
        number: anchor.number,
        at: anchor.at.toISOString(),
        count: anchor.count,
        root: anchor.root.toString('hex'),
        hash: anchor.hash.toString('hex'),
        key: anchor.signed_by,
        signature: anchor.signature.toString('base64'),
        link: linkTo(ctx.config, paths.anchors),
      },
    })
  }
}
