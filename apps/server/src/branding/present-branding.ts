import { plans, type Role } from '@waybill/contract/billing/plans'
import { accentOf } from '@waybill/contract/branding/accent'
import type { Branding } from '@waybill/contract/branding/endpoints'
import type { PageBranding, ShownPicture } from '@waybill/contract/branding/page-branding'
import { pathOf } from '@waybill/contract/core/routes'
import type { StoredBranding, StoredPicture } from './branding-store.ts'

/** What the plan shows of what was chosen. The one place that judges it, each time that something is shown. */
export function pageBranding(role: Role, chosen: StoredBranding): PageBranding {
  const { branding } = plans[role]
  if (branding === 'ours') return { mark: 'ours', company: null }
  const mark = branding === 'line' || chosen.showsPoweredBy ? 'line' : 'none'
  if (branding !== 'own') return { mark, company: null }
  const { name, accent, welcome, logo, darkLogo, background } = chosen
  const light = logo ?? darkLogo
  return {
    mark,
    company: {
      name,
      logo: light && { light: shown(light), dark: darkLogo && shown(darkLogo) },
      accent: accent === null ? null : accentOf(accent),
      welcome,
      background: background && pagePath(background),
    },
  }
}

/** For the admin, who sees all of it. */
export const presentBranding = ({ logo, darkLogo, background, ...typed }: StoredBranding): Branding => ({
  ...typed,
  logo: logo && shown(logo),
  darkLogo: darkLogo && shown(darkLogo),
  background: background && pagePath(background),
})

const pagePath = (id: string): string => pathOf('getBrandPicture', { picture: id, form: 'page' })

const shown = ({ id, width, height }: StoredPicture): ShownPicture => ({ path: pagePath(id), width, height })
