import type { Language } from '@waybill/contract/core/fields'
import { ConfigError } from './config-error.ts'
import type { Get } from './env.ts'
import { parseAddress, splitList } from './setting-forms.ts'

/** A person who keeps anchors outside this installation. */
interface AnchorReader {
  address: string
  language: Language
}

export interface AnchorSettings {
  /** Who receives every anchor over the ledgers by mail. */
  anchorMail: AnchorReader[]
  /** The time stamping authority for anchors (RFC 3161); null: anchors are not stamped. */
  tsaUrl: string | null
}

export const readAnchors = (get: Get): AnchorSettings => ({
  anchorMail: readAnchorMail(get),
  tsaUrl: readTsaUrl(get),
})

/** Addresses, separated by commas; `zh:` before an address selects Chinese for its mails. */
const readAnchorMail = (get: Get): AnchorReader[] =>
  splitList(get('ANCHOR_MAIL') ?? '').map((entry) => {
    const [, language = 'en', address = ''] = /^(?:(en|zh):)?(.*)$/.exec(entry) ?? []
    return { address: parseAddress('ANCHOR_MAIL', address), language: language as Language }
  })

/** Accepts http too, because a time stamp proves itself. */
function readTsaUrl(get: Get): string | null {
  const text = get('TSA_URL')
  if (text === undefined) return null
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '' || url.hash !== '') {
    throw new ConfigError('TSA_URL', `must be an address like https://tsa.example.com/tsr, not '${text}'.`)
  }
  return url.href
}
