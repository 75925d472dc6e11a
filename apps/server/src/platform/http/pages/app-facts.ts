import type { Language } from '@waybill/contract/core/fields'
import type { Config } from '../../config/config.ts'
import { linkTo } from '../../links.ts'
import { html } from '../../mail-transport/html.ts'

/** What Waybill is, in a sentence: for link previews, and for the phone that installs it. */
export const appDescriptions: Readonly<Record<Language, string>> = {
  en: 'Send large files by email. See who opened them and what they downloaded, when and where.',
  zh: '用邮件发送大文件，查看谁在何时何地打开、下载了什么。',
}

/** What programs show beside a link to any page without a picture of its own: that of the home page. */
export const appPicture = (config: Pick<Config, 'publicUrl'>, language: Language): string =>
  linkTo(config, `/og${language === 'zh' ? '/zh' : ''}/home.png`)

/** What a page of the app says of itself where it has no facts of its own. */
export function appFacts(config: Pick<Config, 'publicUrl'>, language: Language): string {
  const description = appDescriptions[language]
  return html`<meta name="description" content="${description}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="Waybill">
<meta property="og:title" content="Waybill">
<meta property="og:description" content="${description}">
<meta property="og:image" content="${appPicture(config, language)}">
<title>Waybill</title>`.toString()
}
