import type { CompanyBranding, PageBranding, ShownPicture } from '@waybill/contract/branding/page-branding'
import { BrandMark } from '../ui/marks/brand-mark.tsx'
import topBarStyles from '../ui/page/top-bar.module.css'
import { shellWords } from '../ui/words/shell-words.ts'
import { useWords } from '../words/language.tsx'
import styles from './page-brand.module.css'

/** The company's logo or name, else our mark where the plan shows it. */
export function PageBrand({ branding: { mark, company } }: { branding: PageBranding }) {
  const words = useWords(shellWords)
  if (company !== null && (company.logo !== null || company.name !== '')) return <Company company={company} />
  if (mark !== 'ours') return <span />
  return (
    <a className={topBarStyles.brand} href="/" aria-label={words.homeLabel}>
      <BrandMark />
      <span>Waybill</span>
    </a>
  )
}

function Company({ company: { name, logo } }: { company: CompanyBranding }) {
  return (
    <span className={topBarStyles.brand}>
      {logo === null ? <bdi className={styles.brandName}>{name}</bdi> : <Logo name={name} {...logo} />}
    </span>
  )
}

/** Where dark pages have another logo, only the one that shows is loaded. */
function Logo({ name, light, dark }: { name: string } & NonNullable<CompanyBranding['logo']>) {
  if (dark === null || dark.path === light.path) return <Picture of={light} name={name} />
  return (
    <>
      <Picture of={light} name={name} scheme="light" />
      <Picture of={dark} name={name} scheme="dark" />
    </>
  )
}

function Picture({ of: { path, width, height }, name, scheme }: PictureProps) {
  const late = scheme === undefined ? {} : { loading: 'lazy' as const, 'data-scheme': scheme }
  return <img className={styles.brandLogo} src={path} width={width} height={height} alt={name} {...late} />
}

interface PictureProps {
  of: ShownPicture
  name: string
  scheme?: 'light' | 'dark'
}
