import { type Accent, accentOf } from '@waybill/contract/branding/accent'
import type { Branding } from '@waybill/contract/branding/endpoints'
import type { CompanyBranding, PageBranding } from '@waybill/contract/branding/page-branding'
import type { User } from '@waybill/contract/identity/profile-endpoints'
import { type CSSProperties, useState } from 'react'
import { PageBrand } from '../../shared/served-page/page-brand.tsx'
import { AccountPart } from '../../shared/settings/account-part.tsx'
import listStyles from '../../shared/ui/lists/list.module.css'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import partsStyles from '../../shared/ui/styles/parts.module.css'
import { useWords } from '../../shared/words/language.tsx'
import styles from './branding.module.css'
import { colourIn, type TypedLook } from './look-form.tsx'
import { brandingWords } from './words/branding-words.ts'

const kinds = ['transfer', 'request', 'email', 'receipt'] as const
type Kind = (typeof kinds)[number]

interface BrandPreviewProps {
  branding: Branding
  typed: TypedLook
  account: User
}

/** What recipients and suppliers will see, drawn from what has been typed and not yet saved. */
export function BrandPreview({ branding, typed, account }: BrandPreviewProps) {
  const words = useWords(brandingWords)
  const [kind, setKind] = useState<Kind>('transfer')
  const shown = shownBranding(branding, typed)
  return (
    <AccountPart title={words.preview} text={words.previewText}>
      <div className={listStyles.listViews} role="tablist" aria-label={words.preview}>
        {kinds.map((one) => (
          <button
            key={one}
            type="button"
            role="tab"
            className={listStyles.listView}
            aria-selected={one === kind}
            aria-current={one === kind ? 'page' : undefined}
            onClick={() => setKind(one)}
          >
            {words.previews[one]}
          </button>
        ))}
      </div>
      {(kind === 'transfer' || kind === 'request') && <PagePreview kind={kind} shown={shown} from={account.email} />}
      {kind === 'email' && <EmailPreview shown={shown} from={account.email} />}
      {kind === 'receipt' && <ReceiptPreview company={shown.company} />}
    </AccountPart>
  )
}

interface Shown extends PageBranding {
  company: CompanyBranding
}

function shownBranding({ showsPoweredBy, logo, darkLogo, background }: Branding, typed: TypedLook): Shown {
  const light = logo ?? darkLogo
  const colour = colourIn(typed.accent)
  return {
    mark: showsPoweredBy ? 'line' : 'none',
    company: {
      name: typed.name.trim(),
      logo: light && { light, dark: darkLogo },
      accent: colour === null ? null : accentOf(colour),
      welcome: typed.welcome.trim(),
      background,
    },
  }
}

/** For the style sheet, which knows the scheme. */
function colours(accent: Accent | null): CSSProperties {
  if (accent === null) return {}
  const { light, dark } = accent
  return {
    '--accent-light': light.accent,
    '--on-light': light.on,
    '--accent-dark': dark.accent,
    '--on-dark': dark.on,
  } as CSSProperties
}

function PagePreview({ kind, shown, from }: { kind: 'transfer' | 'request'; shown: Shown; from: string }) {
  const words = useWords(brandingWords)
  const { company, mark } = shown
  const behind = company.background === null ? {} : { backgroundImage: `url("${company.background}")` }
  return (
    <div className={styles.preview} style={colours(company.accent)} role="tabpanel">
      <div className={styles.previewBar}>
        <PageBrand branding={shown} />
      </div>
      <div className={`${layoutStyles.stackClose} ${styles.previewPage}`} style={behind}>
        {company.welcome !== '' && <p className={styles.previewWelcome}>{company.welcome}</p>}
        <Sheet title={words.sample[kind === 'transfer' ? 'sent' : 'asked'](from)} isTransfer={kind === 'transfer'} />
      </div>
      {mark !== 'none' && <p className={styles.previewFoot}>{words.sentWith}</p>}
    </div>
  )
}

/** Mails have the light colours, and the logo for light pages. */
function EmailPreview({ shown: { company, mark }, from }: { shown: Shown; from: string }) {
  const words = useWords(brandingWords)
  const { logo, name, accent } = company
  return (
    <div className={styles.preview} style={colours(accent)} data-sheet="white" role="tabpanel">
      <div className={`${layoutStyles.stackClose} ${styles.previewPage}`}>
        <MailHead logo={logo} name={name} />
        <Sheet title={words.sample.sent(from)} isTransfer />
      </div>
      <p className={styles.previewFoot}>{mark === 'none' ? name : words.sentWith}</p>
    </div>
  )
}

function ReceiptPreview({ company: { logo, name, accent } }: { company: CompanyBranding }) {
  const words = useWords(brandingWords)
  return (
    <div className={styles.preview} style={colours(accent)} data-sheet="white" role="tabpanel">
      <div className={`${layoutStyles.stackClose} ${styles.previewPage}`}>
        <div className={`${layoutStyles.stackClose} ${styles.previewPaper}`}>
          <MailHead logo={logo} name={name || 'Waybill'} />
          <p className={layoutStyles.strong}>{words.sample.receipt}</p>
          <div className={styles.previewRoute} />
        </div>
      </div>
    </div>
  )
}

/** Mails and receipts are drawn on white: they have the logo for light pages. */
function MailHead({ logo, name }: Pick<CompanyBranding, 'logo' | 'name'>) {
  return (
    <div className={styles.previewMail}>
      {logo === null ? <strong>{name}</strong> : <img className={styles.mailLogo} src={logo.light.path} alt={name} />}
    </div>
  )
}

function Sheet({ title, isTransfer }: { title: string; isTransfer: boolean }) {
  const words = useWords(brandingWords)
  return (
    <div className={`${partsStyles.frame} ${styles.previewSheet}`}>
      <p className={layoutStyles.strong}>{title}</p>
      {words.sample.files.map((file) => (
        <p key={file} className={styles.previewFile}>
          {file}
        </p>
      ))}
      <span className={styles.previewButton}>{isTransfer ? words.sample.download : words.sample.submit}</span>
    </div>
  )
}
