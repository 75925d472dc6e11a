import { constant, defang, type Html, html } from './html.ts'
import type { MailBrand } from './mail-brand.ts'
import type { Block, Line, MailDocument, Tone } from './mail-document.ts'

/**
 * A mail as a paper slip: tables, inline styles and no image but a company's logo, so that Outlook and offline readers
 * show the same.
 * Colours are the light ones; readers that prefer dark get the dark ones by class where the mail program allows it.
 */
interface Slip {
  language: string
  /** What a list of mails shows after the subject. */
  preview: string
  /** The transfer's number with its word; null if the mail is about none. */
  number: string | null
  body: MailDocument['body']
  brand: MailBrand
  /** Null: none. */
  footer: string | null
  /** Under the footer. */
  links: ReadonlyArray<{ label: string; href: string }>
}

const sans =
  "'Instrument Sans',-apple-system,'Segoe UI',Helvetica,Arial,'PingFang SC','Noto Sans CJK SC','Microsoft YaHei',sans-serif"
const mono = "'IBM Plex Mono',Consolas,Menlo,'Courier New',monospace"

const ink = '#17212B'
const inkSoft = '#5B6875'
const rule = '#E4DFD5'
const accent = '#C8371B'
const tones: Record<Tone, string> = { delivered: '#1E7A4C', waiting: '#9A6A00' }
const paper = '#FAF8F4'
const sheet = '#FFFFFF'

const darkStyles = `@media (prefers-color-scheme: dark) {
  .paper { background: #12161B !important } .sheet { background: #1A2027 !important; border-color: #2C353F !important }
  .ink { color: #EDF1F4 !important } .soft { color: #9AA8B5 !important }
  .rule { border-color: #2C353F !important } .accent { color: #FF6B4A !important; border-color: #FF6B4A !important }
  .delivered { color: #4CC38A !important; border-color: #4CC38A !important } .waiting { color: #E0B341 !important; border-color: #E0B341 !important }
}
@media (max-width: 600px) { .pad { padding-left: 20px !important; padding-right: 20px !important } }`

/** Outlook on Windows falls back to Times at the first font it does not know. */
const outlookStyles = `<!--[if mso]><style>td,h1,p,a,span{font-family:'Segoe UI',Arial,sans-serif !important} .mono{font-family:Consolas,'Courier New',monospace !important}</style><![endif]-->`

