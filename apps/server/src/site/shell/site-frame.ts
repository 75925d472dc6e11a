import type { Language } from '@waybill/contract/core/fields'
import type { Context } from '../../context.ts'
import { mailTo } from '../../platform/links.ts'
import { type Html, html } from '../../platform/mail-transport/html.ts'
import { languageTags, type PublicPages, pathIn } from '../public-pages.ts'
import type { SiteShellWords } from '../words/en.ts'
import { siteShellWords } from '../words/site-shell-words.ts'

/** The product pages, in the order of the menus; the first four are the specification's Features menu. */
export const productPages = [
  'document-receipts',
  'supplier-document-tracking',
  'attachments-organized',
  'business-intelligence',
  'dashboard-analytics',
  'works-everywhere',
] as const satisfies readonly (keyof SiteShellWords['featureNames'])[]

const IN_MENU = 4

export const productPath = (name: (typeof productPages)[number]): string => `/product/${name}`

interface Frame {
  pages: PublicPages
  language: Language
  /** The page in the other language; null where there is none. */
  other: string | null
}

type Link = readonly [text: string, href: string]

/** The logo: a waybill with a route across it. The name is beside it. */
const brandMark = html`<svg width="28" height="28" viewBox="0 0 32 32" fill="none" aria-hidden="true" focusable="false"><g stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"><rect x="2.5" y="5" width="27" height="22" rx="4" stroke="var(--ink)"/><path d="M8.2 20.4 12.6 12l3.6 6.2 3.4-6.2 4.3 8.4" stroke="var(--stamp)"/></g></svg>`

/** The bar of every public page. Its menu is a popover, so it needs no script, and Escape closes it. */
export function renderHeader({ pages, language, other }: Frame): Html {
  const words = siteShellWords[language]
  const tag = languageTags[language === 'en' ? 'zh' : 'en']
  const switchTo = (className: string) =>
    other === null
      ? null
      : html`<a class="${className}" href="${other}" hreflang="${tag}" lang="${tag}" aria-label="${words.otherLanguageLabel}">${words.otherLanguage}</a>`
  return html`<header class="bar">
<a class="brand" href="${pages.linkIn(language, '/') ?? '/'}" aria-label="${words.home}">${brandMark}<span>Waybill</span></a>
<nav aria-label="${words.mainWays}">
${renderMenu(
  { pages, language },
  html`<hr class="narrow-only">
<a class="narrow-only" href="${pathIn(language, '/pricing')}">${words.pricing}</a>
<a class="narrow-only" href="/register">${words.signUp}</a>
${switchTo('narrow-only')}`,
)}
<a class="tool wide-only" href="${pathIn(language, '/pricing')}">${words.pricing}</a>
<span class="grow"></span>
${switchTo('tool wide-only')}
<a class="tool main" href="/login">${words.logIn}</a>
<a class="button wide-only" href="/register">${words.signUp}</a>
</nav>
</header>`
}

/** The bar of a page of the app without scripts: `renderFeaturesMenu` is beside its name there. */
export function renderUnscriptedBar({ pages, language }: Omit<Frame, 'other'>): Html {
  const words = siteShellWords[language]
  return html`<header class="bar">
<a class="brand" href="${pages.linkIn(language, '/') ?? '/'}" aria-label="${words.home}">${brandMark}<span>Waybill</span></a>
<nav aria-label="${words.mainWays}"><span class="grow"></span><a class="tool" href="${pathIn(language, '/pricing')}">${words.pricing}</a>
<a class="tool main" href="/login">${words.logIn}</a></nav>
</header>`
}

/** The Features menu, for a page of the app that has a bar of its own. */
export const renderFeaturesMenu = (frame: Omit<Frame, 'other'>): Html => renderMenu(frame, null)

function renderMenu({ pages, language }: Omit<Frame, 'other'>, more: Html | null): Html {
  const words = siteShellWords[language]
  const features = featureLinks(pages, language).slice(0, IN_MENU)
  return html`<button type="button" class="tool menu-button" popovertarget="menu"><span class="wide-only">${words.features}</span><span class="narrow-only">${words.menu}</span></button>
<div id="menu" popover>
${features.map(item)}${more}
</div>`
}

const item = ([text, href]: Link): Html => html`<a href="${href}">${text}</a>
`

const featureLinks = (pages: PublicPages, language: Language): Link[] =>
  productPages.flatMap((name) => {
    const href = pages.linkIn(language, productPath(name))
    return href === null ? [] : [[siteShellWords[language].featureNames[name], href] as const]
  })

/** The foot of every public page. It links to what exists, and to nothing else. */
export function renderFooter({ config }: Pick<Context, 'config'>, { pages, language }: Omit<Frame, 'other'>): Html {
  const words = siteShellWords[language]
  const to = (text: string, target: string | null): Link[] => {
    const href = target === null ? null : pages.linkIn(language, target)
    return href === null ? [] : [[text, href]]
  }
  const groups: [string, Link[]][] = [
    [words.groups.product, [...featureLinks(pages, language), [words.pricing, pathIn(language, '/pricing')]]],
    [
      words.groups.company,
      [
        ...to(words.about, '/about'),
        ...to(words.blog, '/blog'),
        ...to(words.updates, '/updates'),
        ...to(words.changelog, '/updates'),
        ...to(words.roadmap, pages.firstUnder('/roadmap/')),
        ...to(words.compare, '/blog/waybill-compared'),
        ...to(words.china, '/blog/how-to-send-big-files-to-china'),
      ],
    ],
    [
      words.groups.help,
      [...to(words.support, '/support'), [words.checkReceipt, '/verify-receipt'], [words.contact, '/contact']],
    ],
    [
      words.groups.rules,
      [
        ...to(words.privacy, '/support?article=privacy-policy'),
        [words.terms, pages.linkIn(language, '/support?article=terms-of-use') ?? '/support?article=terms-of-use'],
      ],
    ],
  ]
  return html`<footer class="foot"><nav aria-label="${words.footerWays}">
${groups.map(([name, links]) =>
  links.length === 0
    ? null
    : html`<div><h2>${name}</h2><ul>${links.map((link) => html`<li>${item(link)}</li>`)}</ul></div>
`,
)}</nav>
${
  config.socialLinks.length === 0
    ? null
    : html`<ul class="elsewhere" aria-label="${words.elsewhere}">${config.socialLinks.map(({ label, url }) => html`<li><a href="${url}" rel="me noreferrer">${label}</a></li>`)}</ul>
`
}<p><span>${words.footerLine}</span> <a href="${mailTo(config.supportEmail)}">${config.supportEmail}</a> <a href="https://db-ip.com" rel="noreferrer">${words.geolocation}</a></p>
</footer>`
}
