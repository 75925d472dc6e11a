import type { FastifyRequest } from 'fastify'

/** Whether the caller prefers a page to JSON. */
export const wantsPage = (request: FastifyRequest): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') && /\btext\/html\b/.test(request.headers.accept ?? '')
