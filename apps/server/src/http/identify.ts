import type { Language } from '@waybill/contract/fields'
import type { FastifyRequest } from 'fastify'
import type { Actor } from './actor.ts'
import { networkOf } from './network.ts'

const LANGUAGE_COOKIE = 'waybill_language'

/** Who is asking. `findDevice` answers the device row of a cookie, or null. */
export async function identify(
  request: FastifyRequest,
  findDevice: (request: FastifyRequest) => Promise<string | null>,
): Promise<Actor> {
  // Of a connection that broke before it was taken the address was never known.
  const ip = (request.ip as string | undefined) ?? '0.0.0.0'
  return {
    kind: 'visitor',
    role: 'anon',
    deviceId: await findDevice(request),
    ip,
    network: networkOf(ip),
    language: languageOf(request),
  }
}

/** The reader's language: what they chose, else what their browser asks for. */
function languageOf(request: FastifyRequest): Language {
  const chosen = request.cookies?.[LANGUAGE_COOKIE]
  if (chosen === 'en' || chosen === 'zh') return chosen
  const wanted = (request.headers['accept-language'] ?? '').split(',').map((entry) => entry.trim().toLowerCase())
  const known = wanted.find((entry) => /^(zh|en)\b/.test(entry))
  return known?.startsWith('zh') ? 'zh' : 'en'
}
