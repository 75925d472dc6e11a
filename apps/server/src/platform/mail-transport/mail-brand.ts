import { ourBranding, type PageBranding } from '@waybill/contract/branding/page-branding'

/** What a mail shows of its sender's company. */
export interface MailBrand {
  /** At the top: the company, or us; null: nobody. */
  name: string | null
  /** In place of the name; `name` is its text where pictures are not loaded. Shown at this size, in pixels. */
  logo: { src: string; width: number; height: number } | null
  /** The face of the button; null: ours. */
  colour: string | null
}

const MAX_WIDTH = 180
const MAX_HEIGHT = 44

/** `origin` is that of the server's pages, where the logo is fetched from. */
export function brandOf(branding: PageBranding = ourBranding, origin: string): MailBrand {
  const { mark, company } = branding
  const ours = mark === 'ours' ? 'Waybill' : null
  if (company === null) return { name: ours, logo: null, colour: null }
  return {
    name: company.name || ours,
    logo: company.logo && logoOf(company.logo.light, origin),
    colour: company.accent?.light.accent ?? null,
  }
}

function logoOf({ path, width, height }: { path: string; width: number; height: number }, origin: string) {
  const scale = Math.min(1, MAX_WIDTH / width, MAX_HEIGHT / height)
  const [shownWidth, shownHeight] = [width, height].map((side) => Math.max(1, Math.round(side * scale)))
  // The form for mails: few mail programs show WebP.
  const src = new URL(path.replace(/page$/, 'mail'), origin).href
  return { src, width: shownWidth as number, height: shownHeight as number }
}
