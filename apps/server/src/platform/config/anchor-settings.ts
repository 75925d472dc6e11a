import type { Language } from '@waybill/contract/core/fields'
import { ConfigError } from './config-error.ts'
import type { Get } from './env.ts'
import { parseAddress, splitList } from './setting-forms.ts'

/** Somebody who keeps anchors outside. */
interface AnchorReader {
  address: string
  language: Language
}

export interface AnchorSettings {
  /** Who is mailed each anchor over the ledgers. */
  anchorMail: AnchorReader[]
  /** Where anchors are stamped (RFC 3161); null: nowhere. */
  tsaUrl: string | null
}

export const readAnchors = (get: Get): AnchorSettings => ({
  anchorMail: readAnchorMail(get),
  tsaUrl: readTsaUrl(get),
})

/** Addresses, separated by commas; `zh:` before one has it mailed in Chinese. */
const readAnchorMail = (get: Get): AnchorReader[] =>
  splitList(get('ANCHOR_MAIL') ?? '').map((entry) => {
    const [, language = 'en', address = ''] = /^(?:(en|zh):)?(.*)$/.exec(entry) ?? []
    return { address: parseAddress('ANCHOR_MAIL', address), language: language as Language }
  })

/** http too: a time stamp proves itself. */
function readTsaUrl(get: Get): string | null {
  const text = get('TSA_URL')
  if (text === undefined) return null
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '' || url.hash !== '') {
    throw new ConfigError('TSA_URL', `must be an address like https://tsa.example.com/tsr, not '${text}'.`)
  }
  return url.href
}
