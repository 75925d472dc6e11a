/**
 * Names that strangers pose under. What is sent goes out in our name, so a sender called 'PayPal' is shown by their
 * address instead, unless that address is of the brand's own domain. Pure: the server holds to it, the profile says so.
 */
import { dropInvisible } from './invisible.ts'

/** Distinctive ones only: a person may well be called Apple, Chase or Stella. In small letters, without blanks. */
const BRANDS = [
  ...['waybill', 'paypal', 'microsoft', 'office365', 'microsoft365', 'outlook', 'onedrive', 'sharepoint', 'google'],
  ...['googledrive', 'gmail', 'amazon', 'facebook', 'instagram', 'whatsapp', 'netflix', 'linkedin', 'dropbox'],
  ...['wetransfer', 'docusign', 'adobe', 'adobesign', 'icloud', 'applesupport', 'appleid', 'coinbase', 'binance'],
  ...['metamask', 'dhl', 'fedex', 'usps', 'ups', 'maersk', 'hsbc', 'citibank', 'wellsfargo', 'jpmorgan', 'barclays'],
  ...['mastercard', 'americanexpress', 'alipay', 'wechat', 'weixin', 'tencent', 'alibaba', 'taobao', 'unionpay'],
  ...['icbc', 'huawei', 'hdfc', 'hdfcbank', 'icici', 'icicibank', 'statebankofindia', 'paytm', 'flipkart', 'phonepe'],
]
/** Of scripts that write without blanks: found anywhere in a name. */
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

/** Letters of other scripts, and digits, that pass for Latin ones. */
const LOOKALIKES: Record<string, string> = Object.fromEntries(
  [
    ['абвгеёзіјкмнорсԁѕтухһԛԝ', 'a6bree3ijkmhopcdstyxhqw'],
    ['αβγεζηικνορτυχω', 'abyeznikvoptuxw'],
    ['0134578$@!|ı', 'oieastbsaili'],
  ].flatMap(([from = '', to = '']) => [...from].map((letter, i) => [letter, to[i] ?? letter])),
)

/** Whether a name reads as a known brand while the address is not of that brand's domain. */
export function posesAsBrand(name: string, address: string): boolean {
  const brand = brandIn(name)
  return brand !== null && skeleton(registeredName(address)) !== skeleton(brand)
}

function brandIn(name: string): string | null {
  const plain = dropInvisible(name).normalize('NFKC').toLowerCase()
  const direct = BRANDS_WITHOUT_BLANKS.find((brand) => plain.replace(/\s+/g, '').includes(brand))
  if (direct !== undefined) return direct
  const words = plain.split(/[^\p{L}\p{M}\p{N}$@!|]+/u).filter(Boolean)
  const runs = words.flatMap((_, from) =>
    Array.from({ length: LONGEST_WORDS }, (_, more) => words.slice(from, from + more + 1).join('')),
  )
  // 'p a y p a l' is many words of one letter.
  const spelled = words.every((word) => word.length === 1) ? [words.join('')] : []
  const skeletons = new Set([...runs, ...spelled].map(skeleton))
  return BRANDS.find((brand) => skeletons.has(skeleton(brand))) ?? null
}

/** The name a domain is registered under: 'mail.paypal.co.uk' gives paypal, 'paypal.evil.com' gives evil. */
function registeredName(address: string): string {
  const labels = (address.split('@').at(-1) ?? '').toLowerCase().split('.').slice(0, -1)
  const last = labels.at(-1) ?? ''
  return (/^(?:com?|net|org|gov|ac|edu)$/.test(last) ? labels.at(-2) : undefined) ?? last
}

/** How a word looks, whatever letters it is made of; I and l are one. */
function skeleton(word: string): string {
  const letters = [...word.normalize('NFKD').replace(/\p{M}/gu, '')].map((letter) => LOOKALIKES[letter] ?? letter)
  return letters.join('').replaceAll('i', 'l')
}