export function renderHtml({ language, preview, number, body, brand, footer, links }: Slip): string {
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${preview}</title>
<style>${constant(darkStyles)}</style>
${constant(outlookStyles)}
</head>
<body class="paper" style="margin:0;padding:0;background:${paper};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${preview}</div>
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${paper}" style="background:${paper}">
<tr><td align="center" style="padding:32px 12px 40px">
<!--[if mso]><table role="presentation" width="560" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
<tr><td>
<table role="presentation" class="sheet" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${sheet}" style="background:${sheet};border:1px solid ${rule};border-top:2px dashed ${rule};border-radius:6px;border-collapse:separate">
<tr><td class="pad rule" style="padding:16px 28px;border-bottom:1px dashed ${rule}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>
<td class="ink" style="font:600 17px/24px ${sans};color:${ink};letter-spacing:-0.2px;overflow-wrap:anywhere">${headOf(brand)}</td>
<td class="soft mono" align="right" style="font:400 13px/24px ${mono};color:${inkSoft}">${number}</td>
</tr></table>
</td></tr>
<tr><td class="pad" style="padding:24px 28px 28px">
${body.filter((block) => block !== null).flatMap((block) => blockOf(block, brand.colour ?? accent).map((part) => html`${part}\n`))}
</td></tr>
</table>
</td></tr>
<tr><td class="soft pad" align="center" style="padding:20px 28px 0;font:400 13px/20px ${sans};color:${inkSoft}">${footer}${links.map(
    ({ label, href }, at) =>
      html`${footer === null && at === 0 ? null : html`<br>`}<a class="soft" href="${href}" style="color:${inkSoft}">${label}</a>`,
  )}</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr>
</table>
</body>
</html>
`.toString()
}

/** A logo lies on white in both schemes: it may be drawn in black. */
function headOf({ name, logo }: MailBrand): Html | null {
  if (logo === null) return name === null ? null : html`${defang(name)}`
  const { src, width, height } = logo
  const box = 'display:block;border:0;padding:4px;border-radius:4px;background:#FFFFFF'
  return html`<img src="${src}" width="${width}" height="${height}" alt="${name ?? ''}" style="${box};width:${width}px;height:${height}px">`
}

function blockOf(block: Block, colour: string): Html[] {
  switch (block.kind) {
    case 'stamp':
      return [stamp(block.word, block.tone)]
    case 'heading':
      return [heading(shown(block.text)), ...block.under.map(note)]
    case 'paragraph':
      return [paragraph(shown(block.text)), ...block.under.map(note)]
    case 'notes':
      return block.lines.map(note)
    case 'quote':
      return [quote(block.lines.map(defang))]
    case 'list':
      return [list(block)]
    case 'button':
      return [button(block.label, block.href, colour)]
    case 'code':
      return [code(block.text)]
  }
}

const shown = (line: Line): string => (typeof line === 'string' ? line : defang(line.theirs))

const heading = (text: string): Html =>
  html`<h1 class="ink" style="margin:0;font:600 22px/29px ${sans};color:${ink};letter-spacing:-0.3px;overflow-wrap:anywhere;word-break:break-word">${text}</h1>`

const paragraph = (text: string): Html =>
  html`<p class="ink" style="margin:16px 0 0;font:400 16px/24px ${sans};color:${ink}">${text}</p>`

const note = (line: Line): Html =>
  html`<p class="soft" style="margin:10px 0 0;font:400 14px/21px ${sans};color:${inkSoft};overflow-wrap:anywhere;word-break:break-word">${shown(line)}</p>`

const quote = (lines: string[]): Html =>
  html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin-top:20px"><tr>
<td class="ink rule" style="border-left:3px solid ${rule};padding:0 0 0 14px;font:400 16px/24px ${sans};color:${ink};overflow-wrap:anywhere;word-break:break-word">${lines.map(
    (line, at) => html`${at > 0 ? html`<br>` : ''}${line}`,
  )}</td>
</tr></table>`

/** Outlook also shows the accent's colour behind it. */
const button = (label: string, href: string, colour: string): Html =>
  html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin-top:24px"><tr>
<td align="center" bgcolor="${colour}" style="background:${colour};border-radius:6px"><a href="${href}" style="display:block;padding:13px 20px;font:600 16px/22px ${sans};color:#FFFFFF;text-decoration:none">${label}</a></td>
</tr></table>`

const stamp = (word: string, tone: Tone): Html =>
  html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 14px"><tr>
<td class="${tone} mono" style="border:2px solid ${tones[tone]};border-radius:4px;padding:2px 9px;font:600 13px/20px ${mono};color:${tones[tone]};letter-spacing:1.5px;text-transform:uppercase">${word}</td>
</tr></table>`

const code = (text: string): Html =>
  html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin-top:20px"><tr>
<td class="accent mono" align="center" style="border:2px solid ${accent};border-radius:6px;padding:14px 8px;font:600 32px/40px ${mono};color:${accent};letter-spacing:8px">${text}</td>
</tr></table>`

/** Rows with hairlines between them; the total follows below in the same columns. */
function list({ rows, more, total }: Extract<Block, { kind: 'list' }>): Html {
  const cell = `padding:10px 0;border-bottom:1px solid ${rule};vertical-align:top`
  const wrap = 'overflow-wrap:anywhere;word-break:break-word'
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin-top:20px">${rows.map(
    (row) => html`
<tr><td class="ink rule" style="${cell};font:400 15px/22px ${sans};color:${ink};${wrap}">${defang(row.name)}${(
      row.lines ?? []
    ).map(
      (line) => html`<br><span class="soft" style="font:400 13px/20px ${sans};color:${inkSoft}">${defang(line)}</span>`,
    )}</td>
<td class="soft rule mono" align="right" style="${cell};padding-left:16px;font:400 13px/22px ${mono};color:${inkSoft};white-space:nowrap">${row.figure}</td></tr>`,
  )}${
    more === null
      ? null
      : html`
<tr><td class="soft rule" colspan="2" style="${cell};font:400 14px/22px ${sans};color:${inkSoft}">${more}</td></tr>`
  }${
    total === null
      ? null
      : html`
<tr><td class="ink" style="padding:10px 0 0;font:600 15px/22px ${sans};color:${ink}">${total.name}</td>
<td class="ink mono" align="right" style="padding:10px 0 0 16px;font:600 13px/22px ${mono};color:${ink};white-space:nowrap">${total.figure}</td></tr>`
  }
</table>`
}
