import type { Language } from '@waybill/contract/core/fields'
import type { FastifyRequest } from 'fastify'
import type { Actor, ActorAccount } from './actor.ts'
import { clientAddress, networkOf } from './proxies/network.ts'

/** Over TLS with the prefix that binds it to this host; a visitor may still have one without it. */
const LANGUAGE_COOKIES = ['__Host-waybill_language', 'waybill_language']

/** How the modules that know the sessions identify a caller; null where they cannot. */
interface Known {
  device: (request: FastifyRequest) => Promise<string | null>
  account: (request: FastifyRequest) => Promise<ActorAccount | null>
}

export async function identify(request: FastifyRequest, known: Known): Promise<Actor> {
  const ip = clientAddress(request)
  const [deviceId, account] = await Promise.all([known.device(request), known.account(request)])
  return {
    role: account?.role ?? 'anon',
    account,
    deviceId,
    ip,
    network: networkOf(ip),
    userAgent: request.headers['user-agent'],
    language: languageOf(request, account?.language),
  }
}

/** The reader's language: their choice, else their account's, else their browser's. */
function languageOf(request: FastifyRequest, ofAccount: Language | undefined): Language {
  const chosen = LANGUAGE_COOKIES.map((name) => request.cookies?.[name]).find((text) => text !== undefined)
  if (chosen === 'en' || chosen === 'zh') return chosen
  if (ofAccount !== undefined) return ofAccount
  const wanted = (request.headers['accept-language'] ?? '').split(',').map((entry) => entry.trim().toLowerCase())
  const known = wanted.find((entry) => /^(zh|en)\b/.test(entry))
  return known?.startsWith('zh') ? 'zh' : 'en'
}
