import type { Language } from '@waybill/contract/core/fields'
import type { PageAssets, PageProps } from '@waybill/contract/core/page'
import { brandStyle } from './brand-style.ts'

/** The colour scheme is set before anything is painted; the key is the same everywhere in the app. */
const SCHEME_SCRIPT = `(function(){var k=null;try{k=localStorage.getItem('waybill-color-scheme')}catch(_){}
var d=k==='dark'||(k!=='light'&&matchMedia('(prefers-color-scheme: dark)').matches)
document.documentElement.setAttribute('data-mantine-color-scheme',d?'dark':'light')})()`

/**
 * The whole document around a rendered page. Previews of the link get the product's name alone: neither the sender nor
 * the contents.
 */
export function pageDocument(
  { title, body, props }: { title: string; body: string; props: PageProps },
  assets: PageAssets,
): string {
  return `<!doctype html>
<html data-mantine-color-scheme="light">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#FAF8F4" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#12161B" media="(prefers-color-scheme: dark)">
<meta name="robots" content="noindex, nofollow">
<meta name="description" content="Waybill">
<meta property="og:site_name" content="Waybill">
<meta property="og:title" content="Waybill">
<meta property="og:description" content="Waybill">
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

/** The server adds our icons, under a company's own host none. */
function logoIcon({ branding: { company } }: PageProps, { isAtCustomHost }: PageAssets): string {
  const logo = company?.logo?.light
  return isAtCustomHost && logo ? `<link rel="icon" href="${escapeText(logo.path)}">\n` : ''
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

const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
