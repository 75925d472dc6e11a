import { plans } from '@waybill/contract/billing/plans'
import type { Language } from '@waybill/contract/core/fields'
import type { Context } from '../../context.ts'
import { mailTo } from '../../platform/links.ts'
import { html } from '../../platform/mail-transport/html.ts'
import type { PublicPage } from '../shell/public-page.ts'
import { organizationOf } from '../shell/site-head.ts'
import { aboutWords } from '../words/about-words.ts'
import { sizeText } from './figures.ts'
import { renderMap } from './place-map.ts'

const styles = `
.about { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 360px); gap: 40px 72px; align-items: start; padding-top: 40px }
.about .lead { margin-top: 24px; font-size: 1.25rem } .about h2 { margin-top: 40px; font-size: 1.25rem } .about h2 + p { margin-top: 8px; max-width: 40em }
.about address { margin-top: 8px; font-style: normal } .map { display: block; width: 100%; max-width: 560px; margin-top: 24px; border: 1px solid var(--rule); border-radius: 6px; background: var(--sunk) } .map path { fill: var(--sheet); stroke: var(--rule-strong); stroke-width: 2 } .map circle { fill: var(--stamp); stroke: var(--sheet); stroke-width: 4 }
.box { padding: 24px; border: 1px solid var(--rule); border-top: 2px dashed var(--rule-strong); border-radius: 6px; background: var(--sheet); box-shadow: var(--shade) } .box h2 { margin: 0 } .box p { margin-top: 8px } .box .button { width: 100%; margin-top: 24px }
@media (max-width: 720px) { .about { grid-template-columns: minmax(0, 1fr); padding-top: 16px } }
`

/**
 * Who we are: the mail contact, the name, the address and the map where they are configured, the sign-up box, and the line about
 * storage.
 *
 * @param outline of the land around, by `outlineAround`; null: no map
 */
export function aboutPage({ config }: Pick<Context, 'config'>, language: Language, outline: string | null): PublicPage {
  const words = aboutWords[language]
  const { companyName, companyAddress } = config
  return {
    path: '/about',
    title: words.title,
    description: words.description,
    styles,
    data: [
      {
        ...organizationOf(config),
        email: config.supportEmail,
        ...(companyAddress !== null && { address: companyAddress }),
      },
    ],
    body: html`<div class="about">
<div>
<h1>${words.title}</h1>
<p class="lead">${words.lead}</p>
<h2>${words.why}</h2>
<p>${words.whyText}</p>
<h2>${words.open}</h2>
<p>${words.openText}</p>
<h2>${words.contact}</h2>
${companyName === null ? null : html`<p>${companyName}</p>`}
<p><a href="${mailTo(config.supportEmail)}">${config.supportEmail}</a></p>
${companyAddress === null ? null : html`<address>${companyAddress}</address>`}
${outline === null ? null : renderMap(outline, words.mapLabel)}
</div>
<aside class="box">
<h2>${words.boxTitle}</h2>
<p>${words.storage(sizeText(plans.free.storageBytes))}</p>
<a class="button" href="/register">${words.signUp}</a>
<p class="small soft">${words.noCard}</p>
</aside>
</div>`,
  }
}
