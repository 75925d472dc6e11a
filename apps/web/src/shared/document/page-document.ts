import type { Language } from '@waybill/contract/core/fields'
import type { PageAssets, PageProps } from '@waybill/contract/core/page'
import { brandStyle } from './brand-style.ts'

/** The colour scheme is set before anything is painted; the key is the same everywhere in the app. */
const SCHEME_SCRIPT = `(function(){var k=null;try{k=localStorage.getItem('waybill-color-scheme')}catch(_){}
var d=k==='dark'||(k!=='light'&&matchMedia('(prefers-color-scheme: dark)').matches)
document.documentElement.setAttribute('data-mantine-color-scheme',d?'dark':'light')})()`

/** What programs show of a link: the same for a person and a machine, and never the name of a file. */
export interface LinkPreview {
  title: string
  /** Null: nothing but whose page it is. */
  description: string | null
}

interface Rendered {
  title: string
  body: string
  preview: LinkPreview
  props: PageProps
}

/** The whole document around a rendered page. */
export function pageDocument({ title, body, preview, props }: Rendered, assets: PageAssets): string {
  return `<!doctype html>
<html data-mantine-color-scheme="light">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#FAF8F4" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#12161B" media="(prefers-color-scheme: dark)">
<meta name="robots" content="noindex, nofollow">
${previewTags(preview, props, assets)}
<title>${escapeText(title)}</title>
${logoIcon(props, assets)}<script nonce="${assets.nonce}">${SCHEME_SCRIPT}</script>
${links(assets, props.language)}${styleOf(props, assets)}
</head>
<body>
<div id="root">${body}</div>
<script type="application/json" id="props" nonce="${assets.nonce}">${embedJson(props)}</script>
<script type="module" src="${assets.script}" nonce="${assets.nonce}"></script>
</body>
</html>
`
}

function previewTags(
  { title, description }: LinkPreview,
  { branding, language }: PageProps,
  { ourPicture }: PageAssets,
): string {
  const whose = branding.company?.name || (branding.mark === 'none' ? '' : 'Waybill')
  const picture = branding.mark === 'none' ? null : ourPicture
  const about = description ?? whose
  const facts = {
    'og:type': 'website',
    'og:site_name': whose,
    'og:title': title,
    'og:description': about,
    'og:locale': language === 'zh' ? 'zh_CN' : 'en_US',
    'og:image': picture ?? '',
  }
  const tags = Object.entries(facts).filter(([, value]) => value !== '')
  return [
    about === '' ? '' : `<meta name="description" content="${escapeText(about)}">\n`,
    tags.map(([name, value]) => `<meta property="${name}" content="${escapeText(value)}">`).join('\n'),
  ].join('')
}

/** The server adds our icons, under a company's own host none. */
function logoIcon({ branding: { company } }: PageProps, { ourPicture }: PageAssets): string {
  const logo = company?.logo?.light
  return ourPicture === null && logo ? `<link rel="icon" href="${escapeText(logo.path)}">\n` : ''
}

/** After the style sheets, whose values it replaces. */
function styleOf({ branding }: PageProps, { nonce }: PageAssets): string {
  const style = brandStyle(branding)
  return style === '' ? '' : `\n<style nonce="${nonce}">${style}</style>`
}

function links({ fonts, styles, modules, words, nonce }: PageAssets, language: Language): string {
  return [
    ...fonts.map((href) => `<link rel="preload" href="${href}" as="font" type="font/woff2" crossorigin>`),
    ...styles.map((href) => `<link rel="stylesheet" href="${href}">`),
    ...[...modules, ...words[language]].map((href) => `<link rel="modulepreload" href="${href}" nonce="${nonce}">`),
  ].join('\n')
}

/** JSON inside a script element: '<' in a file's name could end it. */
const embedJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
