import { useState } from 'react'
import { readKeptBrand } from '../../../shared/api/kept-brand.ts'
import accountFormStyles from '../account-form.module.css'

/** The company of this browser's last login: its logo, or its name where there is none any more. */
export function BrandedLogin() {
  const [brand] = useState(readKeptBrand)
  const [isGone, setGone] = useState(false)
  if (brand === null) return null
  const { name, logo } = brand
  if (logo !== null && !isGone) {
    return <img className={accountFormStyles.accountFormLogo} src={logo} alt={name} onError={() => setGone(true)} />
  }
  return name === '' ? null : (
    <p>
      <strong>{name}</strong>
    </p>
  )
}
