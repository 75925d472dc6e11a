import type { FastifyRequest } from 'fastify'
import type { SubjectKind } from './custom-host-store.ts'

/** Where a request says which thing it is about. */
interface Subject {
  kind: SubjectKind
  in: 'params' | 'body' | 'query'
  field: string
}

const inPath = (kind: SubjectKind, field: string): Subject => ({ kind, in: 'params', field })
const inBody = (kind: SubjectKind, field: string): Subject => ({ kind, in: 'body', field })
const slugInPath = inPath('transfer', 'slug')
const slugInBody = inBody('transfer', 'slug')
const requestInBody = inBody('request', 'slug')

/**
 * All that a custom host serves, by method and the pattern of its path, and the thing that each is about; null: none,
 * for the browser alone or everybody. The only list: what it does not name is refused there.
 */
const served: Readonly<Record<string, Subject | null>> = {
  'GET /w/:slug': slugInPath,
  'GET /d/:slug': slugInPath,
  'GET /d/:slug/:user': slugInPath,
  'GET /d/:slug/:user/:zip': slugInPath,
  'GET /downloads/:slug': slugInPath,
  'GET /downloads/:slug/:user': slugInPath,
  'GET /downloads/:slug/:user/:zip': slugInPath,
  'POST /d/:slug': slugInPath,
  'GET /report/:slug': slugInPath,
  'GET /report/:slug/:user': slugInPath,
  'POST /report/:slug': slugInPath,
  'POST /unlock': slugInBody,
  'POST /opened': slugInBody,
  'POST /increment': slugInBody,
  'POST /linkFiles': slugInBody,
  'POST /arrival': slugInBody,
  'GET /arrival': { kind: 'transfer', in: 'query', field: 'slug' },
  'POST /preview': slugInBody,
  'POST /requestAccess': slugInBody,
  'POST /downloadData': inBody('grant', 'grant'),
  'POST /zip': inBody('grant', 'grant'),
  'POST /fast': inBody('grant', 'grant'),
  'GET /get/:grant/file/:file/:name': inPath('grant', 'grant'),
  'GET /get/:grant/preview/:file': inPath('grant', 'grant'),
  'GET /previews/:grant/:file/:page': inPath('grant', 'grant'),
  'GET /get/:grant/zip/:selection/:name': inPath('grant', 'grant'),
  'GET /thumbnails/:slug/:pass/:file': slugInPath,
  // An example of a request's item, by a link that the request's page gets.
  'GET /library/:grant/:name': inPath('ownGrant', 'grant'),
  'GET /pictures/:picture/:style': inPath('picture', 'picture'),
  'GET /brand/:picture/:form': inPath('brandPicture', 'picture'),
  'GET /extension/:token': inPath('extension', 'token'),
  'POST /checkExtension': inBody('extension', 'token'),
  'GET /r/:slug': inPath('request', 'slug'),
  'GET /r/:slug/:user': inPath('request', 'slug'),
  'POST /r/:slug/files': inPath('request', 'slug'),
  'POST /openRequest': requestInBody,
  'POST /unlockRequest': requestInBody,
  'POST /proveSupplier': requestInBody,
  'POST /planSubmission': requestInBody,
  'POST /sendAnswers': requestInBody,
  'POST /resumeSubmission': requestInBody,
  'POST /openThread': requestInBody,
  'POST /addComment': requestInBody,
  'POST /takeBackComment': requestInBody,
  'POST /itemExample': requestInBody,
  'POST /completeSubmission': inBody('upload', 'upload'),
  'POST /uploads/:upload/parts': inPath('upload', 'upload'),
  'GET /uploads/:upload': inPath('upload', 'upload'),
  'DELETE /uploads/:upload': inPath('upload', 'upload'),
  'PUT /uploads/:upload/blobs/:blob': inPath('upload', 'upload'),
  'POST /proof': null,
  'POST /verifyEmail': null,
  'POST /checkVerifyEmail': null,
  'GET /-/probe': null,
  'GET /assets/*': null,
  'GET /favicon.svg': null,
  'GET /robots.txt': null,
}

const keyOf = (request: FastifyRequest): string =>
  `${request.method === 'HEAD' ? 'GET' : request.method} ${request.routeOptions.url ?? ''}`

/** Whether a custom host serves the route of a request. */
export const isServedHere = (request: FastifyRequest): boolean => keyOf(request) in served

/** Of a route that is served. */
export const subjectOf = (request: FastifyRequest): Subject | null => served[keyOf(request)] ?? null

/** What custom hosts serve, for the test that every route is real. */
export const servedRoutes: readonly string[] = Object.keys(served)
