import type { FastifyReply, FastifyRequest } from 'fastify'

const RELOAD_SECONDS = 3

/** Replaces a page that the server had no time for: it reloads by itself, without scripts. Contains no link. */
export function sendBusyPage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const isChinese = /^zh\b/i.test(request.headers['accept-language'] ?? '')
  const [language, text] = isChinese
    ? ['zh-CN', '当前访问人数较多，页面会自动重新加载。']
    : ['en', 'Many people are here right now. This page reloads by itself.']
  return reply
    .code(429)
    .header('cache-control', 'no-store')
    .header('refresh', String(RELOAD_SECONDS))
    .header('vary', 'Accept-Language')
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Waybill</title><p>${text}</p></html>`,
    )
}
