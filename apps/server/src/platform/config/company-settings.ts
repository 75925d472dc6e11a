import { ConfigError } from './config-error.ts'
import type { Get } from './env.ts'
import { parseLine } from './setting-forms.ts'

/** What the pages say about who runs this service. */
export interface CompanySettings {
  /** As the legal texts name it; null: they name the server's host. */
  companyName: string | null
  /** The postal address, on one line; null: pages show none. */
  companyAddress: string | null
  /** Where that is, in degrees; null: pages show no map. */
  companyPlace: { latitude: number; longitude: number } | null
  /** Profiles of the operator at other sites, in the order of the setting. */
  socialLinks: SocialLink[]
}

interface SocialLink {
  /** How readers know the site: 'LinkedIn', or its host where it has no name here. */
  label: string
  url: string
}

const MOST_LINKS = 12

/** What sites call themselves, by the host without `www.`. */
const siteNames: Record<string, string> = {
  'bsky.app': 'Bluesky',
  'facebook.com': 'Facebook',
  'github.com': 'GitHub',
  'instagram.com': 'Instagram',
  'linkedin.com': 'LinkedIn',
  'mastodon.social': 'Mastodon',
  'tiktok.com': 'TikTok',
  'twitter.com': 'X',
  'weibo.com': '微博',
  'x.com': 'X',
  'xiaohongshu.com': '小红书',
  'youtube.com': 'YouTube',
  'zhihu.com': '知乎',
}

export const readCompany = (get: Get): CompanySettings => ({
  companyName: parseLine('COMPANY_NAME', get('COMPANY_NAME'), 200),
  companyAddress: parseLine('COMPANY_ADDRESS', get('COMPANY_ADDRESS'), 300),
  companyPlace: readPlace(get('COMPANY_PLACE')),
  socialLinks: readSocialLinks(get('SOCIAL_LINKS')),
})

function readSocialLinks(text: string | undefined): SocialLink[] {
  const addresses = (text ?? '').split(/[\s,]+/).filter((address) => address !== '')
  if (addresses.length > MOST_LINKS)
    throw new ConfigError('SOCIAL_LINKS', `must be at most ${MOST_LINKS} addresses, not ${addresses.length}.`)
  const links = addresses.map(socialLinkOf)
  const twice = links.find(({ url }, place) => links.findIndex((link) => link.url === url) < place)
  if (twice) throw new ConfigError('SOCIAL_LINKS', `names '${twice.url}' twice. Name it once.`)
  return links
}

function socialLinkOf(address: string): SocialLink {
  const url = URL.parse(address)
  if (url?.protocol !== 'https:' || url.username || url.password || !url.hostname.includes('.')) {
    const example = 'https://www.linkedin.com/company/example'
    throw new ConfigError(
      'SOCIAL_LINKS',
      `must be addresses like ${example}, separated by spaces or commas; '${address}' is none.`,
    )
  }
  const host = url.hostname.replace(/^www\./, '')
  return { label: siteNames[host] ?? host, url: url.href }
}

function readPlace(text: string | undefined): CompanySettings['companyPlace'] {
  if (text === undefined) return null
  const [, latitude, longitude] = /^(-?\d{1,2}(?:\.\d{1,7})?)\s*,\s*(-?\d{1,3}(?:\.\d{1,7})?)$/.exec(text) ?? []
  const place = { latitude: Number(latitude), longitude: Number(longitude) }
  if (!(Math.abs(place.latitude) <= 90 && Math.abs(place.longitude) <= 180)) {
    throw new ConfigError(
      'COMPANY_PLACE',
      `must be a latitude and a longitude such as 22.2819,114.1582, not '${text}'.`,
    )
  }
  return place
}
