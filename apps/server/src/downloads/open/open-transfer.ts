import type { PageBranding } from '@waybill/contract/branding/page-branding'
import type { ContentsPart } from '@waybill/contract/downloads/endpoints'
import type { TransferView } from '@waybill/contract/transfers/transfer-view'
import type { FastifyRequest } from 'fastify'
import { findPageBranding } from '../../branding/index.ts'
import type { Context } from '../../context.ts'
import { findProfilePic } from '../../identity/accounts/index.ts'
import { type JudgedActor, recordVisit } from '../../tracking/ledger/index.ts'
import { type FoundTransfer, presentTransfer } from '../../transfers/index.ts'
import { arrivalOf, withArrival } from '../arrival/present-arrival.ts'
import { PAGE_FILES, partOf } from '../pages/contents-part.ts'
import type { KeptContents } from '../pages/kept-contents.ts'
import { findLinked, type Link, type LinkNeeds } from './find-linked.ts'
import { requireOpen } from './open-link.ts'
import { givePicturePass } from './picture-pass.ts'
import { visitOf } from './visit.ts'
import { giveVisitPass } from './visit-pass.ts'

type Needs = LinkNeeds & Pick<Context, 'geo' | 'signer' | 'clock' | 'log'>

interface Shown {
  transfer: TransferView
  branding: PageBranding
  /** Null: it has expired. */
  part: ContentsPart | null
  /** What the page sends back when somebody sees it; `isHasty`: it waits until they stay. */
  visit: { pass: string; isHasty: boolean }
  /** What it loads thumbnails with. */
  picturePass: string
  hasPreviews: boolean
}

/**
 * The data of the recipient's page. Reading it changes nothing and opens nothing; a bot's visit is recorded with its
 * own actor kind. A long transfer is shown in parts, starting at file `from`; an expired one says so and lists none.
 *
 * @throws Problem 'transfer-not-found', the same for unknown, deleted and removed; 'transfer-paused', 'link-locked'
 * {challenges}; 'too-many-requests', 'proof-required'
 */
export async function openTransfer(
  ctx: Needs,
  kept: KeptContents,
  { from, ...link }: Link & { from: number },
  request: FastifyRequest,
): Promise<Shown> {
  const linked = await findLinked(ctx, link, request)
  const judged = await judgeView(ctx, linked, request)
  const visit = { pass: giveVisitPass(ctx, linked, judged), isHasty: judged.reason === 'right-after-sending' }
  // A closed link reveals nothing, not even that it has expired.
  const found = await requireOpen(ctx, linked, request.actor)
  const hasPreviews = found.transfer.download_limit === null
  const looks = { visit, picturePass: givePicturePass(ctx, linked), hasPreviews }
  const { account_id: sender, is_expired: isExpired } = found.transfer
  const [picture, branding] = await Promise.all([findProfilePic(ctx.db, sender), findPageBranding(ctx.db, sender)])
  if (isExpired) return { transfer: presentTransfer(found, [], 0, picture), branding, part: null, ...looks }
  const contents = await kept.get(found.transfer.id)
  const part = await partOf(ctx, contents, from, PAGE_FILES)
  const files = await withArrival(ctx, found, part.files)
  const transfer = { ...presentTransfer(found, [], contents.zipBytes, picture), ...(await arrivalOf(ctx, found)) }
  return { transfer, branding, part: { ...part, files }, ...looks }
}

/** Who opens the page; a bot's visit goes on record. A failed record must not keep the page from anybody. */
async function judgeView(ctx: Needs, found: FoundTransfer, request: FastifyRequest): Promise<JudgedActor> {
  const { judged, ...eventContext } = await visitOf(ctx, 'page', found, request)
  if (judged.actorKind !== 'bot') return judged
  try {
    await recordVisit(ctx, { ...eventContext, judged })
  } catch (error) {
    ctx.log.warn({ error }, 'a page view could not be recorded')
  }
  return judged
}
