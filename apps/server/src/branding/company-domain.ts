/**
 * The domain of an address, if it is a company's own; null for those at which anybody can have a mailbox. Pure. The list
 * has the providers that the specification names and the largest others. One that is missing shows its own icon, and
 * all of its customers count as one complainer about a sender's mails.
 */
export function companyDomain(address: string): string | null {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain)) return null
  const [first = ''] = domain.split('.')
  return anyEnding.has(first) || publicDomains.has(domain) ? null : domain
}

/** Under any ending: yahoo.com, yahoo.co.uk. */
const anyEnding: ReadonlySet<string> = new Set(
  'gmail googlemail outlook hotmail live msn yahoo ymail rocketmail icloud aol gmx yandex proton protonmail zoho'.split(
    ' ',
  ),
)

const publicDomains: ReadonlySet<string> = new Set(
  `me.com mac.com pm.me web.de t-online.de freenet.de mail.com mail.ru bk.ru inbox.ru list.ru rambler.ru orange.fr
  wanadoo.fr free.fr laposte.net sfr.fr libero.it virgilio.it tin.it wp.pl o2.pl onet.pl seznam.cz rediffmail.com
  fastmail.com hey.com tuta.com tutanota.com duck.com mozmail.com privaterelay.appleid.com qq.com vip.qq.com
  foxmail.com 163.com 126.com yeah.net 139.com 189.cn sina.com sina.cn sohu.com 21cn.com tom.com aliyun.com naver.com
  daum.net hanmail.net kakao.com docomo.ne.jp ezweb.ne.jp softbank.ne.jp nifty.com comcast.net verizon.net att.net
  sbcglobal.net cox.net charter.net btinternet.com sky.com bigpond.com uol.com.br bol.com.br terra.com.br`.split(/\s+/),
)
