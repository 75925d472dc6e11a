import type { ReactNode } from 'react'
import './account-part.css'

interface AccountPartProps {
  title: string
  text?: ReactNode
  children: ReactNode
}

/** One matter of the account, under its own heading. */
export function AccountPart({ title, text, children }: AccountPartProps) {
  return (
    <section className="account-part" aria-label={title}>
      <h2>{title}</h2>
      {text && <p className="soft">{text}</p>}
      {children}
    </section>
  )
}
