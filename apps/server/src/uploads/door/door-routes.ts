import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { asProblem } from '../../platform/http/answer-problem.ts'
import { settleBody } from '../parts/settle-body.ts'
import { authoriseCall, DOOR } from './door-call.ts'
import { readOperation } from './door-operation.ts'
import { abortMultipart, completeMultipart, createMultipart, listMultipart } from './multipart.ts'
import { putObject } from './put-object.ts'
import { putPart } from './put-part.ts'
import { asS3Error } from './s3-error.ts'
import { writeXml } from './xml.ts'

/**
 * The S3 door of the disk store, for clients with storage credentials: `/s3/{bucket}/{key}`. It takes any type of body,
 * and answers and refuses in S3's XML.
 */
export function doorRoutes(app: FastifyInstance, ctx: Context): void {
  app.register(async (door) => {
    door.removeAllContentTypeParsers()
    door.addContentTypeParser('*', (_request, _body, done) => done(null))
    door.setErrorHandler((error, request, reply) => answerS3Error(error, request, reply))
    door.route({
      method: ['GET', 'HEAD', 'PUT', 'POST', 'DELETE'],
      url: `${DOOR.path}/*`,
      config: { isStorageDoor: true },
      exposeHeadRoute: false,
      handler: (request, reply) => settleBody(request, reply, () => answer(ctx, request, reply)),
    })
  })
}

async function answer(ctx: Context, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const call = await authoriseCall(ctx, request)
  const operation = readOperation(request.method, request.raw.url?.split('?', 2)[1] ?? '', request.headers)
  reply.header('cache-control', 'no-store').header('x-amz-request-id', request.id)
  const sendXml = (xml: string) => reply.type('application/xml').send(xml)
  switch (operation.kind) {
    case 'put':
      return reply.header('etag', `"${await putObject(ctx, call, request)}"`).send()
    case 'part':
      return reply.header('etag', `"${await putPart(ctx, call, operation, request)}"`).send()
    case 'create':
      return sendXml(await createMultipart(ctx, call))
    case 'list':
      return sendXml(await listMultipart(ctx, call, operation))
    case 'complete':
      return sendXml(await completeMultipart(ctx, call, operation.uploadId, request))
    case 'abort':
      await abortMultipart(ctx, call, operation.uploadId)
      return reply.code(204).send()
  }
}

function answerS3Error(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { code, status, message } = asS3Error(error, asProblem)
  if (status === 500) request.log.error({ error }, 'failed')
  else request.log.debug({ code }, 'refused at the S3 door')
  if (status === 503) reply.header('retry-after', '2')
  const body = writeXml('Error', [
    ['Code', code],
    ['Message', message],
    ['RequestId', request.id],
  ])
  return reply
    .code(status)
    .headers({ 'cache-control': 'no-store', 'x-amz-request-id': request.id })
    .type('application/xml')
    .send(request.method === 'HEAD' ? undefined : body)
}
