/**
 * Names that impersonators use. Mails go out in our name, so a sender called 'PayPal' appears by their address instead,
 * unless that address is on the brand's own domain. Pure: the server applies it, the profile explains it.
 */
import { dropInvisible } from '../core/invisible.ts'

/** Distinctive names only: a person may well be called Apple, Chase or Stella. In lower case, without spaces. */
const BRANDS = [
  ...['waybill', 'paypal', 'microsoft', 'office365', 'microsoft365', 'outlook', 'onedrive', 'sharepoint', 'google'],
  ...['googledrive', 'gmail', 'amazon', 'facebook', 'instagram', 'whatsapp', 'netflix', 'linkedin', 'dropbox'],
  ...['wetransfer', 'docusign', 'adobe', 'adobesign', 'icloud', 'applesupport', 'appleid', 'coinbase', 'binance'],
  ...['metamask', 'dhl', 'fedex', 'usps', 'ups', 'maersk', 'hsbc', 'citibank', 'wellsfargo', 'jpmorgan', 'barclays'],
  ...['mastercard', 'americanexpress', 'alipay', 'wechat', 'weixin', 'tencent', 'alibaba', 'taobao', 'unionpay'],
  ...['icbc', 'huawei', 'hdfc', 'hdfcbank', 'icici', 'icicibank', 'statebankofindia', 'paytm', 'flipkart', 'phonepe'],
]
/** Names in scripts without spaces: found anywhere in a name. */
const BRANDS_WITHOUT_BLANKS = [
  '微信',
  '支付宝',
  '淘宝',
  '京东',
  '腾讯',
  '阿里巴巴',
  '顺丰',
  '银联',
  '中国银行',
  '工商银行',
  '建设银行',
]
const LONGEST_WORDS = 4

/** Letters of other scripts, and digits, that look like Latin ones. */
const LOOKALIKES: Record<string, string> = Object.fromEntries(
  [
    ['абвгеёзіјкмнорсԁѕтухһԛԝ', 'a6bree3ijkmhopcdstyxhqw'],
    ['αβγεζηικνορτυχω', 'abyeznikvoptuxw'],
    ['0134578$@!|ı', 'oieastbsaili'],
  ].flatMap(([from = '', to = '']) => [...from].map((letter, i) => [letter, to[i] ?? letter])),
)

/** Words beside or after a brand that sound official. */
const COMPANY_WORDS = [
  ...['account', 'accounts', 'admin', 'alert', 'alerts', 'bank', 'billing', 'business', 'care', 'center', 'centre'],
  ...['cloud', 'com', 'company', 'corp', 'customer', 'delivery', 'desk', 'express', 'global', 'group', 'help'],
  ...['helpdesk', 'inc', 'info', 'international', 'invoice', 'login', 'ltd', 'mail', 'my', 'noreply', 'notification'],
  ...['notifications', 'official', 'online', 'pay', 'payment', 'payments', 'refund', 'secure', 'security', 'service'],
  ...['services', 'shop', 'store', 'support', 'team', 'the', 'verification', 'verify', 'web'],
]

/**
 * Domains from which brands mail besides their '.com'. An unlisted sender appears by their address, which says as much.
 */
const OTHER_ENDINGS: Record<string, readonly string[]> = {
  amazon: ['co.uk', 'de', 'fr', 'it', 'es', 'ca', 'co.jp', 'in', 'com.au', 'cn'],
  barclays: ['co.uk'],
  dhl: ['de'],
  hsbc: ['co.uk', 'com.hk', 'com.cn'],
  icbc: ['com.cn'],
  paypal: ['co.uk', 'de'],
  unionpay: ['cn'],
}
/** Shorter ones are endings of common words ('StartUps'): within a word they count only at its beginning. */
const LONG_BRAND_CHARS = 5

/** Whether a name reads as a known brand while the address is not of that brand's domain. */
export function posesAsBrand(name: string, address: string): boolean {
  const brand = brandIn(name)
  return brand !== null && !isOwnDomain(brand, address)
}

function brandIn(name: string): string | null {
  const plain = dropInvisible(name).normalize('NFKC')
  const direct = BRANDS_WITHOUT_BLANKS.find((brand) => plain.replace(/\s+/g, '').includes(brand))
  if (direct !== undefined) return direct
  const typed = plain.split(/[^\p{L}\p{M}\p{N}$@!|]+/u).filter(Boolean)
  // '!' may stand for an i, or end an exclamation.
  const shouted = typed.map((word) => word.replace(/^[$@!|]+|[$@!|]+$/g, '')).filter(Boolean)
  const words = [...typed, ...shouted].map(skeleton)
  const runs = new Set([...runsOf(typed), ...runsOf(shouted)].map(skeleton))
  // 'p a y p a l' is many words of one letter.
  if (typed.every((word) => word.length === 1)) runs.add(skeleton(typed.join('')))
  const pieces = shouted.map(piecesOf)
  const beginnings = new Set(pieces.flatMap((some) => runsFrom(some, 0)).map(skeleton))
  const within = new Set(pieces.flatMap(runsOf).map(skeleton))
  return (
    BRANDS.find((brand) => {
      const look = skeleton(brand)
      if (runs.has(look) || beginnings.has(look)) return true
      return (brand.length >= LONG_BRAND_CHARS && within.has(look)) || words.some((word) => isDressed(word, look))
    }) ?? null
  )
}

/** Up to four neighbouring words joined into one. */
const runsOf = (words: readonly string[]): string[] => words.flatMap((_, from) => runsFrom(words, from))
const runsFrom = (words: readonly string[], from: number): string[] =>
  Array.from({ length: LONGEST_WORDS }, (_, more) => words.slice(from, from + more + 1).join(''))

/** 'PayPalSupport24' is four words. */
const piecesOf = (word: string): string[] =>
  word.split(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/u)

/** 'paypalsupport', 'mypaypal'. */
const companyLooks = new Set(COMPANY_WORDS.map(skeleton))
const isDressed = (word: string, brand: string): boolean =>
  (word.startsWith(brand) && companyLooks.has(word.slice(brand.length))) ||
  (word.endsWith(brand) && companyLooks.has(word.slice(0, -brand.length)))

/** 'mail.paypal.co.uk' is PayPal's; 'paypal.evil.com' and 'paypal.xyz' belong to others. */
function isOwnDomain(brand: string, address: string): boolean {
  const domain = (address.split('@').at(-1) ?? '').toLowerCase()
  return ['com', ...(OTHER_ENDINGS[brand] ?? [])].some((ending) => {
    const own = `${brand}.${ending}`
    return domain === own || domain.endsWith(`.${own}`)
  })
}

/** How a word looks, whatever its letters; I and l look the same. */
function skeleton(word: string): string {
  const letters = [...word.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '')].map(
    (letter) => LOOKALIKES[letter] ?? letter,
  )
  return letters.join('').replaceAll('i', 'l')
}
