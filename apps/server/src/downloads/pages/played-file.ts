import { Problem } from '@waybill/contract/core/problems'
import type { ActivePage } from '@waybill/contract/downloads/page-props'
import { recordingKind } from '@waybill/contract/transfers/recordings'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { findGrant } from '../grant/find-grant.ts'
import { listGrantedFiles } from '../grant/grant-store.ts'
import { fileLink } from './download-links.ts'

/**
 * `?play=` names the grant of one recording: without scripts, the button that plays it leads to its page with this. A
 * grant that has ended, or one of anything else, plays nothing.
 */
export async function playedFile(ctx: Pick<Context, 'db'>, request: FastifyRequest): Promise<ActivePage['playing']> {
  const { play } = request.query as { play?: unknown }
  if (typeof play !== 'string' || play.length > 64) return null
  try {
    const grant = await findGrant(ctx, play, request)
    const [file, ...others] = await listGrantedFiles(ctx.db, grant)
    const isRecording = file && others.length === 0 && !file.withdrawn_at && recordingKind(file.path) !== null
    return isRecording ? { file: file.id, url: fileLink(play, file) } : null
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return null
  }
}
